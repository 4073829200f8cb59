import { openWorld } from '@netbox/core'
import { publicResolversOf } from '@netbox/core/dns'
import { addressesOf, portStatesOf } from '@netbox/core/network'
import { describe, expect, it } from 'vitest'
import { TOOLS_RESOLVER } from '../internet/addressing.ts'
import { portStatesAt } from './port-state.ts'

describe('the states of ports', () => {
  it('are the same whatever name of the address was looked up last, and those that tcp-port-test finds', () => {
    const ports = [22, 25, 53, 80, 443, 8080]
    let shared = 0
    for (let index = 0; index < 4; index++) {
      const { world } = openWorld({ seed: `world ${index}`, scenario: 'random' }, Date.now)
      const named = new Map<string, string[]>()
      for (let host = 0; host < 400; host++) {
        const name = `shop${host}.example`
        for (const address of addressesOf(world, name)) named.set(address, [...(named.get(address) ?? []), name])
      }
      for (const [address, names] of named) {
        const states = portStatesAt(world, names, address, ports)
        expect(portStatesAt(world, names.toReversed(), address, ports)).toEqual(states)
        if (names.length > 1) shared++
        for (const name of names.filter((each) => addressesOf(world, each)[0] === address))
          expect(portStatesOf(world, name, ports), `${name} at ${address}`).toEqual(states)
      }
    }
    expect(shared).toBeGreaterThan(50)
  })

  it('are open for DNS at every nameserver that a world document has, whatever its name', () => {
    const host = 'alpha.dns.shop.example'
    const document = {
      domains: {
        'shop.example': { records: { NS: [{ host }] } },
        [host]: { records: { A: ['198.51.100.77'] } },
        'www.shop.example': { records: { A: ['198.51.100.78'] } },
      },
    }
    for (let index = 0; index < 20; index++) {
      const { world } = openWorld({ seed: `world ${index}`, scenario: 'random', world: document }, Date.now)
      expect(portStatesAt(world, [host], '198.51.100.77', [53])).toEqual(['open'])
      expect(portStatesAt(world, ['www.shop.example'], '198.51.100.78', [53])).toEqual(
        portStatesOf(world, 'www.shop.example', [53]),
      )
    }
  })

  it('are open for DNS at every resolver of every world', () => {
    for (let index = 0; index < 20; index++) {
      const { world } = openWorld({ seed: `world ${index}`, scenario: 'random' }, Date.now)
      for (const address of [TOOLS_RESOLVER, ...publicResolversOf(world).map((resolver) => resolver.address)])
        expect(portStatesAt(world, [], address, [53])).toEqual(['open'])
    }
  })
})
