import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { goldenRuns } from './golden-runs.ts'

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

describe('golden results', () => {
  it('are the same bytes as when this world version was made', async () => {
    const golden: unknown = JSON.parse(await readFile(new URL('golden.json', import.meta.url), 'utf8'))
    const now = Object.fromEntries(Object.entries(await goldenRuns()).map(([name, run]) => [name, digest(run)]))
    // A difference breaks everyone's seeds: either it is a mistake, or WORLD_VERSION goes up with it (docs/decisions/0001).
    expect(now).toEqual(golden)
  })
})
