import { describe, expect, it } from 'vitest'
import { runner } from '../../../test/support/runner.ts'
import { describeTool } from '../../testing/describe-tool.ts'
import { FIXED_TIME } from '../../testing/fake-clock.ts'
import { operatorOf } from '../../world/hosts/machines.ts'
import { distanceBetween, vantage } from '../../world/hosts/places.ts'
import { roundTripTo } from '../../world/hosts/reach.ts'
import { createWorld } from '../../world/world.ts'
import { geoipLookupSimulation as simulation } from './geoip-lookup.simulation.ts'
import { geoipLookup } from './geoip-lookup.ts'

describeTool(
  geoipLookup,
  {
    accepts: {
      '203.0.113.80': '203.0.113.80',
      '2001:db8::7': '2001:db8::7',
      'www.shop.example': 'www.shop.example',
      '[2001:db8::7]:443': '2001:db8::7',
    },
    refuses: ['Lisbon', '203.0.113', '203.0.113.0080', 'shop..example', '52.5, 13.4'],
  },
  runner,
)

describe('geoip-lookup', () => {
  it('locates an address in the location of its network, with the registry’s provider', () => {
    for (let seed = 0; seed < 50; seed++) {
      const world = createWorld(`s${seed}`, FIXED_TIME)
      const { place, name } = operatorOf(world, '203.0.113.80')
      expect(simulation.simulate('203.0.113.80', world)).toMatchObject({
        country: place.country,
        city: place.city,
        isp: name,
      })
    }
  })

  it('never claims a location that light could not reach within the round trip', () => {
    for (let seed = 0; seed < 200; seed++) {
      const world = createWorld(`s${seed}`, FIXED_TIME)
      const { place } = operatorOf(world, '203.0.113.80')
      expect(roundTripTo(world, '203.0.113.80') * 100).toBeGreaterThan(distanceBetween(vantage, place))
    }
  })

  it('shows how certain the location is, by the kind of operator', () => {
    for (let seed = 0; seed < 50; seed++) {
      const world = createWorld(`s${seed}`, FIXED_TIME)
      const { kind } = operatorOf(world, '203.0.113.80')
      const draft = simulation.report(simulation.simulate('203.0.113.80', world), world, '203.0.113.80')
      expect(draft.findings.map(({ code }) => code)).toContain('geoip-certainty')
      expect(draft.sentence.includes('probably')).toBe(kind !== 'hosting')
    }
  })

  it('shows only the client’s location if the name has no address', () => {
    const world = createWorld('k3f9', FIXED_TIME, { alias: 'dangling' })
    const result = simulation.simulate('www.shop.example', world)
    const { findings, plot } = simulation.report(result, world, 'www.shop.example')
    expect(Object.values(result).every((value) => value === null)).toBe(true)
    expect(findings.map(({ code }) => code)).toEqual(['geoip-unresolved'])
    expect(plot.kind === 'places' && plot.places.map(({ location }) => location)).toEqual([vantage.city])
  })
})
