import { Text } from 'ink'
import { useKeys } from './keys.tsx'
import { type KeyHint, keyLine } from './lines.ts'
import type { Look } from './look.ts'
import { words } from './words.ts'

/** What a person wants after a run whose report stands above. */
export type Next = 'again' | 'edit' | 'world' | 'copy' | 'save' | 'pick' | 'leave' | 'cancel'

const keys: readonly KeyHint[] = [
  ['r', 'run again'],
  ['Enter', 'another tool'],
  ['e', 'edit'],
  ['w', 'world'],
  ['c', 'copy'],
  ['s', 'save'],
]

const last: KeyHint = ['q', 'leave']

const answers: Readonly<Record<string, Next>> = {
  r: 'again',
  e: 'edit',
  w: 'world',
  c: 'copy',
  s: 'save',
  t: 'pick',
  q: 'leave',
}

interface AgainProps {
  readonly look: Look
  readonly columns: number
  readonly onDone: (next: Next) => void
}

/** One line under a report: what can come next. */
export const Again = ({ look, columns, onDone }: AgainProps) => {
  useKeys((input, key) => {
    const answer = answers[input]
    if (key.ctrl && input === 'c') onDone('cancel')
    else if (answer !== undefined) onDone(answer)
    else if (key.return) onDone('pick')
    else if (key.escape) onDone('edit')
  })
  return <Text>{look.manner === 'spoken' ? words.keys([...keys, last]) : keyLine(keys, last, columns, look)}</Text>
}
