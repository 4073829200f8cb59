import dns from 'node:dns/promises'
import { createToolbox, scenarios, type ToolId } from '@netbox/core'
import { fakeClock, FIXED_TIME } from '@netbox/core/testing'
import fc from 'fast-check'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { createResolver } from './create-resolver.ts'
import { labels, suffixes } from '../../test/support/names.ts'

const seeds = fc.string({ minLength: 1, maxLength: 12 })
const anyScenario = fc.constantFrom(...scenarios.map(({ name }) => name))
const domains = fc
  .tuple(fc.constantFrom(null, 'www', 'api', 'mail2'), labels, suffixes)
  .map(([host, name, top]) => `${host === null ? '' : `${host}.`}${name}.${top}`)

// With so many tries, a resolver gets the same answers as the tools.
const patient = { tries: 1000 }

const codeOf = async (query: Promise<unknown>): Promise<unknown> =>
  query.then(
    () => undefined,
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
  )
const orNone = async <Value>(query: Promise<Value[]>): Promise<Value[]> =>
  query.catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENODATA' || code === 'ENOTFOUND' || code === 'ESERVFAIL' || code === 'EAI_AGAIN') return []
    throw error
  })

describe('a simulated resolver', () => {
  it('agrees with the tools, for any seed and scenario', async () => {
    await fc.assert(
      fc.asyncProperty(seeds, anyScenario, domains, async (seed, scenario, domain) => {
        const resolver = createResolver({ seed, scenario, ...patient })
        const box = createToolbox({ seed, scenario, at: FIXED_TIME, plan: 'enterprise' })
        const run = async <Id extends ToolId>(id: Id) => (await box.run(id, domain)).result
        const mx = await run('mx-record')
        expect(await orNone(resolver.resolveMx(domain))).toEqual(
          mx.records.map(({ exchange, priority }) => ({ exchange, priority })),
        )
        const { records } = await run('a-record')
        const of = (wanted: string) => records.filter(({ type }) => type === wanted).map(({ address }) => address)
        expect(await orNone(resolver.resolve4(domain))).toEqual(of('A'))
        expect(await orNone(resolver.resolve6(domain))).toEqual(of('AAAA'))
        expect((await orNone(resolver.lookup(domain, { all: true }))).map(({ address }) => address)).toEqual(
          records.map(({ address }) => address),
        )
        const txt = await run('txt-record')
        expect((await orNone(resolver.resolveTxt(domain))).map((strings) => strings.join(''))).toEqual(
          txt.records.map(({ value }) => value),
        )
        const { cname } = await run('cname-lookup')
        expect(await orNone(resolver.resolveCname(domain))).toEqual(cname === null ? [] : [cname])
      }),
    )
  })

  it('leads from a name to an address and back, and every mail server has an address', async () => {
    await fc.assert(
      fc.asyncProperty(seeds, domains, async (seed, domain) => {
        const resolver = createResolver({ seed, scenario: 'healthy' })
        for (const { exchange } of await resolver.resolveMx(domain)) {
          const [address = ''] = await resolver.resolve4(exchange)
          const [name = ''] = await resolver.reverse(address)
          expect(await resolver.resolve4(name)).toContain(address)
        }
      }),
    )
  })

  it('returns one answer from every function', async () => {
    const resolver = createResolver({ seed: 'k3f9', scenario: 'healthy' })
    const name = 'mail.example'
    expect(await resolver.resolve(name)).toEqual(await resolver.resolve4(name))
    expect(await resolver.resolve(name, 'MX')).toEqual(await resolver.resolveMx(name))
    expect(await resolver.resolve(name, 'SOA')).toEqual(await resolver.resolveSoa(name))
    expect(await resolver.resolve('MAIL.Example.', 'NS')).toEqual(await resolver.resolveNs(name))
    const [address = ''] = await resolver.resolve4(name)
    const arpa = `${address.split('.').toReversed().join('.')}.in-addr.arpa`
    expect(await resolver.resolvePtr(arpa)).toEqual(await resolver.reverse(address))
    const [timed] = await resolver.resolve4(name, { ttl: true })
    expect(timed).toEqual({ address, ttl: expect.any(Number) as number })
    const any = await resolver.resolveAny(name)
    expect(any.filter(({ type }) => type === 'MX')).toEqual(
      (await resolver.resolveMx(name)).map((record) => ({ type: 'MX', ...record })),
    )
    expect(new Set(any.map(({ type }) => type))).toContain('SOA')
  })

  it('has the shapes of node:dns', async () => {
    const resolver = createResolver({ seed: 'k3f9', scenario: 'healthy' })
    expect(await resolver.resolveSoa('mail.example')).toEqual({
      nsname: expect.stringMatching(/^ns1\./) as string,
      hostmaster: 'hostmaster.mail.example',
      serial: expect.any(Number) as number,
      refresh: expect.any(Number) as number,
      retry: expect.any(Number) as number,
      expire: expect.any(Number) as number,
      minttl: expect.any(Number) as number,
    })
    const [service] = await resolver.resolveSrv('_submission._tcp.mail.example')
    expect(service).toEqual({ name: 'mx1.mail.example', port: 587, priority: 10, weight: 1 })
    const six = await resolver.reverse('2001:db8::7')
    expect(six).toHaveLength(1)
    expect(await resolver.resolvePtr(`7.${'0.'.repeat(23)}8.b.d.0.1.0.0.2.ip6.arpa`)).toEqual(six)
    const names = Array.from({ length: 20 }, (_, index) => `shop${index}.example`)
    const found = (await Promise.all(names.map((name) => orNone(resolver.resolveCaa(name))))).flat()
    expect(found.length).toBeGreaterThan(0)
    for (const record of found)
      expect(record).toEqual({ critical: 0, issue: expect.stringMatching(/\.example$/) as string })
  })

  it('splits a text that is too long for one string of a record', async () => {
    const resolver = createResolver({ seed: 'k3f9', scenario: 'spf-permerror', validates: false })
    for (const strings of await resolver.resolveTxt('mail.example'))
      for (const text of strings) expect(text.length).toBeLessThanOrEqual(255)
  })

  it.each([
    ['a zone whose signatures do not verify', 'dnssec-bogus', 'mail.example', 'resolveMx', 'ESERVFAIL', 'queryMx'],
    ['an alias that dangles', 'cname-dangling', 'www.mail.example', 'resolve4', 'ENOTFOUND', 'queryA'],
    ['an alias that dangles', 'cname-dangling', 'www.mail.example', 'resolve6', 'ENOTFOUND', 'queryAaaa'],
    ['no records of the type', 'healthy', 'mail.example', 'resolvePtr', 'ENODATA', 'queryPtr'],
    ['no records of the type', 'healthy', 'mail.example', 'resolveNaptr', 'ENODATA', 'queryNaptr'],
    ['no records of the type', 'healthy', 'mail.example', 'resolveTlsa', 'ENODATA', 'queryTlsa'],
    ['below the top of a zone', 'healthy', 'www.mail.example', 'resolveSoa', 'ENODATA', 'querySoa'],
    ['a top-level domain', 'healthy', 'com', 'resolve4', 'ENODATA', 'queryA'],
    ['a top-level domain that does not exist', 'healthy', 'intranet', 'resolve4', 'ENOTFOUND', 'queryA'],
    ['a name that never resolves', 'healthy', 'shop.invalid', 'resolve4', 'ENOTFOUND', 'queryA'],
    ['a deeper name', 'healthy', 'mx1.mx1.mail.example', 'resolveMx', 'ENOTFOUND', 'queryMx'],
    ['a service that is not there', 'healthy', '_25._tcp.mail.example', 'resolveSrv', 'ENOTFOUND', 'querySrv'],
    ['an alias that dangles', 'cname-dangling', 'www.mail.example', 'resolveMx', 'ENOTFOUND', 'queryMx'],
    ['an address', 'healthy', '198.51.100.25', 'resolve4', 'ENOTFOUND', 'queryA'],
    ['an empty label', 'healthy', 'mail..example', 'resolveAny', 'EBADNAME', 'queryAny'],
    ['a label that is too long', 'healthy', `${'a'.repeat(64)}.example`, 'resolveNs', 'EBADNAME', 'queryNs'],
    ['what is no address', 'healthy', 'mail.example', 'reverse', 'EINVAL', 'getHostByAddr'],
    ['a name of one label', 'healthy', 'intranet', 'lookup', 'ENOTFOUND', 'getaddrinfo'],
    ['a zone whose signatures do not verify', 'dnssec-bogus', 'mail.example', 'lookup', 'EAI_AGAIN', 'getaddrinfo'],
  ] as const)('fails for %s (%s) as node:dns does: %s, %s', async (_, scenario, name, method, code, syscall) => {
    const { [method]: query } = createResolver({ seed: 'k3f9', scenario })
    const error: unknown = await query(name).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(Error)
    expect(error).toMatchObject({ code, syscall, hostname: name, message: `${syscall} ${code} ${name}` })
  })

  it('gets lost in a lossy network, unless it tries again', async () => {
    const hosts = Array.from({ length: 200 }, (_, index) => `host${index}.example`)
    const lost = async (tries: number) => {
      const resolver = createResolver({ seed: 'k3f9', scenario: 'packet-loss', tries })
      const codes = await Promise.all(hosts.map((host) => codeOf(resolver.resolveMx(host))))
      return codes.filter((code) => code === 'ETIMEOUT').length
    }
    expect(await lost(1)).toBeGreaterThan(15)
    expect(await lost(4)).toBeLessThan(6)
  })

  it('refuses at once whatever node:dns refuses at once', () => {
    const resolver = createResolver()
    const untyped = 7 as unknown as string
    const code = (run: () => unknown) => {
      try {
        return run()
      } catch (error) {
        return error instanceof Error && 'code' in error ? error.code : error
      }
    }
    for (const method of [
      'resolve',
      'resolve4',
      'resolveMx',
      'resolveAny',
      'resolveNaptr',
      'reverse',
      'lookup',
    ] as const)
      expect(
        code(() => resolver[method](untyped)),
        method,
      ).toBe('ERR_INVALID_ARG_TYPE')
    expect(code(() => resolver.resolve('mail.example', 'FOO'))).toBe('ERR_INVALID_ARG_VALUE')
    expect(code(() => resolver.resolve('mail.example', 'toString'))).toBe('ERR_INVALID_ARG_VALUE')
    expect(code(() => resolver.lookup('mail.example', 5))).toBe('ERR_INVALID_ARG_VALUE')
    expect(code(() => resolver.setServers(['mail.example']))).toBe('ERR_INVALID_IP_ADDRESS')
  })

  it('looks up one family, both, in the requested order, and addresses unchanged', async () => {
    const resolver = createResolver({ seed: 'k3f9', scenario: 'healthy' })
    const hosts = Array.from({ length: 30 }, (_, index) => `host${index}.example`)
    const both = await Promise.all(hosts.map(async (host) => resolver.lookup(host, { all: true })))
    const index = both.findIndex((found) => found.some(({ family }) => family === 6))
    const host = hosts[index] ?? ''
    const found = both[index] ?? []
    expect(await resolver.lookup(host)).toEqual(found[0])
    expect(await resolver.lookup(host, 6)).toEqual(found.find(({ family }) => family === 6))
    expect(await resolver.lookup(host, { family: 'IPv4', all: true })).toEqual(
      found.filter(({ family }) => family === 4),
    )
    expect((await resolver.lookup(host, { order: 'ipv6first' })).family).toBe(6)
    expect((await resolver.lookup(host, { verbatim: false })).family).toBe(4)
    expect(await resolver.lookup('198.51.100.7')).toEqual({ address: '198.51.100.7', family: 4 })
    expect(await resolver.lookup('::1', { all: true })).toEqual([{ address: '::1', family: 6 }])
    expect(await resolver.lookup('localhost')).toEqual({ address: '127.0.0.1', family: 4 })
  })

  it('cancels the pending queries, and no later one', async () => {
    const resolver = createResolver({ scenario: 'healthy' })
    const asked = [codeOf(resolver.resolveMx('mail.example')), codeOf(resolver.resolve4('mail.example'))]
    resolver.cancel()
    expect(await Promise.all(asked)).toEqual(['ECANCELLED', 'ECANCELLED'])
    expect(await codeOf(resolver.resolveMx('mail.example'))).toBeUndefined()
  })

  it('stores given servers, and uses the resolver of the tools in place of unknown servers', async () => {
    const resolver = createResolver({ scenario: 'healthy' })
    expect(resolver.getServers()).toEqual(['192.0.2.53'])
    const before = await resolver.resolveMx('mail.example')
    resolver.setServers(['198.51.100.53', '[2001:db8::53]:5353', '198.51.100.54:53'])
    expect(resolver.getServers()).toEqual(['198.51.100.53', '[2001:db8::53]:5353', '198.51.100.54'])
    expect(await resolver.resolveMx('mail.example')).toEqual(before)
    expect(() => createResolver({ server: 'mail.example' })).toThrow('Invalid IP address: mail.example')
  })

  it('returns the given addresses for hosts, for queries of their family, and changes nothing else', async () => {
    const addresses = { 'MX1.mail.example': '127.0.0.1', 'mx2.mail.example': '::1', 'shop.invalid': '127.0.0.3' }
    const resolver = createResolver({ seed: 'k3f9', scenario: 'healthy', addresses })
    const real = createResolver({ seed: 'k3f9', scenario: 'healthy' })
    expect(await resolver.resolve4('mx1.mail.example')).toEqual(['127.0.0.1'])
    expect(await resolver.resolve4('Mx1.Mail.Example.')).toEqual(['127.0.0.1'])
    expect(await codeOf(resolver.resolve6('mx1.mail.example'))).toBe('ENODATA')
    expect(await resolver.resolve6('mx2.mail.example')).toEqual(['::1'])
    expect(await codeOf(resolver.resolve4('mx2.mail.example'))).toBe('ENODATA')
    expect(await resolver.lookup('mx1.mail.example', { all: true })).toEqual([{ address: '127.0.0.1', family: 4 }])
    expect(await resolver.resolveMx('mail.example')).toEqual(await real.resolveMx('mail.example'))
    expect(await resolver.resolve4('mx3.mail.example')).toEqual(await real.resolve4('mx3.mail.example'))
    expect(await codeOf(resolver.resolve4('shop.invalid'))).toBe('ENOTFOUND')
    const bogus = createResolver({ scenario: 'dnssec-bogus', addresses })
    expect(await codeOf(bogus.resolve4('mx1.mail.example'))).toBe('ESERVFAIL')
    expect(() => createResolver({ addresses: { 'mail.example': 'localhost' } })).toThrow(
      "'localhost' is not an IP address. It was given for mail.example.",
    )
  })

  it('returns old and new addresses by server and time, as dns-propagation shows them', async () => {
    const name = 'shop.example'
    for (const scenario of ['propagation-partial', 'dnssec-bogus', 'random'] as const) {
      const clock = fakeClock()
      for (let minutes = 0; minutes < 60; minutes += 7) {
        clock.advance(7 * 60_000)
        const box = createToolbox({ seed: 'k3f9', scenario, at: clock.now(), plan: 'enterprise' })
        const { servers } = (await box.run('dns-propagation', name)).result
        for (const { resolver: server, address, status } of servers) {
          const resolver = createResolver({ seed: 'k3f9', scenario, clock, ...patient })
          resolver.setServers([`${server}:53`])
          const found = await orNone(resolver.resolve4(name))
          expect(found[0] ?? null, `${server} in ${scenario}`).toBe(address)
          expect(await codeOf(resolver.resolveMx(name))).toBe(status === 'failed' ? 'ESERVFAIL' : undefined)
        }
      }
    }
  })

  it('follows a timeline with a server: the old address until the change has propagated', async () => {
    const clock = fakeClock()
    const scenario = 'healthy,propagation-partial@10:00..10:30'
    clock.advanceTo('2026-01-01T10:00:00Z')
    const box = createToolbox({ seed: 'k3f9', scenario, clock, plan: 'enterprise' })
    const { servers } = (await box.run('dns-propagation', 'shop.example')).result
    const stale = servers.find(({ status }) => status === 'stale')
    const resolver = createResolver({ seed: 'k3f9', scenario, clock, server: stale?.resolver })
    const current = await createResolver({ seed: 'k3f9', scenario, clock }).resolve4('shop.example')
    expect(await resolver.resolve4('shop.example')).toEqual([stale?.address])
    clock.advanceTo('2026-01-01T10:30:00Z')
    expect(await resolver.resolve4('shop.example')).toEqual(current)
  })

  it('follows a timeline on the given clock', async () => {
    const clock = fakeClock()
    const resolver = createResolver({ scenario: 'healthy,dnssec-bogus@10:00..10:30', clock })
    const seen = []
    for (const time of ['09:59', '10:00', '10:29', '10:30']) {
      clock.advanceTo(`2026-01-01T${time}:00Z`)
      seen.push(await codeOf(resolver.resolve4('mail.example')))
    }
    expect(seen).toEqual([undefined, 'ESERVFAIL', 'ESERVFAIL', undefined])
  })

  it('returns the same answers in every run of a test, for any caller and order', async () => {
    const first = createResolver()
    const mx = await first.resolveMx('mail.example')
    const second = createResolver()
    await orNone(second.resolveTxt('mail.example'))
    expect(await second.resolveMx('mail.example')).toEqual(mx)
  })

  it.each([
    [{ scenario: 'mx-dwn' as 'mx-down' }, "There is no scenario 'mx-dwn'. Did you mean 'mx-down'?"],
    [{ scenario: 'mx-down@10:00' as const }, 'is not a part of a timeline'],
    [{ seed: '' }, 'A seed is text of 1 to 64 characters.'],
    [{ at: 'never' }, "'never' is not a time."],
  ])('is not created from %j', (options, message) => {
    expect(() => createResolver(options)).toThrow(message)
  })

  it('replaces node:dns/promises and its Resolver, by type', async () => {
    const resolver = createResolver({ scenario: 'healthy' })
    expectTypeOf(resolver).toExtend<InstanceType<typeof dns.Resolver>>()
    expectTypeOf(resolver).toExtend<Pick<typeof dns, 'lookup' | 'resolveMx' | 'resolve' | 'resolve4' | 'reverse'>>()
    const asResolver: dns.Resolver = resolver
    const { resolveMx }: Pick<typeof dns, 'resolveMx'> = resolver
    expect(await asResolver.resolveMx('mail.example')).toEqual(await resolveMx('mail.example'))
    // The replacement has every method of the real one.
    const methods = Object.getOwnPropertyNames(dns.Resolver.prototype).filter((name) =>
      /^(resolve|reverse|cancel|[gs]et)/.test(name),
    )
    expect(methods.length).toBeGreaterThan(10)
    for (const name of methods) expect(Object.keys(resolver), name).toContain(name)
  })
})
