import { type Cell, table } from '@netbox/core'
import type { Theme } from './theme.ts'

/** A movement in a text that scrolls. */
export type Move = 'up' | 'down' | 'pageUp' | 'pageDown' | 'home' | 'end'

/** Limits the offset of the first visible line, so that the window never extends beyond the last line. */
export const clampOffset = (offset: number, count: number, room: number): number =>
  Math.max(0, Math.min(offset, count - room))

/** Returns the first visible line after a move. A page move keeps one line of the previous page. */
export const scrolled = (offset: number, move: Move, count: number, room: number): number => {
  const page = Math.max(1, room - 1)
  const now = clampOffset(offset, count, room)
  const to = { up: now - 1, down: now + 1, pageUp: now - page, pageDown: now + page, home: 0, end: count }[move]
  return clampOffset(to, count, room)
}

/** Returns the visible range of a long list: start and end. The selected entry is in the middle if possible. */
export const windowOf = (count: number, selected: number, room: number): readonly [number, number] => {
  const from = clampOffset(selected - Math.floor(room / 2), count, room)
  return [from, Math.min(count, from + room)]
}

interface Choices {
  readonly rows: readonly (readonly Cell[])[]
  readonly selected: number
  /** The number of rows that the list may take. */
  readonly room: number
}

/** Draws as much of a list as fits, around the selected row. The trace marks the selected row as a step. */
export const choiceList = ({ rows, selected, room }: Choices, columns: number, { glyphs, paint }: Theme): string[] => {
  const [from, to] = windowOf(rows.length, selected, room)
  return table(rows.slice(from, to), columns - 2).map((text, index) =>
    from + index === selected
      ? `${paint('signal', glyphs.step)} ${paint('strong', text)}`
      : `${paint('signal', glyphs.down)} ${text}`,
  )
}
