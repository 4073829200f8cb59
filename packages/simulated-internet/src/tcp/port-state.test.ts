import { openWorld } from '@netbox/core'
import { publicResolversOf } from '@netbox/core/dns'
import { describe, expect, it } from 'vitest'
import { TOOLS_RESOLVER } from '../internet/addressing.ts'
import { portStatesAt } from './port-state.ts'

describe('the states of ports', () => {
  it('are open for DNS at every resolver of every world', () => {
    for (let index = 0; index < 20; index++) {
      const { world } = openWorld({ seed: `world ${index}`, scenario: 'none' }, Date.now)
      for (const address of [TOOLS_RESOLVER, ...publicResolversOf(world).map((resolver) => resolver.address)])
        expect(portStatesAt(world, [], address, [53])).toEqual(['open'])
    }
  })
})
