import { describe, expect, it } from 'vitest'
import { inLists, lineAt, runLines } from '../../test/support/run-lines.ts'
import { exitCodes } from '../exit.ts'
import { exitOfTally } from './batch.ts'

/** The number of lines, and the megabytes by which the memory may grow meanwhile; `npm run judges` has 100,000 lines. */
const [COUNT, MOST] = process.env['NETBOX_JUDGES'] === 'all' ? [100_000, 100] : [30_000, 50]

describe('runBatch', () => {
  it(`runs ${COUNT} lines in order, reports each failed one in its place, and keeps memory constant`, async () => {
    let line = 0
    let rest = ''
    let highest = 0
    const before = process.memoryUsage().heapUsed
    const { tally } = await runLines(inLists(COUNT, lineAt), {
      write: (part) => {
        const lines = (rest + part).split('\n')
        rest = lines.pop() ?? ''
        for (const text of lines) {
          const { input, error } = JSON.parse(text) as { input: string; error?: { code: string } }
          if (input !== lineAt(line) || error?.code !== (line % 1000 === 999 ? 'invalid_input' : undefined))
            throw new Error(`Line ${line}: ${text}`)
          line++
        }
        if (line % 10_000 === 0) highest = Math.max(highest, process.memoryUsage().heapUsed)
      },
    })
    expect(line).toBe(COUNT)
    expect(tally).toMatchObject({ ran: COUNT - COUNT / 1000, failed: COUNT / 1000 })
    expect(exitOfTally(tally)).toBe(exitCodes.someFailed)
    expect(highest - before).toBeLessThan(MOST * 2 ** 20)
  })
})
