import { Static, Text } from 'ink'
import type { Theme } from './theme.ts'

interface ScreenReaderLinesProps {
  readonly theme: Theme
  /** Said once, when the screen opens: what it is for and its keys. */
  readonly once: readonly string[]
  /** Said again whenever it changes. The last line is where typing goes on. */
  readonly now: readonly string[]
}

/** A screen for a screen reader: as few lines as possible change, so that little is read again. */
export const ScreenReaderLines = ({ theme: { ellipsis }, once, now }: ScreenReaderLinesProps) => (
  <>
    <Static items={[...once]}>{(sentence) => <Text key={sentence}>{sentence.replaceAll('…', ellipsis)}</Text>}</Static>
    <Text>{now.map((line) => line.replaceAll('…', ellipsis)).join('\n')}</Text>
  </>
)
