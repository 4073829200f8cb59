import { expect, it } from 'vitest'
import { yieldingToEventLoop, storedFirst } from './stored-first.ts'

/** Counts the turns of the event loop until work is done. */
const turnsOf = async (work: () => Promise<void>): Promise<number> => {
  let turns = 0
  let isOver = false
  const count = (): void => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  await work()
  isOver = true
  return turns
}

async function* numbers(): AsyncGenerator<number> {
  for (let number = 0; number < 10_000; number += 1) yield number
}

it('serves other requests while ten thousand cached results are stored and read', async () => {
  let longest = 0
  const stored: number[] = []
  const read: number[] = []
  const turns = await turnsOf(async () => {
    const items = storedFirst(
      numbers(),
      async (some) => stored.push(...some),
      () => undefined,
    )
    for await (const item of yieldingToEventLoop(items)) {
      read.push(item)
      longest = Math.max(longest, stored.length - read.length)
    }
  })
  expect(read).toEqual(Array.from({ length: 10_000 }, (_, index) => index))
  // `storedFirst` and `yieldingToEventLoop` each yield to the event loop once per 64 items.
  expect(turns).toBeGreaterThan(150)
  expect(longest).toBeLessThan(200)
})
