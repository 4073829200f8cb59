import { describe, expect, it } from 'vitest'
import { refusalOf } from '../../../test/support/accounts.ts'
import { createHashPool } from './hash-pool.ts'

/** Creates work that ends on demand. */
const manual = () => {
  const ends: (() => void)[] = []
  const work = () => new Promise<void>((resolve) => ends.push(resolve))
  return { work, ends }
}

describe('the pool of hashes', () => {
  it('runs three at once, queues 64 and refuses the rest of 500 immediately', async () => {
    const pool = createHashPool({ atOnce: 3, queue: 64 })
    const { work, ends } = manual()
    let refused = 0
    const all = Array.from({ length: 500 }, async () => {
      const code = await refusalOf(pool.run(work))
      if (code === 'busy') refused += 1
    })
    await new Promise((resolve) => setImmediate(resolve))
    expect(refused).toBe(500 - 3 - 64)
    expect(pool.load()).toEqual({ running: 3, waiting: 64 })

    let most = 0
    while (ends.length > 0) {
      most = Math.max(most, ends.length)
      ends.shift()?.()
      await new Promise((resolve) => setImmediate(resolve))
    }
    await Promise.all(all)
    expect(most).toBe(3)
    expect(pool.load()).toEqual({ running: 0, waiting: 0 })
  })

  it('admits as much work as fits into slots and queue, refuses the rest before it begins, and admits more as work ends', async () => {
    const pool = createHashPool({ atOnce: 3, queue: 64 })
    const { work, ends } = manual()
    let refused = 0
    const all = Array.from({ length: 500 }, async () => {
      if ((await refusalOf(pool.admit(work))) === 'busy') refused += 1
    })
    await new Promise((resolve) => setImmediate(resolve))
    expect([ends.length, refused]).toEqual([67, 500 - 67])
    for (const end of ends) end()
    await Promise.all(all)
    await expect(pool.admit(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await pool.admit(async () => 7)).toBe(7)
  })

  it('releases the slot when work fails', async () => {
    const pool = createHashPool({ atOnce: 1, queue: 1 })
    await expect(pool.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await pool.run(async () => 7)).toBe(7)
    expect(pool.load()).toEqual({ running: 0, waiting: 0 })
  })
})
