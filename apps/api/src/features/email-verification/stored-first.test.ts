import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { storedFirst } from './stored-first.ts'

const turns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

async function* numbers(count: number): AsyncGenerator<number> {
  for (let number = 0; number < count; number += 1) {
    if (number % 3 === 0) await turns(1)
    yield number
  }
}

describe('items that are stored first', () => {
  it('all come, in their order, none before it is stored, however long storing takes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 20 }), async (pauses) => {
        const stored = new Set<number>()
        const store = async (item: number) => {
          await turns(pauses[item] ?? 0)
          stored.add(item)
        }
        const seen: number[] = []
        for await (const item of storedFirst(numbers(pauses.length), store, () => undefined)) {
          expect(stored.has(item)).toBe(true)
          seen.push(item)
        }
        expect(seen).toEqual(pauses.map((_, index) => index))
      }),
      { numRuns: 50 },
    )
  })

  it('are stored while the reader takes its time', async () => {
    const stored: number[] = []
    const items = storedFirst(
      numbers(50),
      async (item) => void stored.push(item),
      () => undefined,
    )
    await items.next()
    await turns(60)
    expect(stored).toHaveLength(50)
    await items.return(undefined)
  })

  it('end with the error of what can not be stored, which never comes out', async () => {
    let stops = 0
    const store = async (item: number) => {
      if (item === 2) throw new Error('disk full')
    }
    const seen: number[] = []
    const read = async () => {
      for await (const item of storedFirst(numbers(5), store, () => (stops += 1))) seen.push(item)
    }
    await expect(read()).rejects.toThrow('disk full')
    expect(seen).toEqual([0, 1])
    expect(stops).toBe(1)
  })

  it('end with the error of their source, after what came before it', async () => {
    async function* broken(): AsyncGenerator<number> {
      yield 1
      throw new Error('source')
    }
    const seen: number[] = []
    const read = async () => {
      for await (const item of storedFirst(broken(), turns, () => undefined)) seen.push(item)
    }
    await expect(read()).rejects.toThrow('source')
    expect(seen).toEqual([1])
  })

  it('are stored to the last when the reader leaves, and no more are asked for', async () => {
    const leaving = new AbortController()
    async function* endless(): AsyncGenerator<number> {
      for (let number = 0; !leaving.signal.aborted; number += 1) {
        yield number
        await turns(1)
      }
    }
    const [begun, stored]: number[][] = [[], []]
    const store = async (item: number) => {
      begun?.push(item)
      await turns(3)
      stored?.push(item)
    }
    for await (const item of storedFirst(endless(), store, () => leaving.abort())) if (item === 5) break
    expect(stored?.length).toBeGreaterThanOrEqual(6)
    expect(stored).toEqual(begun)
  })
})
