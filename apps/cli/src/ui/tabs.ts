import { type Move, scrolled } from './scroll.ts'

/** The parts of a report that the result view shows one at a time, in their order. */
export const tabs = ['summary', 'findings', 'raw'] as const

/** One of them. */
export type Tab = (typeof tabs)[number]

/** Which tab is open, and how far each is scrolled: who comes back to a tab finds it as it was. */
export interface Reading {
  readonly tab: Tab
  readonly offsets: Readonly<Record<Tab, number>>
}

/** A report as it is first shown. */
export const unread: Reading = { tab: 'summary', offsets: { summary: 0, findings: 0, raw: 0 } }

/** An action of the reader: turn to another tab, or move in the one that is open, `count` lines in a window of `room`. */
export type Turn =
  | { readonly to: Tab }
  | { readonly by: 1 | -1 }
  | { readonly move: Move; readonly count: number; readonly room: number }

/** Folds a reader's turn into the view. After the last tab comes the first. */
export const read = (reading: Reading, turn: Turn): Reading => {
  const { tab, offsets } = reading
  if ('to' in turn) return { ...reading, tab: turn.to }
  if ('by' in turn) {
    const at = (tabs.indexOf(tab) + turn.by + tabs.length) % tabs.length
    return { ...reading, tab: tabs[at] ?? tab }
  }
  return { ...reading, offsets: { ...offsets, [tab]: scrolled(offsets[tab], turn.move, turn.count, turn.room) } }
}
