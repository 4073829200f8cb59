import type * as real from 'node:dns'
import { promisify } from 'node:util'
import { describe, expect, expectTypeOf, it, vi } from 'vitest'
import { createDnsModule, type SimulatedDnsModule } from './create-dns-module.ts'
import { createResolver } from './create-resolver.ts'

const world = { seed: 'k3f9', scenario: 'healthy' } as const

vi.mock('node:dns/promises', async () => {
  const { createDnsModule: create } = await import('./create-dns-module.ts')
  return create({ seed: 'k3f9', scenario: 'healthy' }).promises
})

vi.mock('node:dns', async () => {
  const { createDnsModule: create } = await import('./create-dns-module.ts')
  return create({ seed: 'k3f9', scenario: 'healthy' })
})

/** Calls a function of `node:dns` and returns the arguments of its callback. */
const calling = (run: (callback: (...given: unknown[]) => void) => void): Promise<unknown[]> =>
  new Promise((resolve) => run((...given) => resolve(given)))

const thrown = (run: () => unknown): unknown => {
  try {
    return run()
  } catch (error) {
    return error
  }
}

describe('a simulated module', () => {
  it('replaces node:dns/promises for a program that imports it', async () => {
    const { mailHosts } = await import('../../test/support/mail-check.ts')
    const resolver = createResolver(world)
    const [first] = await resolver.resolveMx('mail.example')
    const { address } = await resolver.lookup(first?.exchange ?? '', 4)
    expect(await mailHosts('mail.example')).toEqual([first?.exchange, address, ...(await resolver.reverse(address))])
    expect(await mailHosts('shop.invalid')).toEqual([])
  })

  it('replaces node:dns for a program that imports it', async () => {
    const { mailAddress } = await import('../../test/support/mail-check.ts')
    const { address } = await createResolver(world).lookup('mx1.mail.example', 4)
    expect(await calling((callback) => mailAddress('mail.example', callback))).toEqual([null, address, 4])
    const [error] = await calling((callback) => mailAddress('shop.invalid', callback))
    expect(error).toMatchObject({ code: 'ENOTFOUND', syscall: 'queryMx' })
  })

  it('has everything that the real ones have, with the same constants', () => {
    const original = process.getBuiltinModule('node:dns')
    const module = createDnsModule(world)
    expect(Object.keys(original).length).toBeGreaterThan(45)
    expect(Object.keys(original).filter((name) => !Object.hasOwn(module, name))).toEqual([])
    expect(Object.keys(original.promises).filter((name) => !Object.hasOwn(module.promises, name))).toEqual([])
    const constants = (of: object) => Object.entries(of).filter(([, value]) => typeof value === 'string')
    expect(Object.fromEntries(constants(module))).toEqual(Object.fromEntries(constants(original)))
    expectTypeOf(module).toExtend<Omit<typeof real, 'default' | 'promises'>>()
    expectTypeOf(module.promises).toExtend<Omit<(typeof real)['promises'], 'default'>>()
  })

  it('orders the addresses of all lookups as set', async () => {
    const { promises, setDefaultResultOrder, getDefaultResultOrder } = createDnsModule(world)
    const hosts = Array.from({ length: 30 }, (_, index) => `host${index}.example`)
    const found = await Promise.all(hosts.map(async (host) => promises.lookup(host, { all: true })))
    const host = hosts[found.findIndex((all) => all.some(({ family }) => family === 6))] ?? ''
    expect([getDefaultResultOrder(), (await promises.lookup(host)).family]).toEqual(['verbatim', 4])
    setDefaultResultOrder('ipv6first')
    expect([promises.getDefaultResultOrder(), (await promises.lookup(host)).family]).toEqual(['ipv6first', 6])
    expect((await promises.lookup(host, { order: 'ipv4first' })).family).toBe(4)
    expect(() => setDefaultResultOrder('any' as 'verbatim')).toThrow("The argument 'dnsOrder' is invalid.")
  })

  it('passes to a callback the result of the promise, for every query', async () => {
    const { promises, ...module } = createDnsModule(world)
    const questions = [
      ['resolve', 'mail.example'],
      ['resolve', 'mail.example', 'MX'],
      ['resolve4', 'mail.example'],
      ['resolve4', 'mail.example', { ttl: true }],
      ['resolve6', 'www.mail.example'],
      ['resolveAny', 'mail.example'],
      ['resolveCaa', 'mail.example'],
      ['resolveCname', 'www.mail.example'],
      ['resolveMx', 'mail.example'],
      ['resolveNaptr', 'mail.example'],
      ['resolveNs', 'mail.example'],
      ['resolvePtr', '25.100.51.198.in-addr.arpa'],
      ['resolveSoa', 'mail.example'],
      ['resolveSrv', '_submission._tcp.mail.example'],
      ['resolveTlsa', '_25._tcp.mx1.mail.example'],
      ['resolveTxt', '_mta-sts.mail.example'],
      ['reverse', '198.51.100.25'],
    ] as const
    type Any = (...given: unknown[]) => unknown
    for (const [name, ...given] of questions) {
      const [wanted] = await Promise.allSettled([(promises[name] as Any)(...given)])
      const got = await calling((callback) => (module[name] as Any)(...given, callback))
      if (wanted.status === 'fulfilled') expect(got, name).toEqual([null, wanted.value])
      else expect(got, name).toEqual([wanted.reason])
    }
  })

  it('looks up one address or all of them, as callbacks and as promisify have them', async () => {
    const { lookup, lookupService, promises } = createDnsModule(world)
    const { address, family } = await promises.lookup('mx1.mail.example')
    const all = await promises.lookup('mx1.mail.example', { all: true })
    expect(await calling((callback) => lookup('mx1.mail.example', callback))).toEqual([null, address, family])
    expect(await calling((callback) => lookup('mx1.mail.example', 4, callback))).toEqual([null, address, 4])
    expect(await calling((callback) => lookup('mx1.mail.example', { all: true }, callback))).toEqual([null, all])
    expect(await calling((callback) => lookup('::1', callback))).toEqual([null, '::1', 6])
    expect(await promisify(lookup)('mx1.mail.example')).toEqual({ address, family })
    const [host] = await promises.reverse('198.51.100.25')
    expect(await calling((callback) => lookupService('198.51.100.25', 25, callback))).toEqual([null, host, '25'])
    expect(await promisify(lookupService)('127.0.0.1', 80)).toEqual({ hostname: '127.0.0.1', service: '80' })
    const [error] = await calling((callback) => lookup('shop.invalid', callback))
    expect(error).toMatchObject({ code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname: 'shop.invalid', errno: -3008 })
  })

  it('throws at once for the arguments for which the real one throws', () => {
    const original = process.getBuiltinModule('node:dns')
    const ignore = () => undefined
    const wrong: readonly ((dns: SimulatedDnsModule | typeof original) => unknown)[] = [
      (dns) => dns.lookup('mail.example', {}, undefined as never),
      (dns) => dns.lookup(3 as never, ignore),
      (dns) => dns.lookup('mail.example', { family: 9 }, ignore),
      (dns) => dns.resolve4('mail.example', undefined as never),
      (dns) => dns.resolve4('mail.example', { ttl: true }, 5 as never),
      (dns) => dns.resolve('mail.example', 'BLAH', ignore),
      (dns) => dns.resolve('mail.example', 3 as never, ignore),
      (dns) => dns.reverse('mail.example', ignore),
      (dns) => dns.reverse(3 as never, ignore),
      (dns) => dns.lookupService('mail.example', 25, ignore),
      (dns) => dns.lookupService('198.51.100.25', 70_000, ignore),
      (dns) => dns.setServers(['mail.example']),
      (dns) => new dns.Resolver({ tries: 0 }),
      (dns) => new dns.Resolver({ tries: 1.5 }),
      (dns) => new dns.Resolver({ tries: 'two' as never }),
      (dns) => new dns.promises.Resolver({ timeout: -2 }),
      (dns) => (dns.Resolver as unknown as () => unknown)(),
      (dns) => new dns.Resolver().resolveMx.call({} as never, 'mail.example', ignore),
    ]
    const module = createDnsModule(world)
    for (const run of wrong) {
      const expected = thrown(() => run(original))
      expect(expected, run.toString()).toBeInstanceOf(Error)
      const { name, code } = expected as NodeJS.ErrnoException
      expect(
        thrown(() => run(module)),
        run.toString(),
      ).toMatchObject({ name, ...(code === undefined ? {} : { code }) })
    }
  })

  it('throws an error of a callback as the program’s own, not as a rejection', async () => {
    const others = process.listeners('uncaughtException')
    process.removeAllListeners('uncaughtException')
    const caught = new Promise((resolve) => process.once('uncaughtException', resolve))
    try {
      createDnsModule(world).resolveMx('mail.example', () => {
        throw new Error('mistake of the program')
      })
      await expect(caught).resolves.toMatchObject({ message: 'mistake of the program' })
    } finally {
      for (const listener of others) process.on('uncaughtException', listener)
    }
  })
})

describe('a Resolver of a simulated module', () => {
  it('is an instance of its class, and so are instances of a class that extends it', async () => {
    const { Resolver, promises } = createDnsModule(world)
    class MailResolver extends promises.Resolver {
      async firstExchange(domain: string): Promise<string | undefined> {
        const records = await this.resolveMx(domain)
        return records.toSorted((a, b) => a.priority - b.priority)[0]?.exchange
      }
    }
    class Pinned extends promises.Resolver {
      override resolveTxt = async () => [['v=spf1 -all']]
    }
    expect(await new Pinned().resolveTxt()).toEqual([['v=spf1 -all']])
    const resolver = new MailResolver({ tries: 2 })
    expect([resolver instanceof MailResolver, resolver instanceof promises.Resolver]).toEqual([true, true])
    expect(resolver instanceof Resolver).toBe(false)
    expect(await resolver.firstExchange('mail.example')).toBe('mx1.mail.example')
    expect(new Resolver()).toBeInstanceOf(Resolver)
    expect(Object.keys(Resolver.prototype).toSorted()).toEqual(
      Object.keys(process.getBuiltinModule('node:dns').Resolver.prototype)
        .concat('cancel', 'getServers', 'setServers', 'setLocalAddress')
        .toSorted(),
    )
  })

  it('can have a method replaced for all of them, as tests do', async () => {
    const { Resolver } = createDnsModule(world)
    const spy = vi.spyOn(Resolver.prototype, 'resolveMx')
    await calling((callback) => new Resolver().resolveMx('mail.example', callback))
    expect(spy).toHaveBeenCalledOnce()
  })

  it('cancels its own queries, and none of another one', async () => {
    const { Resolver, promises } = createDnsModule(world)
    const [one, other] = [new Resolver(), new Resolver()]
    const cancelled = calling((callback) => one.resolve4('mail.example', callback))
    const answered = calling((callback) => other.resolve4('mail.example', callback))
    one.cancel()
    expect((await cancelled)[0]).toMatchObject({ code: 'ECANCELLED', syscall: 'queryA', hostname: 'mail.example' })
    expect((await answered)[0]).toBeNull()
    const third = new promises.Resolver()
    const pending = third.resolveMx('mail.example')
    third.cancel()
    await expect(pending).rejects.toMatchObject({ code: promises.CANCELLED })
  })

  it('queries its own server, independent of all others', async () => {
    const { Resolver, getServers } = createDnsModule({ seed: 'k3f9', scenario: 'propagation-partial' })
    const { createToolbox } = await import('@netbox/core')
    const box = createToolbox({ seed: 'k3f9', scenario: 'propagation-partial', at: '2026-01-01T00:00:00Z' })
    const { servers } = (await box.run('dns-propagation', 'mail.example')).result
    for (const { resolver: server, address } of servers) {
      const resolver = new Resolver()
      resolver.setServers([`${server}:53`])
      expect(resolver.getServers()).toEqual([server])
      const [, addresses] = await calling((callback) => resolver.resolve4('mail.example', callback))
      expect(addresses, server).toEqual([address])
    }
    expect(new Set(servers.map(({ address }) => address)).size).toBeGreaterThan(1)
    expect([getServers(), new Resolver().getServers()]).toEqual([['192.0.2.53'], ['192.0.2.53']])
  })

  it('uses the given number of tries', async () => {
    const { promises } = createDnsModule({ seed: 'k3f9', scenario: 'packet-loss' })
    const hosts = Array.from({ length: 100 }, (_, index) => `host${index}.example`)
    const lost = async (tries: number) => {
      const resolver = new promises.Resolver({ tries })
      const outcomes = await Promise.allSettled(hosts.map(async (host) => resolver.resolveMx(host)))
      return outcomes.filter(({ status }) => status === 'rejected').length
    }
    expect(await lost(1)).toBeGreaterThan(await lost(4))
  })
})
