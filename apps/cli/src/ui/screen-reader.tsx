import { Static, Text } from 'ink'
import type { Theme } from './theme.ts'

interface ScreenReaderLinesProps {
  readonly theme: Theme
  /** Read aloud once, when the screen opens: its purpose and keys. */
  readonly once: readonly string[]
  /** Read aloud after each change. The last line is the input. */
  readonly now: readonly string[]
}

/** A screen for screen readers: few lines change, so that little is read again. */
export const ScreenReaderLines = ({ theme: { ellipsis }, once, now }: ScreenReaderLinesProps) => (
  <>
    <Static items={[...once]}>{(sentence) => <Text key={sentence}>{sentence.replaceAll('…', ellipsis)}</Text>}</Static>
    <Text>{now.map((line) => line.replaceAll('…', ellipsis)).join('\n')}</Text>
  </>
)
