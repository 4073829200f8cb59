import { describe, expect, it } from 'vitest'
import { finishReport } from '../../reports/report.ts'
import { domainExamples } from '../../../test/domain-examples.ts'
import { casesOf, runner } from '../../../test/support/runner.ts'
import { describeTool } from '../../testing/describe-tool.ts'
import { FIXED_TIME } from '../../testing/fake-clock.ts'
import { fixedWorld } from '../../testing/fixed-world.ts'
import type { Overrides } from '../../world/decisions.ts'
import { propagationOf } from '../../world/answers/propagation.ts'
import { createWorld } from '../../world/world.ts'
import { authorityOf } from '../../world/answers/zones.ts'
import { dnsPropagationSimulation } from './dns-propagation.simulation.ts'
import { dnsPropagation } from './dns-propagation.ts'

describeTool(dnsPropagation, domainExamples, runner)

describe('dns-propagation', () => {
  const look = (domain: string, seed: string, overrides: Overrides = {}) => {
    const world = createWorld(seed, FIXED_TIME, { dnssec: 'secure', ...overrides })
    const result = dnsPropagationSimulation.simulate(domain, world)
    return { world, result, ...finishReport(dnsPropagationSimulation.report(result, world, domain)) }
  }
  const seeds = Array.from({ length: casesOf(200) }, (_, index) => `seed-${index}`)

  it('queries sixteen resolvers in as many locations', () => {
    const { result } = look('shop.example', 'k3f9')
    expect(result.servers).toHaveLength(16)
    expect(new Set(result.servers.map(({ location }) => location)).size).toBe(16)
  })

  it('queries each of them at its own address', () => {
    for (const seed of seeds) {
      const { result } = look('shop.example', seed)
      expect(new Set(result.servers.map(({ resolver }) => resolver)).size, seed).toBe(16)
    }
  })

  it('finds old copies from before the change and new ones from after it', () => {
    for (const seed of seeds) {
      const { world, result } = look('shop.example', seed, { propagation: 'partial' })
      const age = (world.at - authorityOf(world, 'shop.example').changed) / 1000
      const { ttl: life } = propagationOf(world, 'shop.example')
      for (const { status, ttl } of result.servers) {
        if (status === 'stale') expect(ttl, seed).toBeLessThanOrEqual(3600 - age)
        else expect(ttl, seed).toBeGreaterThanOrEqual(life - age)
      }
    }
  })

  it('is complete exactly when no resolver is stale', () => {
    for (const seed of seeds) {
      const { result } = look('shop.example', seed)
      expect(result.propagation_status === 'COMPLETE', seed).toBe(
        result.servers.every(({ status }) => status === 'current'),
      )
    }
  })

  it('shows the new address for current resolvers and the old one for stale ones', () => {
    for (const seed of seeds) {
      const { world, result } = look('shop.example', seed)
      const { current, previous } = propagationOf(world, 'shop.example')
      for (const { address, status } of result.servers)
        expect(address, seed).toBe(status === 'current' ? current : previous)
    }
  })

  it('counts the resolvers in words and shows when all agree', async () => {
    const { result, verdict, findings } = await fixedWorld('propagation-partial').run('dns-propagation', 'shop.example')
    const stale = result.servers.filter(({ status }) => status === 'stale')
    const words = ['', '', 'Fourteen', 'Thirteen', 'Twelve', 'Eleven', 'Ten', 'Nine']
    expect(result.propagation_status).toBe('PARTIAL')
    expect(verdict).toMatchObject({
      severity: 'warning',
      sentence: `${words[stale.length]} of sixteen resolvers have the new address.`,
    })
    const minutes = Math.ceil(Math.max(...stale.map(({ ttl }) => ttl)) / 60)
    const agreed = `00:${String(minutes).padStart(2, '0')} UTC`
    expect(verdict.detail).toBe(`The rest keep the old answer until it expires. All will agree by ${agreed}.`)
    expect(findings[0]).toMatchObject({ code: 'prop-stale', severity: 'warning' })
    expect(findings[0]?.advice).toContain(agreed)
  })

  it('marks only the stale resolvers on the map', () => {
    for (const seed of seeds) {
      const { result, plot } = look('shop.example', seed, { propagation: 'partial' })
      if (plot.kind !== 'places') throw new Error(plot.kind)
      expect(
        plot.places.map(({ severity }) => severity),
        seed,
      ).toEqual(result.servers.map(({ status }) => (status === 'stale' ? 'warning' : 'pass')))
    }
  })

  it('shows the location of the nameserver with the answers, as geoip-lookup does', async () => {
    const world = fixedWorld('propagation-partial')
    const { plot, verdict } = await world.run('dns-propagation', 'shop.example')
    if (plot.kind !== 'places') throw new Error(plot.kind)
    expect(verdict.severity).toBe('warning')
    const { name = '', location = '' } = plot.origin ?? {}
    expect(name).toMatch(/^ns\d\./)
    expect((await world.run('geoip-lookup', name)).verdict.sentence).toContain(location)
    expect(plot.alternative).toContain(`from ${name} in ${location}`)
  })

  it('finds no address anywhere once a dangling alias has propagated', async () => {
    const { result, verdict, findings } = await fixedWorld('cname-dangling').run('dns-propagation', 'www.shop.example')
    expect(result.servers.every(({ address }) => address === null)).toBe(true)
    expect(verdict.sentence).toBe('All sixteen resolvers agree: there is no address.')
    expect(findings[0]).toMatchObject({ code: 'prop-no-address', severity: 'critical' })
  })

  it('shows the old address where a dangling alias has not propagated yet', () => {
    const { result, verdict } = look('www.shop.example', 'k3f9', { alias: 'dangling', propagation: 'partial' })
    for (const { address, status } of result.servers) expect(address === null).toBe(status === 'current')
    expect(verdict.sentence).toMatch(/of sixteen resolvers no longer find an address\.$/)
  })
})
