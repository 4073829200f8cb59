import type { Theme } from './theme.ts'
import { type Move, scrolled } from './scroll.ts'

/** The parts of a report that the result view shows one at a time, in order. */
export const tabs = ['summary', 'findings', 'raw'] as const

export type Tab = (typeof tabs)[number]

/** The open tab and the scroll position of every tab. */
export interface Reading {
  readonly tab: Tab
  readonly offsets: Readonly<Record<Tab, number>>
}

/** The initial view of a report. */
export const unread: Reading = { tab: 'summary', offsets: { summary: 0, findings: 0, raw: 0 } }

/** An action of the user: open another tab, or scroll the open tab, which has `count` lines, `room` of them visible. */
export type Turn =
  | { readonly to: Tab }
  | { readonly by: 1 | -1 }
  | { readonly move: Move; readonly count: number; readonly room: number }

/** Applies a user's action to the view. After the last tab comes the first. */
export const read = (reading: Reading, turn: Turn): Reading => {
  const { tab, offsets } = reading
  if ('to' in turn) return { ...reading, tab: turn.to }
  if ('by' in turn) {
    const at = (tabs.indexOf(tab) + turn.by + tabs.length) % tabs.length
    return { ...reading, tab: tabs[at] ?? tab }
  }
  return { ...reading, offsets: { ...offsets, [tab]: scrolled(offsets[tab], turn.move, turn.count, turn.room) } }
}

/** A tab and the number of its entries. */
export interface Label {
  readonly name: string
  readonly count: number | undefined
}

const textOf = ({ name, count }: Label): string => (count === undefined ? name : `${name} ${count}`)

/** Formats the row of tabs, in which the open one is marked. If the row doesn't fit, shows only the open tab and its position. */
export const tabLine = (
  labels: readonly Label[],
  open: number,
  width: number,
  { glyphs, paint }: Pick<Theme, 'glyphs' | 'paint'>,
): string => {
  const texts = labels.map(textOf)
  const isWhole = texts.reduce((sum, text) => sum + Array.from(text).length + 2, 0) + 3 * (texts.length - 1) <= width
  const shown = texts.map((text, index) =>
    index === open ? `${paint('signal', glyphs.step)} ${paint('strong', text)}` : `  ${text}`,
  )
  if (isWhole) return shown.join('   ')
  return `${shown[open] ?? ''}   ${paint('dim', `${open + 1} of ${labels.length}`)}`
}
