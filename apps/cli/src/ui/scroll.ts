/** The moves of a text in its window. */
export type Move = 'up' | 'down' | 'pageUp' | 'pageDown' | 'home' | 'end'

/** Keeps the first line that is shown within what there is: the last line is never above the window's end. */
export const clampOffset = (offset: number, count: number, room: number): number =>
  Math.max(0, Math.min(offset, count - room))

/** Returns the first line that is shown after a move. A page keeps one line of the page before it. */
export const scrolled = (offset: number, move: Move, count: number, room: number): number => {
  const page = Math.max(1, room - 1)
  const now = clampOffset(offset, count, room)
  const to = { up: now - 1, down: now + 1, pageUp: now - page, pageDown: now + page, home: 0, end: count }[move]
  return clampOffset(to, count, room)
}

/** The part of a long list that shows the selected entry, as far as possible in its middle. */
export const windowOf = (count: number, selected: number, room: number): readonly [number, number] => {
  const from = clampOffset(selected - Math.floor(room / 2), count, room)
  return [from, Math.min(count, from + room)]
}
