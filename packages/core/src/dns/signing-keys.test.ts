import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createToolbox } from '../runs/create-toolbox.ts'
import { openWorld } from '../runs/open-world.ts'
import { scenarios, type ScenarioText } from '../scenarios/index.ts'
import { FIXED_TIME } from '../testing/fake-clock.ts'
import { dkimKeyOf, trustChainOf } from './signing-keys.ts'
import { acceptedNames } from '../../test/support/names.ts'

const seeds = fc.string({ minLength: 1, maxLength: 12 })
const anyScenario = fc.constantFrom(...scenarios.map(({ name }) => name))
const worldFor = (seed: string, scenario: ScenarioText) =>
  openWorld({ seed, scenario, at: FIXED_TIME }, () => FIXED_TIME).world

const NAMES: Readonly<Record<number, string>> = { 8: 'RSASHA256', 13: 'ECDSAP256SHA256', 15: 'ED25519' }

describe('the chain of trust', () => {
  it('has the key tags and algorithms that dnssec-check shows, link by link', async () => {
    await fc.assert(
      fc.asyncProperty(seeds, anyScenario, acceptedNames, async (seed, scenario, domain) => {
        const box = createToolbox({ seed, scenario, at: FIXED_TIME, plan: 'enterprise' })
        const { plot, result } = await box.run('dnssec-check', domain)
        if (plot?.kind !== 'chain') throw new Error('dnssec-check draws a chain')
        const chain = trustChainOf(worldFor(seed, scenario), domain)
        expect(chain.map(({ zone }) => zone)).toEqual(plot.links.map(({ label }) => label))
        for (const [index, { dnskey, ds, state }] of chain.entries()) {
          const detail = plot.links[index]?.detail ?? ''
          expect(detail.startsWith('not signed')).toBe(dnskey === null)
          if (dnskey === null) continue
          expect(detail).toContain(`key tag ${dnskey.keyTag}, ${NAMES[dnskey.algorithm]}`)
          expect(detail.endsWith(`names ${ds?.keyTag}`)).toBe(state === 'bogus')
        }
        const last = chain[chain.length - 1]?.dnskey?.algorithm
        expect(result.algorithms).toEqual(last === undefined ? [] : [NAMES[last]])
      }),
    )
  })

  it('is linked by DS records exactly where it is secure', () => {
    fc.assert(
      fc.property(seeds, anyScenario, acceptedNames, (seed, scenario, domain) => {
        for (const { zone, dnskey, ds, state, privateKey } of trustChainOf(worldFor(seed, scenario), domain)) {
          const isTied = zone === '.' || (dnskey !== null && ds?.keyTag === dnskey.keyTag)
          expect(isTied).toBe(state === 'secure')
          expect(dnskey === null).toBe(state === 'insecure')
          expect(ds === null).toBe(state === 'insecure' || zone === '.')
          expect(privateKey === null).toBe(dnskey === null)
        }
      }),
    )
  })

  it('seldom has the key of a neighboring zone', () => {
    const world = worldFor('k3f9', 'healthy')
    const keys = Array.from({ length: 60 }, (_, index) => trustChainOf(world, `shop${index}.example`)[2]?.dnskey?.text)
    expect(new Set(keys).size).toBeGreaterThan(30)
  })

  it.each(['', 'no domain', '198.51.100.25'])('of %j, which is not a domain, has no links', (name) => {
    const world = worldFor('k3f9', 'healthy')
    expect(trustChainOf(world, name)).toEqual([])
    expect(dkimKeyOf(world, name)).toBeUndefined()
  })
})
