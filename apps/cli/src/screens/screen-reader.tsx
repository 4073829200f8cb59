import { Static, Text } from 'ink'
import type { Theme } from './theme.ts'

interface ScreenReaderLinesProps {
  readonly theme: Theme
  /** The purpose and keys of the screen, which are read aloud once, when it opens. */
  readonly once: readonly string[]
  /** The lines that are read aloud after each change. The last line is the input. */
  readonly now: readonly string[]
}

/** A screen for screen readers. Few of its lines change, so that little is read aloud again. */
export const ScreenReaderLines = ({ theme: { ellipsis }, once, now }: ScreenReaderLinesProps) => (
  <>
    <Static items={[...once]}>{(sentence) => <Text key={sentence}>{sentence.replaceAll('…', ellipsis)}</Text>}</Static>
    <Text>{now.map((line) => line.replaceAll('…', ellipsis)).join('\n')}</Text>
  </>
)
