import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { goldenDigests } from './golden-digests.ts'

describe('golden results', () => {
  it('are the same bytes as when this world version was made', async () => {
    const golden: unknown = JSON.parse(await readFile(new URL('golden.json', import.meta.url), 'utf8'))
    // A difference breaks everyone's seeds: either it is a mistake, or WORLD_VERSION goes up with it (docs/decisions/0001)
    // and `npm run golden -w e2e` writes the new ones.
    expect(await goldenDigests()).toEqual(golden)
  })
})
