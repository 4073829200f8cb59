import { Text, useInput } from 'ink'
import type { Look } from './look.ts'

/** What a person wants after a run. */
export type Next = 'again' | 'pick' | 'leave'

/** One line under a report: what can come next. */
export const Again = ({ look: { glyphs, paint }, onDone }: { look: Look; onDone: (next: Next) => void }) => {
  useInput((input, key) => {
    if (input === 'r') onDone('again')
    else if (key.return) onDone('pick')
    else if (input === 'q' || key.escape || (key.ctrl && input === 'c')) onDone('leave')
  })
  return <Text wrap="truncate">{`${paint('dim', glyphs.ring)} r run again   Enter another tool   q leave`}</Text>
}
