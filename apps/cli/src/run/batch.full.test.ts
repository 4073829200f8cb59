import { describe, expect, it } from 'vitest'
import { inLists, lineAt, runLines } from '../../test/support/run-lines.ts'
import { exitCodes } from '../exit.ts'
import { exitOfTally } from './batch.ts'

describe('runBatch', () => {
  it('runs 100,000 lines in order, reports each failed one in its place, and keeps memory constant', async () => {
    const count = 100_000
    let line = 0
    let rest = ''
    let highest = 0
    const before = process.memoryUsage().heapUsed
    const { tally } = await runLines(inLists(count, lineAt), {
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
    expect(line).toBe(count)
    expect(tally).toMatchObject({ ran: count - 100, failed: 100 })
    expect(exitOfTally(tally)).toBe(exitCodes.someFailed)
    expect(highest - before).toBeLessThan(100 * 2 ** 20)
  })
})
