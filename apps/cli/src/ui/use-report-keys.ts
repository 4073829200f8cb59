import type { Press } from './presses.ts'
import { useKeys } from './keys.tsx'
import type { Move } from './scroll.ts'
import { type Tab, tabs } from './tabs.ts'

/** What a person wants to do next. */
export type Act = 'again' | 'edit' | 'world' | 'pick' | 'leave' | 'cancel'

/** What the keys of a report ask for. */
interface Asked {
  /** Tells whether the explanation of the keys covers the report. */
  readonly isHelp: boolean
  /** Comes before everything else that a key asks for. */
  readonly onKey: () => void
  readonly onMove: (move: Move) => void
  readonly onTurn: (turn: { readonly to: Tab } | { readonly by: 1 | -1 }) => void
  readonly onHelp: (isOpen: boolean) => void
  readonly onCopy: () => void
  readonly onSave: () => void
  readonly onAct: (act: Act) => void
}

const moves: Readonly<Record<string, Move>> = { ' ': 'pageDown', b: 'pageUp', j: 'down', k: 'up', g: 'home', G: 'end' }
const acts: Readonly<Record<string, Act>> = { r: 'again', e: 'edit', w: 'world', t: 'pick', q: 'leave' }

const moveOf = (key: Press['key']): Move | undefined =>
  (['pageUp', 'pageDown', 'home', 'end'] as const).find((name) => key[name]) ??
  (key.upArrow ? 'up' : key.downArrow ? 'down' : undefined)

const press = (character: string, asked: Asked): void => {
  const isTab = tabs[Number(character) - 1]
  const move = moves[character]
  const act = acts[character]
  if (asked.isHelp && move === undefined) asked.onHelp(false)
  else if (isTab !== undefined) asked.onTurn({ to: isTab })
  else if (move !== undefined) asked.onMove(move)
  else if (act !== undefined) asked.onAct(act)
  else if (character === 'c') asked.onCopy()
  else if (character === 's') asked.onSave()
  else if (character === '?') asked.onHelp(true)
}

/** Takes the keys of a report: where it is read, what is done with it, and where to go from it. */
export const useReportKeys = (asked: Asked): void =>
  useKeys((input, key) => {
    if (key.ctrl && input === 'c') return asked.onAct('cancel')
    asked.onKey()
    const move = moveOf(key)
    const isLeaving = key.escape || key.return || key.tab || key.leftArrow || key.rightArrow
    if (move !== undefined) asked.onMove(move)
    else if (asked.isHelp && isLeaving) asked.onHelp(false)
    else if (key.escape) asked.onAct('edit')
    else if (key.return) asked.onAct('pick')
    else if (key.leftArrow || (key.tab && key.shift)) asked.onTurn({ by: -1 })
    else if (key.rightArrow || key.tab) asked.onTurn({ by: 1 })
    // What came in one piece was pressed key by key.
    else if (!key.ctrl && !key.meta) for (const character of input) press(character, asked)
  })
