import { memoryUsage } from '@netbox/core'
import { type Batch, runBatch, type Tally } from '../../src/run/batch.ts'
import { jsonFailure, jsonLine } from '../../src/output/json.ts'

const SIZE = 250

/** Yields inputs as a pipe would: a few hundred at a time. */
export const inLists = async function* (count: number, input: (index: number) => string): AsyncGenerator<string[]> {
  for (let from = 0; from < count; from += SIZE)
    yield Array.from({ length: Math.min(SIZE, count - from) }, (_, at) => input(from + at))
}

/** Runs lines through mx-record and returns the output. */
export const runLines = async (
  lines: Batch['lines'],
  more: Partial<Batch> = {},
): Promise<{ text: string; tally: Tally }> => {
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

/** Returns the line with this index. Every thousandth line is invalid. */
export const lineAt = (index: number): string => (index % 1000 === 999 ? `bad line ${index}` : `host${index}.example`)
