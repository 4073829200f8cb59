import type { Duplex } from 'node:stream'

/** Joins two connections: what one sends goes to the other. Each side may stop sending while the other still sends. */
export const join = (one: Duplex, other: Duplex): void => {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.allowHalfOpen = true
    from.on('error', () => to.destroy())
    from.on('close', () => to.destroy())
    from.pipe(to)
  }
}
