import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { changedResults, goldenDigests } from './golden-digests.ts'

describe('golden results', () => {
  it('are the same bytes as when this world version was made', async () => {
    const golden: unknown = JSON.parse(await readFile(new URL('golden.json', import.meta.url), 'utf8'))
    // Missing lines belong to a new tool: `npm run golden` adds them. A changed line breaks every user's seeds: either it is a mistake, or
    // WORLD_VERSION must increase too (docs/decisions/0001).
    expect(await goldenDigests()).toEqual(golden)
  })

  const golden = { WORLD_VERSION: 'netbox-sim/1', 'mx-record random k3f9': 'a', 'ping-test random k3f9': 'b' }

  it('accept the results of a new tool', () => {
    expect(changedResults(golden, { ...golden, 'new-tool random k3f9': 'c' })).toEqual([])
  })

  it('refuse a changed result and a lost one', () => {
    const { 'ping-test random k3f9': _lost, ...others } = golden
    expect(changedResults(golden, { ...others, 'mx-record random k3f9': 'c' })).toEqual([
      'mx-record random k3f9',
      'ping-test random k3f9',
    ])
  })

  it('accept the changed results of a named tool, and of no other', () => {
    const changed = { ...golden, 'mx-record random k3f9': 'c', 'ping-test random k3f9': 'd' }
    expect(changedResults(golden, changed, ['mx-record'])).toEqual(['ping-test random k3f9'])
    expect(changedResults(golden, changed, ['mx'])).toEqual(['mx-record random k3f9', 'ping-test random k3f9'])
  })

  it('start again with a new world version', () => {
    expect(changedResults(golden, { WORLD_VERSION: 'netbox-sim/2', 'mx-record random k3f9': 'c' })).toEqual([])
  })
})
