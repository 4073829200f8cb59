import { describe, expect, it } from 'vitest'
import { runner } from '../../../test/support/runner.ts'
import { describeTool } from '../../testing/describe-tool.ts'
import { FIXED_TIME } from '../../testing/fake-clock.ts'
import { blockLists } from '../../world/names/block-lists.ts'
import { listingsOf } from '../../world/hosts/listings.ts'
import { createWorld } from '../../world/world.ts'
import { blacklistCheckSimulation as simulation } from './blacklist-check.simulation.ts'
import { blacklistCheck } from './blacklist-check.ts'

describeTool(
  blacklistCheck,
  {
    accepts: {
      '198.51.100.25': '198.51.100.25',
      '2001:DB8:0:0::7': '2001:db8::7',
      'https://mail.example/login': 'mail.example',
      'ana@harbour.example': 'harbour.example',
    },
    refuses: ['198.51.100.256', '198.051.100.25', 'fe80::1%eth0', 'mail', 'a b.example'],
  },
  runner,
)

const codesIn = (seed: string, overrides: Parameters<typeof createWorld>[2], host = '198.51.100.25') => {
  const world = createWorld(seed, FIXED_TIME, overrides)
  const result = simulation.simulate(host, world)
  return { world, result, findings: simulation.report(result, world, host).findings }
}

describe('blacklist-check', () => {
  it('reports BLACKLISTED exactly if a list contains the address, and those lists are the world’s', () => {
    for (let seed = 0; seed < 300; seed++) {
      const { world, result } = codesIn(`s${seed}`, {})
      const named = result.sources.filter(({ listed }) => listed).map(({ name }) => name)
      expect(result.status).toBe(named.length > 0 ? 'BLACKLISTED' : 'CLEAN')
      expect(result.score > 0).toBe(named.length > 0)
      expect(named).toEqual(listingsOf(world, '198.51.100.25').map(({ name }) => name))
      expect(result.sources).toHaveLength(blockLists.length)
    }
  })

  it('reports an entry, its cause and the removal in a world where everyone is listed', () => {
    for (let seed = 0; seed < 100; seed++) {
      const { result, findings } = codesIn(`s${seed}`, { listed: true })
      const codes = findings.map(({ code }) => code)
      expect(result.status).toBe('BLACKLISTED')
      expect(findings.find(({ code }) => code === 'blacklist-listed')?.severity).toBe('critical')
      expect(codes.some((code) => code.startsWith('blacklist-cause-'))).toBe(true)
      expect(new Set(codes).size).toBe(codes.length)
      expect(result.recommendation).toMatch(/remove the address\.$|expires by itself\.$/)
    }
  })

  it('gives the same answer for all names of one address', () => {
    const name = codesIn('k3f9', { listed: true }, 'ip-198-51-100-25.quay.example').result
    expect(name).toEqual(codesIn('k3f9', { listed: true }).result)
  })

  it('queries no list about a name without an address', () => {
    const { result, findings } = codesIn('k3f9', { alias: 'dangling', listed: true }, 'www.shop.example')
    expect(result).toMatchObject({ ip: null, status: 'CLEAN', score: 0, sources: [] })
    expect(findings.map(({ code, severity }) => [code, severity])).toEqual([['blacklist-unresolved', 'critical']])
  })

  it('warns of a PTR record that names another host', () => {
    const { findings } = codesIn('k3f9', { listed: false, reverse: 'mismatch' })
    expect(findings.find(({ code }) => code === 'blacklist-reverse-mismatch')?.advice).toContain('ptr-lookup')
  })

  it('never reads a refusal as an entry, not even for an address that is listed', () => {
    for (const listed of [true, false]) {
      const { result, findings } = codesIn('k3f9', { lists: 'refuse', listed })
      expect(result).toMatchObject({ status: 'CLEAN', score: 0 })
      expect(result.recommendation).toContain('resolver of your own')
      expect(findings.map(({ code }) => code)).not.toContain('blacklist-clean')
      expect(findings.find(({ code }) => code === 'blacklist-refused')?.severity).toBe('critical')
    }
  })

  it('ignores a list with an entry for every address, and names it', () => {
    const { result, findings } = codesIn('k3f9', { lists: 'one-dead', listed: false })
    expect(result.status).toBe('CLEAN')
    expect(findings.find(({ code }) => code === 'blacklist-dead')?.title).toBe(
      'Relay Census lists every address, so the entry means nothing',
    )
  })
})
