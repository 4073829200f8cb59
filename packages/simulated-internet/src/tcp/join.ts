import type { Duplex } from 'node:stream'

/** Joins two connections: what one sends goes to the other, until one ends. */
export const join = (one: Duplex, other: Duplex): void => {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.on('error', () => to.destroy())
    from.on('close', () => to.destroy())
    from.pipe(to)
  }
}
