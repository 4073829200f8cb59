import type * as real from 'node:dns/promises'
import { describe, expect, expectTypeOf, it, vi } from 'vitest'
import { createDnsModule } from './create-dns-module.ts'
import { createResolver } from './create-resolver.ts'

const world = { seed: 'k3f9', scenario: 'healthy' } as const

vi.mock('node:dns/promises', async () => {
  const { createDnsModule: create } = await import('./create-dns-module.ts')
  return create({ seed: 'k3f9', scenario: 'healthy' })
})

describe('a simulated module', () => {
  it('stands in for node:dns/promises where a program imports it by itself', async () => {
    const { mailHosts } = await import('../../test/support/mail-check.ts')
    const resolver = createResolver(world)
    const [first] = await resolver.resolveMx('mail.example')
    const { address } = await resolver.lookup(first?.exchange ?? '', 4)
    expect(await mailHosts('mail.example')).toEqual([first?.exchange, address, ...(await resolver.reverse(address))])
    expect(await mailHosts('shop.invalid')).toEqual([])
  })

  it('has everything that the real one has', async () => {
    const original = await vi.importActual<typeof real>('node:dns/promises')
    const module = createDnsModule(world)
    expect(Object.keys(original).length).toBeGreaterThan(40)
    expect(Object.keys(original).filter((name) => !Object.hasOwn(module, name))).toEqual([])
    expect(module.TIMEOUT).toBe(original.TIMEOUT)
    expectTypeOf(module).toExtend<Omit<typeof real, 'default'>>()
  })

  it('orders the addresses of all look-ups as it is told', async () => {
    const module = createDnsModule(world)
    const hosts = Array.from({ length: 30 }, (_, index) => `host${index}.example`)
    const found = await Promise.all(hosts.map(async (host) => module.lookup(host, { all: true })))
    const host = hosts[found.findIndex((all) => all.some(({ family }) => family === 6))] ?? ''
    expect([module.getDefaultResultOrder(), (await module.lookup(host)).family]).toEqual(['verbatim', 4])
    module.setDefaultResultOrder('ipv6first')
    expect([module.getDefaultResultOrder(), (await module.lookup(host)).family]).toEqual(['ipv6first', 6])
    expect((await module.lookup(host, { order: 'ipv4first' })).family).toBe(4)
    expect(() => module.setDefaultResultOrder('any' as 'verbatim')).toThrow("The argument 'order' is invalid.")
  })

  it('refuses to look up the service of what is no address', async () => {
    await expect(createDnsModule(world).lookupService('mail.example', 25)).rejects.toThrow("The argument 'address'")
  })

  it('makes resolvers that try as often as they are told', async () => {
    const { Resolver } = createDnsModule({ seed: 'k3f9', scenario: 'packet-loss' })
    const hosts = Array.from({ length: 100 }, (_, index) => `host${index}.example`)
    const lost = async (tries: number) => {
      const resolver = new Resolver({ tries })
      const outcomes = await Promise.allSettled(hosts.map(async (host) => resolver.resolveMx(host)))
      return outcomes.filter(({ status }) => status === 'rejected').length
    }
    expect(await lost(1)).toBeGreaterThan(await lost(4))
  })
})
