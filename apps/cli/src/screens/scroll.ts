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
