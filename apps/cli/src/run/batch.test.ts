import { describe, expect, it } from 'vitest'
import { exitCodes } from '../exit.ts'
import { inLists, lineAt, runLines } from '../../test/support/run-lines.ts'
import { exitOfTally, type Tally } from './batch.ts'

describe('runBatch', () => {
  it('runs lines in order, and reports each failed one in its place', async () => {
    const { text, tally } = await runLines(inLists(2000, lineAt))
    const answers = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { input: string; error?: { code: string } })
    expect(answers.map(({ input }) => input)).toEqual(Array.from({ length: 2000 }, (_, index) => lineAt(index)))
    expect(answers.flatMap(({ error }, index) => (error === undefined ? [] : [[index, error.code]]))).toEqual([
      [999, 'invalid_input'],
      [1999, 'invalid_input'],
    ])
    expect(tally).toMatchObject({ ran: 1998, failed: 2 })
    expect(exitOfTally(tally)).toBe(exitCodes.someFailed)
  })

  it('reads no more lines before the last results are written', async () => {
    const order: string[] = []
    const lines = (async function* () {
      for (const list of [['a.example'], ['b.example']]) {
        order.push(`read ${list[0]}`)
        yield list
      }
    })()
    await runLines(lines, { write: (part) => order.push(`wrote ${(JSON.parse(part) as { input: string }).input}`) })
    expect(order).toEqual(['read a.example', 'wrote a.example', 'read b.example', 'wrote b.example'])
  })

  it('keeps the order with any concurrency', async () => {
    const inputs = Array.from({ length: 100 }, (_, index) => `host${index}.example`)
    const texts = await Promise.all(
      [1, 7, 64].map(
        async (concurrency) =>
          (
            await runLines(
              inLists(100, (index) => inputs[index] ?? ''),
              { concurrency },
            )
          ).text,
      ),
    )
    expect(new Set(texts).size).toBe(1)
    expect(
      texts[0]
        ?.split('\n')
        .filter((text) => text !== '')
        .map((text) => (JSON.parse(text) as { input: string }).input),
    ).toEqual(inputs)
  })

  it('stops granting at the daily limit', async () => {
    const { tally } = await runLines(
      inLists(130, (index) => `host${index}.example`),
      { plan: () => 'free' },
    )
    expect(tally).toMatchObject({ ran: 100, failed: 30 })
    expect([...tally.exits]).toEqual([exitCodes.limit])
  })

  it('stops when it is aborted', async () => {
    const controller = new AbortController()
    const lines = inLists(1000, (index) => `host${index}.example`)
    const stopped = runLines(lines, { signal: controller.signal, write: () => controller.abort(new Error('enough')) })
    await expect(stopped).rejects.toThrow('enough')
  })
})

describe('exitOfTally', () => {
  const tally = (ran: number, failed: number, ...exits: (typeof exitCodes)[keyof typeof exitCodes][]): Tally => ({
    ran,
    failed,
    exits: new Set(exits),
    severities: new Set(),
  })

  it('is 0 when all ran, and 5 when some failed', () => {
    expect(exitOfTally(tally(3, 0))).toBe(0)
    expect(exitOfTally(tally(2, 1, exitCodes.usage))).toBe(5)
    expect(exitOfTally(tally(2, 1, exitCodes.limit))).toBe(5)
  })

  it('is the code of the refusal if all inputs had the same', () => {
    expect(exitOfTally(tally(0, 2, exitCodes.refused))).toBe(3)
    expect(exitOfTally(tally(0, 2, exitCodes.limit))).toBe(4)
    expect(exitOfTally(tally(0, 2, exitCodes.usage))).toBe(5)
    expect(exitOfTally(tally(0, 2, exitCodes.limit, exitCodes.usage))).toBe(5)
  })
})
