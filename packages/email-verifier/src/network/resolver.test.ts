import { getEventListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
import { closeAfterTest } from '../../test/support/close-after-test.ts'
import type { Zones } from '../../test/support/loopback-dns.ts'
import { startDns } from '../../test/support/loopback-dns.ts'
import { ResolverError } from './network-errors.ts'
import { createResolver } from './resolver.ts'

const asking = async (zones: Zones, bounds: { timeout?: number; tries?: number } = {}) => {
  const dns = closeAfterTest(await startDns(zones))
  return { dns, resolver: createResolver({ servers: [dns.server], timeout: 20_000, tries: 1, ...bounds }) }
}

describe('a resolver', () => {
  it('returns the mail servers of a domain with their preferences', async () => {
    const { resolver } = await asking({
      'b.test': {
        mx: [
          [20, 'mx2.b.test'],
          [10, 'mx1.b.test'],
        ],
      },
    })
    const { exists, records } = await resolver.exchanges('b.test')
    expect(exists).toBe(true)
    expect(records).toHaveLength(2)
    expect(records).toContainEqual({ host: 'mx1.b.test', preference: 10 })
    expect(records).toContainEqual({ host: 'mx2.b.test', preference: 20 })
  })

  it('returns a null MX as one mail server without a host', async () => {
    const { resolver } = await asking({ 'b.test': { mx: [[0, '']] } })
    expect(await resolver.exchanges('b.test')).toEqual({ exists: true, records: [{ host: '', preference: 0 }] })
  })

  it('returns more mail servers than fit into one UDP packet', async () => {
    const mx = Array.from({ length: 100 }, (_, index) => [index, `mx${index}.a-rather-long-name.test`] as const)
    const { resolver } = await asking({ 'b.test': { mx } })
    expect((await resolver.exchanges('b.test')).records).toHaveLength(100)
  })

  it('distinguishes a missing name from a name without such a record', async () => {
    const { resolver } = await asking({ 'b.test': { a: ['192.0.2.1'] }, 'empty.test': {} })
    expect(await resolver.exchanges('b.test')).toEqual({ exists: true, records: [] })
    expect(await resolver.exchanges('none.test')).toEqual({ exists: false, records: [] })
    expect(await resolver.addresses('empty.test')).toEqual({ exists: true, records: [] })
    expect(await resolver.addresses('none.test')).toEqual({ exists: false, records: [] })
  })

  it('returns the addresses of both families, through an alias too', async () => {
    const { resolver } = await asking({
      'mx.b.test': { a: ['192.0.2.1', '192.0.2.2'], aaaa: ['2001:db8::1'] },
      'alias.test': { cname: 'mx.b.test' },
      'six.test': { aaaa: ['2001:db8::6'] },
    })
    const all = ['192.0.2.1', '192.0.2.2', '2001:db8::1']
    expect((await resolver.addresses('mx.b.test')).records.toSorted()).toEqual(all)
    expect((await resolver.addresses('alias.test')).records.toSorted()).toEqual(all)
    expect(await resolver.addresses('six.test')).toEqual({ exists: true, records: ['2001:db8::6'] })
  })

  it.each(['192.0.2.1', '::1', '127.0.0.1'])('looks up no host that is an address: %s', async (host) => {
    const { dns, resolver } = await asking({})
    expect(await resolver.addresses(host)).toEqual({ exists: false, records: [] })
    expect(dns.questions).toEqual([])
  })

  it.each(['a..b.test', `${'a'.repeat(64)}.test`])('treats %s, which can’t be queried, as missing', async (name) => {
    const { resolver } = await asking({})
    expect(await resolver.exchanges(name)).toEqual({ exists: false, records: [] })
    expect(await resolver.addresses(name)).toEqual({ exists: false, records: [] })
  })

  it.each([
    ['SERVFAIL', 'ESERVFAIL'],
    ['REFUSED', 'EREFUSED'],
  ] as const)('throws when the nameserver answers %s, which says nothing about the name', async (fails, code) => {
    const { resolver } = await asking({ 'b.test': { fails } })
    await expect(resolver.exchanges('b.test')).rejects.toBeInstanceOf(ResolverError)
    await expect(resolver.exchanges('b.test')).rejects.toThrow(`The nameservers gave no answer for b.test MX: ${code}.`)
    await expect(resolver.addresses('b.test')).rejects.toMatchObject({ code })
  })

  it('throws when no nameserver listens', async () => {
    const dns = await startDns({})
    await dns.close()
    const resolver = createResolver({ servers: [dns.server], timeout: 20_000, tries: 1 })
    await expect(resolver.exchanges('b.test')).rejects.toMatchObject({ name: 'ResolverError', code: 'ECONNREFUSED' })
  })

  it('uses all tries, each with its timeout, and gives up', async () => {
    const { dns, resolver } = await asking({ 'b.test': { fails: 'silence' } }, { timeout: 250, tries: 2 })
    await expect(resolver.exchanges('b.test')).rejects.toMatchObject({ name: 'ResolverError', code: 'ETIMEOUT' })
    // On a busy machine, the timeout can pass before the nameserver has read the query.
    await expect.poll(() => dns.asked('b.test', 'MX')).toBe(2)
  })

  it('accepts one family when the nameserver fails for the other', async () => {
    const { resolver } = await asking({ 'mx.test': { a: ['192.0.2.1'], fails: 'SERVFAIL', failsFor: 'AAAA' } })
    expect(await resolver.addresses('mx.test')).toEqual({ exists: true, records: ['192.0.2.1'] })
    const { resolver: other } = await asking({ 'mx.test': { a: [], fails: 'SERVFAIL', failsFor: 'AAAA' } })
    await expect(other.addresses('mx.test')).rejects.toMatchObject({ code: 'ESERVFAIL' })
  })

  it('stops on abort, with the given reason', async () => {
    const { dns, resolver } = await asking({ 'b.test': { fails: 'silence' } }, { timeout: 10_000 })
    const stop = new AbortController()
    const reason = new Error('The user went away.')
    const both = [resolver.exchanges('b.test', stop.signal), resolver.addresses('b.test', stop.signal)]
    stop.abort(reason)
    for (const question of both) await expect(question).rejects.toBe(reason)
    await expect(resolver.exchanges('b.test', stop.signal)).rejects.toBe(reason)
    expect(dns.asked('b.test', 'MX')).toBeLessThanOrEqual(1)
    expect(getEventListeners(stop.signal, 'abort')).toHaveLength(0)
  })
})
