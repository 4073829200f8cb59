import { describe, expect, it } from 'vitest'
import { runner } from '../../../test/support/runner.ts'
import { describeTool } from '../../testing/describe-tool.ts'
import { FIXED_TIME } from '../../testing/fake-clock.ts'
import { createWorld } from '../../world/world.ts'
import { arinLookupSimulation as simulation } from './arin-lookup.simulation.ts'
import { arinLookup } from './arin-lookup.ts'

describeTool(
  arinLookup,
  {
    accepts: {
      '203.0.113.80': '203.0.113.80',
      '2001:db8::7': '2001:db8::7',
      'Shop.Example:443': 'shop.example',
      'http://203.0.113.80/': '203.0.113.80',
    },
    refuses: ['AS64500', '999.0.113.1', 'shop', '-shop.example'],
  },
  runner,
)

describe('arin-lookup', () => {
  it('shows a network that contains the address', () => {
    const world = createWorld('k3f9', FIXED_TIME)
    expect(simulation.simulate('203.0.113.80', world).network).toBe('203.0.113.0/24')
    expect(simulation.simulate('2001:db8:4:1::7', world).network).toBe('2001:db8:4::/48')
  })

  it('shows one holder for neighbors in one network', () => {
    const world = createWorld('k3f9', FIXED_TIME)
    expect(simulation.simulate('203.0.113.80', world)).toEqual({
      ...simulation.simulate('203.0.113.9', world),
      ip: '203.0.113.80',
    })
  })

  it('refers to another registry exactly for blocks outside North America', () => {
    for (let seed = 0; seed < 100; seed++) {
      const world = createWorld(`s${seed}`, FIXED_TIME)
      const result = simulation.simulate('203.0.113.80', world)
      const codes = simulation.report(result, world, '203.0.113.80').findings.map(({ code }) => code)
      expect(codes).toContain(
        result.country === 'United States' || result.country === 'Canada' ? 'arin-registry' : 'arin-other-registry',
      )
    }
  })

  it('knows no holder for a name without an address', () => {
    const world = createWorld('k3f9', FIXED_TIME, { alias: 'dangling' })
    const result = simulation.simulate('www.shop.example', world)
    expect(Object.values(result).every((value) => value === null)).toBe(true)
    expect(simulation.report(result, world, 'www.shop.example').findings.map(({ code }) => code)).toEqual([
      'arin-unresolved',
    ])
  })
})
