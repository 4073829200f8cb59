import { describe, expect, it } from 'vitest'
import { settle } from '../../test/support/settle.ts'
import { createBatches } from './batches.ts'
import { DatabaseUnavailable } from './database.ts'

interface Options {
  readonly most?: number
  readonly atOnce?: number
  readonly refuse?: (item: number) => Error | undefined
}

const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

/** Creates batches that double numbers and record which ones ran together. */
const doubling = ({ most = 100, atOnce = 1, refuse }: Options = {}) => {
  const given: (readonly number[])[] = []
  let running = 0
  let mostRunning = 0
  const run = async (items: readonly number[]): Promise<number[]> => {
    given.push(items)
    running += 1
    mostRunning = Math.max(mostRunning, running)
    await turn()
    running -= 1
    const refusal = items.map((item) => refuse?.(item)).find((error) => error !== undefined)
    if (refusal !== undefined) throw refusal
    return items.map((item) => item * 2)
  }
  return { batches: createBatches({ run, most, atOnce }), given, mostRunning: () => mostRunning }
}

describe('batches', () => {
  it('process concurrent items together, and return each its own result', async () => {
    const { batches, given } = doubling()
    const { values } = await settle(50, (index) => batches.add(index))
    expect(values).toEqual(Array.from({ length: 50 }, (_, index) => index * 2))
    expect(given).toHaveLength(1)
  })

  it('collect items that arrive during a batch, up to their size', async () => {
    const { batches, given } = doubling({ most: 10 })
    const first = batches.add(0)
    await turn()
    const { values } = await settle(25, (index) => batches.add(index + 1))
    expect(await first).toBe(0)
    expect(values).toHaveLength(25)
    expect(given.map(({ length }) => length)).toEqual([1, 10, 10, 5])
  })

  it('run no more at a time than allowed', async () => {
    const one = doubling({ most: 1 })
    await settle(10, (index) => one.batches.add(index))
    expect(one.mostRunning()).toBe(1)
  })

  it('fail only the item that fails', async () => {
    const { batches } = doubling({ refuse: (item) => (item === 7 ? new Error('seven') : undefined) })
    const { values, errors } = await settle(10, (index) => batches.add(index))
    expect(values).toHaveLength(9)
    expect(errors).toMatchObject([{ message: 'seven' }])
  })

  it('fail all items at once when the database is unreachable, and send it no more', async () => {
    const { batches, given } = doubling({ refuse: () => new DatabaseUnavailable('away') })
    const { errors } = await settle(10, (index) => batches.add(index))
    expect(errors).toHaveLength(10)
    expect(given).toHaveLength(1)
  })

  it('refuse more than 10,000 waiting items', async () => {
    const { batches } = doubling()
    const { values, errors } = await settle(10_500, (index) => batches.add(index))
    expect(values).toHaveLength(10_000)
    expect(errors.every((error) => error instanceof DatabaseUnavailable)).toBe(true)
  })
})
