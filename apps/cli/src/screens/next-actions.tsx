import { Text } from 'ink'
import { useKeys } from './keyboard.tsx'
import { type KeyHint, keyLine } from './lines.ts'
import type { Theme } from './theme.ts'
import { texts } from '../texts/screen-texts.ts'

/** The next action after a run. */
export type NextAction = 'again' | 'edit' | 'world' | 'copy' | 'save' | 'pick' | 'leave' | 'cancel'

const keys: readonly KeyHint[] = [
  ['r', 'run again'],
  ['Enter', 'another tool'],
  ['e', 'edit'],
  ['w', 'world'],
  ['c', 'copy'],
  ['s', 'save'],
]

const last: KeyHint = ['q', 'leave']

const answers: Readonly<Record<string, NextAction>> = {
  r: 'again',
  e: 'edit',
  w: 'world',
  c: 'copy',
  s: 'save',
  t: 'pick',
  q: 'leave',
}

interface NextActionsProps {
  readonly theme: Theme
  readonly columns: number
  readonly onDone: (next: NextAction) => void
}

/** The line of actions below a report. */
export const NextActions = ({ theme, columns, onDone }: NextActionsProps) => {
  useKeys((input, key) => {
    const answer = answers[input]
    if (key.ctrl && input === 'c') onDone('cancel')
    else if (answer !== undefined) onDone(answer)
    else if (key.return) onDone('pick')
    else if (key.escape) onDone('edit')
  })
  return (
    <Text>{theme.mode === 'screen-reader' ? texts.keys([...keys, last]) : keyLine(keys, last, columns, theme)}</Text>
  )
}
