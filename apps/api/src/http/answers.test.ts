import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { awaited, type Members, pieced } from './answers.ts'

const textOf = async (members: Members<Record<string, unknown>>): Promise<string> => {
  let text = ''
  for await (const piece of pieced(members).texts) text += piece
  return text
}

async function* inBatches(batches: readonly (readonly unknown[])[]): AsyncGenerator<readonly unknown[]> {
  yield* batches
}

describe('an answer in pieces', () => {
  it('is the same text as that of the whole, however its lists are cut', async () => {
    const member = fc.oneof(
      fc.record({ value: fc.jsonValue() }),
      fc.record({ batches: fc.array(fc.array(fc.jsonValue(), { maxLength: 3 }), { maxLength: 4 }) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.string(), member, { noNullPrototype: true }), async (members) => {
        const entries = Object.entries(members)
        const cut = entries.map(([name, given]) => [name, 'batches' in given ? inBatches(given.batches) : given.value])
        const whole = entries.map(([name, given]) => [name, 'batches' in given ? given.batches.flat() : given.value])
        expect(await textOf(Object.fromEntries(cut))).toBe(JSON.stringify(Object.fromEntries(whole)))
      }),
    )
  })

  it('reads a list while it is written, not before', async () => {
    let read = 0
    async function* list(): AsyncGenerator<readonly number[]> {
      for (; read < 3; read++) yield [read]
    }
    const texts = pieced<{ a: number; list: number[] }>({ a: 1, list: list() }).texts[Symbol.asyncIterator]()
    expect((await texts.next()).value).toBe('{"a":1')
    expect(read).toBe(0)
  })
})

describe('an answer that takes its time', () => {
  const pieces = async (texts: AsyncIterable<string>): Promise<string[]> => {
    const all: string[] = []
    for await (const text of texts) all.push(text)
    return all
  }

  it('begins with empty lines, one after each pause, and is the same JSON', async () => {
    let finish: (value: object) => void = () => undefined
    let pauses = 0
    const work = () =>
      new Promise<object>((resolve) => {
        finish = resolve
      })
    const pause = async () => {
      pauses += 1
      if (pauses === 3) finish({ a: [1] })
    }
    const all = await pieces(awaited(work, pause).texts)
    expect(all.at(-1)).toBe('{"a":[1]}')
    expect(all.slice(0, -1).join('')).toMatch(/^\n+$/)
    expect(JSON.parse(all.join(''))).toEqual({ a: [1] })
  })

  it('is there at once when the work is, and lets nothing wait on', async () => {
    const signals: AbortSignal[] = []
    const pause = (signal: AbortSignal) => {
      signals.push(signal)
      return new Promise(() => undefined)
    }
    expect(await pieces(awaited(async () => 1, pause).texts)).toEqual(['1'])
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
  })

  it('begins its work when it is read, and fails with it', async () => {
    let begun = 0
    const work = async () => {
      begun += 1
      throw new Error('no')
    }
    const { texts } = awaited(work, () => new Promise(() => undefined))
    expect(begun).toBe(0)
    await expect(pieces(texts)).rejects.toThrow('no')
    expect(begun).toBe(1)
  })
})
