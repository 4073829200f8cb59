import { memoryUsage } from '@netbox/core'
import { describe, expect, it } from 'vitest'
import { exitCodes } from '../exit.ts'
import { jsonFailure, jsonLine } from '../output/json.ts'
import { type Batch, exitOfTally, runBatch, type Tally } from './batch.ts'

const SIZE = 250

/** Gives the inputs as a pipe would: some hundred at a time. */
const inLists = async function* (count: number, input: (index: number) => string): AsyncGenerator<string[]> {
  for (let from = 0; from < count; from += SIZE)
    yield Array.from({ length: Math.min(SIZE, count - from) }, (_, at) => input(from + at))
}

const run = async (lines: Batch['lines'], more: Partial<Batch> = {}): Promise<{ text: string; tally: Tally }> => {
  let text = ''
  const tally = await runBatch({
    tool: 'mx-record',
    plan: () => 'enterprise',
    usage: memoryUsage(),
    lines,
    write: (part) => {
      text += part
    },
    concurrency: 8,
    seed: 'k3f9',
    show: { run: (done) => jsonLine({ input: done.input }), failure: jsonFailure },
    ...more,
  })
  return { text, tally }
}

const name = (index: number): string => (index % 1000 === 999 ? `bad line ${index}` : `host${index}.example`)

describe('runBatch', () => {
  it('runs 100,000 lines in their order, tells each bad one in its place, and keeps memory flat', async () => {
    const count = 100_000
    let line = 0
    let rest = ''
    let highest = 0
    const before = process.memoryUsage().heapUsed
    const { tally } = await run(inLists(count, name), {
      write: (part) => {
        const lines = (rest + part).split('\n')
        rest = lines.pop() ?? ''
        for (const text of lines) {
          const { input, error } = JSON.parse(text) as { input: string; error?: { code: string } }
          if (input !== name(line) || error?.code !== (line % 1000 === 999 ? 'invalid_input' : undefined))
            throw new Error(`Line ${line}: ${text}`)
          line++
        }
        if (line % 10_000 === 0) highest = Math.max(highest, process.memoryUsage().heapUsed)
      },
    })
    expect(line).toBe(count)
    expect(tally).toMatchObject({ ran: count - 100, failed: 100 })
    expect(exitOfTally(tally)).toBe(exitCodes.someFailed)
    expect(highest - before).toBeLessThan(100 * 2 ** 20)
  })

  it('asks for no more lines before the last ones are written', async () => {
    const order: string[] = []
    const lines = (async function* () {
      for (const list of [['a.example'], ['b.example']]) {
        order.push(`read ${list[0]}`)
        yield list
      }
    })()
    await run(lines, { write: (part) => order.push(`wrote ${(JSON.parse(part) as { input: string }).input}`) })
    expect(order).toEqual(['read a.example', 'wrote a.example', 'read b.example', 'wrote b.example'])
  })

  it('keeps the order whatever runs at once', async () => {
    const inputs = Array.from({ length: 100 }, (_, index) => `host${index}.example`)
    const texts = await Promise.all(
      [1, 7, 64].map(
        async (concurrency) =>
          (
            await run(
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
    const { tally } = await run(
      inLists(130, (index) => `host${index}.example`),
      { plan: () => 'free' },
    )
    expect(tally).toMatchObject({ ran: 100, failed: 30 })
    expect([...tally.exits]).toEqual([exitCodes.limit])
  })

  it('stops when it is told to', async () => {
    const controller = new AbortController()
    const lines = inLists(1000, (index) => `host${index}.example`)
    const stopped = run(lines, { signal: controller.signal, write: () => controller.abort(new Error('enough')) })
    await expect(stopped).rejects.toThrow('enough')
  })
})

describe('exitOfTally', () => {
  const tally = (ran: number, failed: number, ...exits: (typeof exitCodes)[keyof typeof exitCodes][]): Tally => ({
    ran,
    failed,
    exits: new Set(exits),
    severities: new Map(),
  })

  it('is 0 when all ran, and 5 when some failed', () => {
    expect(exitOfTally(tally(3, 0))).toBe(0)
    expect(exitOfTally(tally(2, 1, exitCodes.usage))).toBe(5)
    expect(exitOfTally(tally(2, 1, exitCodes.limit))).toBe(5)
  })

  it("is the refusal's own when all met the same", () => {
    expect(exitOfTally(tally(0, 2, exitCodes.refused))).toBe(3)
    expect(exitOfTally(tally(0, 2, exitCodes.limit))).toBe(4)
    expect(exitOfTally(tally(0, 2, exitCodes.usage))).toBe(5)
    expect(exitOfTally(tally(0, 2, exitCodes.limit, exitCodes.usage))).toBe(5)
  })
})
