import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Members, pieced } from './answers.ts'

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
