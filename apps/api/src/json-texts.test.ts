import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonTexts } from './json-texts.ts'

async function* inBatches(batches: readonly (readonly unknown[])[]): AsyncGenerator<readonly unknown[]> {
  yield* batches
}

const textOf = async (members: Readonly<Record<string, unknown>>): Promise<string> => {
  let text = ''
  for await (const piece of jsonTexts(members)) text += piece
  return text
}

describe('jsonTexts', () => {
  it('writes the same text as JSON.stringify, however the lists are split', async () => {
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
    const texts = jsonTexts({ a: 1, list: list() })
    expect((await texts.next()).value).toBe('{"a":1')
    expect(read).toBe(0)
  })
})
