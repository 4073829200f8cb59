import { type KeyPress, useKeys } from './keyboard.tsx'
import type { Move } from './scroll.ts'
import { type Tab, tabs } from './tabs.ts'

/** The actions after a report or a refused run. */
export type Action = 'again' | 'edit' | 'world' | 'pick' | 'leave' | 'cancel'

/** The handlers of the keys of a report. */
interface ReportActions {
  /** Whether the list of keys covers the report. */
  readonly isHelp: boolean
  /** Called before the handler of any key except Ctrl-C. */
  readonly onKey: () => void
  readonly onMove: (move: Move) => void
  readonly onTurn: (turn: { readonly to: Tab } | { readonly by: 1 | -1 }) => void
  readonly onHelp: (isOpen: boolean) => void
  readonly onCopy: () => void
  readonly onSave: () => void
  readonly onAction: (action: Action) => void
}

/** The moves of letters, as in `less`. */
export const moves: Readonly<Record<string, Move>> = {
  ' ': 'pageDown',
  b: 'pageUp',
  j: 'down',
  k: 'up',
  g: 'home',
  G: 'end',
}
const actions: Readonly<Record<string, Action>> = { r: 'again', e: 'edit', w: 'world', t: 'pick', q: 'leave' }

/** Returns the move of an arrow or page key. */
export const moveOf = (key: KeyPress['key']): Move | undefined =>
  (['pageUp', 'pageDown', 'home', 'end'] as const).find((name) => key[name]) ??
  (key.upArrow ? 'up' : key.downArrow ? 'down' : undefined)

const press = (character: string, on: ReportActions): void => {
  const isTab = tabs[Number(character) - 1]
  const move = moves[character]
  const action = actions[character]
  if (on.isHelp && move === undefined) on.onHelp(false)
  else if (isTab !== undefined) on.onTurn({ to: isTab })
  else if (move !== undefined) on.onMove(move)
  else if (action !== undefined) on.onAction(action)
  else if (character === 'c') on.onCopy()
  else if (character === 's') on.onSave()
  else if (character === '?') on.onHelp(true)
}

/** Handles the keys of a report. */
export const useReportKeys = (on: ReportActions): void =>
  useKeys((input, key) => {
    if (key.ctrl && input === 'c') return on.onAction('cancel')
    on.onKey()
    const move = moveOf(key)
    const isLeaving = key.escape || key.return || key.tab || key.leftArrow || key.rightArrow
    if (move !== undefined) on.onMove(move)
    else if (on.isHelp && isLeaving) on.onHelp(false)
    else if (key.escape) on.onAction('edit')
    else if (key.return) on.onAction('pick')
    else if (key.leftArrow || (key.tab && key.shift)) on.onTurn({ by: -1 })
    else if (key.rightArrow || key.tab) on.onTurn({ by: 1 })
    // `input` may have the characters of several quickly typed keys.
    else if (!key.ctrl && !key.meta) for (const character of input) press(character, on)
  })
