import { spawnSync } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import { connect, createServer } from 'node:net'
import { once } from 'node:events'
import { networkInterfaces } from 'node:os'
import { fakeClock } from '@netbox/core/testing'
import { queryDns } from '@netbox/core/dns'
import { startControl } from './control/start-control.ts'
import { TOOLS_RESOLVER } from './internet/addressing.ts'
import { describe, expect, it } from 'vitest'
import { questionOf, readResponse } from '../test/support/dns-messages.ts'
import { startInternet } from './start-internet.ts'

const world = { seed: 'k3f9', scenario: 'healthy' } as const

const resolverOf = ({ dns }: { readonly dns: { readonly host: string; readonly port: number } }): Resolver => {
  const resolver = new Resolver({ timeout: 5000, tries: 3 })
  resolver.setServers([`${dns.host}:${dns.port}`])
  return resolver
}

const framed = (message: Buffer): Buffer => Buffer.concat([Buffer.of(0, message.length), message])

describe('an internet', () => {
  it('answers Node’s resolver over a socket', async () => {
    await using internet = await startInternet(world)
    const resolver = resolverOf(internet)
    const mx = await resolver.resolveMx('mail.example')
    const wanted = queryDns(internet.world, 'mail.example', 'MX').records
    expect(mx.toSorted((a, b) => a.priority - b.priority)).toEqual(
      wanted.map(({ priority, exchange }) => ({ type: 'MX', priority, exchange })),
    )
    const [address = ''] = await resolver.resolve4(mx[0]?.exchange ?? '')
    expect(await resolver.reverse(address)).toEqual([expect.stringMatching(/^mx\d\./) as string])
    await expect(resolver.resolve4('mail.invalid')).rejects.toThrow('ENOTFOUND')
    expect(internet.requests.map(({ question }) => question)).toContain('mail.example MX')
    expect(internet.requestCount).toBe(internet.requests.length)
  })

  it('shares no state with other internets', async () => {
    await using one = await startInternet({ ...world, scenario: 'dnssec-bogus' })
    await using other = await startInternet(world)
    await expect(resolverOf(one).resolve4('mail.example')).rejects.toThrow('ESERVFAIL')
    expect((await resolverOf(other).resolve4('mail.example')).length).toBeGreaterThan(0)
    expect(other.requests.length).toBe(1)
  })

  it('serves the facts of a world document, and a scenario for some domains only', async () => {
    const document = {
      domains: {
        'blog.example': { records: { MX: [{ priority: 7, exchange: 'mx1.corp.example' }] } },
        'gone.example': { dns: 'nxdomain' },
        'broken.example': { dns: 'servfail' },
      },
    } as const
    await using internet = await startInternet({
      seed: 'k3f9',
      scenario: 'dnssec-bogus',
      domains: ['shop.example'],
      world: document,
    })
    const resolver = resolverOf(internet)
    expect(await resolver.resolveMx('blog.example')).toMatchObject([{ priority: 7, exchange: 'mx1.corp.example' }])
    expect(await resolver.resolve4('mx1.corp.example')).toHaveLength(1)
    await expect(resolver.resolve4('shop.example')).rejects.toMatchObject({ code: 'ESERVFAIL' })
    await expect(resolver.resolve4('gone.example')).rejects.toMatchObject({ code: 'ENOTFOUND' })
    await expect(resolver.resolve4('www.broken.example')).rejects.toMatchObject({ code: 'ESERVFAIL' })
    await internet.set({ world: { domains: { 'shop.example': { dns: 'nxdomain' } } }, scenario: 'healthy' })
    await expect(resolver.resolve4('shop.example')).rejects.toMatchObject({ code: 'ENOTFOUND' })
    expect(await resolver.resolve4('www.broken.example')).not.toHaveLength(0)
  })

  it.runIf(process.platform === 'linux')('has the nameservers of a world document at their addresses', async () => {
    const host = 'alpha.dns.shop.example'
    const domains = {
      'shop.example': { records: { NS: [{ host }], TXT: ['from the zone'] } },
      [host]: { records: { A: ['198.51.100.77'] } },
    }
    await using internet = await startInternet({ ...world, world: { domains } })
    const [address = ''] = await resolverOf(internet).resolve4(host)
    const server = new Resolver({ timeout: 5000, tries: 1 })
    server.setServers([`${address}:${internet.dns.port}`])
    expect(await server.resolveTxt('shop.example')).toEqual([['from the zone']])
    await expect(server.resolveTxt('mail.example')).rejects.toMatchObject({ code: 'EREFUSED' })
  })

  it('answers a WHOIS client that sends UTF-8 and closes its side at once, and none that sends no line', async () => {
    await using internet = await startInternet(world)
    const port = internet.endpoints.find(({ protocol }) => protocol === 'whois')?.port ?? 0
    const answerTo = async (query: string) => {
      const socket = connect(port, '127.0.0.1')
      socket.end(query)
      return Buffer.concat(await socket.toArray()).toString()
    }
    expect(await answerTo('münchen.example\r\n')).toContain('Domain Name: xn--mnchen-3ya.example\r\n')
    expect(await answerTo('shop.example')).toBe('')
    expect(await answerTo('x'.repeat(5000))).toBe('')
  })

  it('changes its scenario at once, and refuses an unknown one', async () => {
    await using internet = await startInternet(world)
    const resolver = resolverOf(internet)
    await resolver.resolve4('mail.example')
    await internet.set({ scenario: 'dnssec-bogus' })
    await expect(resolver.resolve4('mail.example')).rejects.toThrow('ESERVFAIL')
    await expect(internet.set({ scenario: 'mx-dwon' as 'mx-down' })).rejects.toThrow("Did you mean 'mx-down'?")
    expect(internet.scenario).toBe('dnssec-bogus')
    await expect(startInternet({ scenario: 'mx-dwon' as 'mx-down' })).rejects.toThrow("Did you mean 'mx-down'?")
  })

  it('follows a timeline to the second', async () => {
    const clock = fakeClock(Date.parse('2026-01-01T09:59:59.500Z'))
    await using internet = await startInternet({ seed: 'k3f9', scenario: 'healthy,dnssec-bogus@10:00..10:30', clock })
    const resolver = resolverOf(internet)
    expect((await resolver.resolve4('mail.example')).length).toBeGreaterThan(0)
    clock.advance(600)
    await expect(resolver.resolve4('mail.example')).rejects.toThrow('ESERVFAIL')
  })

  it('has a clock that starts at a time and continues, through the windows of a timeline', async () => {
    const clock = fakeClock(Date.parse('2026-11-22T12:00:00Z'))
    await using internet = await startInternet({
      seed: 'k3f9',
      scenario: 'healthy,dnssec-bogus@10:00..10:30',
      startAt: '2026-01-01T09:59:59.500Z',
      clock,
    })
    const resolver = resolverOf(internet)
    expect((await resolver.resolve4('mail.example')).length).toBeGreaterThan(0)
    clock.advance(600)
    await expect(resolver.resolve4('mail.example')).rejects.toThrow('ESERVFAIL')
    expect(new Date(internet.time).toISOString()).toBe('2026-01-01T10:00:00.100Z')
    await internet.set({ domains: ['shop.example'] })
    expect(new Date(internet.time).toISOString()).toBe('2026-01-01T10:00:00.100Z')
    expect((await resolver.resolve4('mail.example')).length).toBeGreaterThan(0)
    await expect(resolver.resolve4('shop.example')).rejects.toThrow('ESERVFAIL')
    await internet.set({ at: '2026-01-01T10:29:59Z' })
    clock.advance(5000)
    await expect(resolver.resolve4('shop.example')).rejects.toThrow('ESERVFAIL')
    await internet.set({ startAt: '2026-01-01T10:29:59Z' })
    clock.advance(1000)
    expect((await resolver.resolve4('shop.example')).length).toBeGreaterThan(0)
    await expect(internet.set({ startAt: 'yesterday' })).rejects.toThrow("'yesterday' is not a time.")
    expect(new Date(internet.time).toISOString()).toBe('2026-01-01T10:30:00.000Z')
  })

  it('answers queries of one connection in order, and fragmented ones', async () => {
    await using internet = await startInternet(world)
    const { host, port } = internet.dns
    const socket = connect(port, host)
    const octets: Buffer[] = []
    socket.on('data', (data) => octets.push(data))
    const asked = ['mail.example', 'shop.example', 'mail.invalid']
    const messages = Buffer.concat(asked.map((name) => framed(questionOf(name, 'SOA'))))
    for (const octet of messages) socket.write(Buffer.of(octet))
    const responses = () => {
      const found = []
      let rest = Buffer.concat(octets)
      while (rest.length >= 2 && rest.length >= 2 + rest.readUInt16BE()) {
        found.push(readResponse(rest.subarray(2, 2 + rest.readUInt16BE())))
        rest = rest.subarray(2 + rest.readUInt16BE())
      }
      return found
    }
    await expect.poll(() => responses().length).toBe(3)
    expect(responses().map(({ questions }) => questions?.[0]?.name)).toEqual(asked)
    socket.destroy()
  })

  it('listens only on loopback, and nowhere after it is closed', async () => {
    const internet = await startInternet(world)
    const { port } = internet.dns
    const outside = Object.values(networkInterfaces())
      .flatMap((all) => all ?? [])
      .find(({ internal, family }) => !internal && family === 'IPv4')
    const refused = async (host: string) => once(connect(port, host), 'error')
    if (outside !== undefined) await refused(outside.address)
    await internet.close()
    await refused('127.0.0.1')
    await internet.close()
  })

  it.skipIf(spawnSync('ss', ['--version']).error !== undefined)('has no socket except on loopback: ss', async () => {
    await using internet = await startInternet(world)
    await using control = await startControl(internet)
    await resolverOf(internet).resolve4('shop.example')
    const { stdout } = spawnSync('ss', ['-Hlntup'], { encoding: 'utf8' })
    const own = stdout.split('\n').filter((line) => line.includes(`pid=${process.pid},`))
    const addresses = own.map((line) => line.split(/\s+/)[4] ?? '')
    expect(addresses.length).toBeGreaterThanOrEqual(internet.endpoints.length)
    expect(addresses).toContain(new URL(control.url).host)
    expect(addresses.filter((address) => !/^(?:127\.\d+\.\d+\.\d+|\[::1\]):\d+$/.test(address))).toEqual([])
  })

  it('reports a port in use', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0
    await expect(startInternet({ ...world, dnsPort: port })).rejects.toThrow(`127.0.0.1:${port}`)
    server.close()
    const socket = createSocket('udp4')
    socket.bind({ port, address: '127.0.0.1', exclusive: true })
    await once(socket, 'listening')
    await expect(startInternet({ ...world, dnsPort: port })).rejects.toThrow(`127.0.0.1:${port}`)
    socket.close()
  })

  it.runIf(process.platform === 'linux')('is also at the addresses of its resolvers', async () => {
    await using internet = await startInternet(world)
    const resolver = new Resolver()
    resolver.setServers([`${TOOLS_RESOLVER.replace('192.0.', '127.192.')}:${internet.dns.port}`])
    expect((await resolver.resolve4('mail.example')).length).toBeGreaterThan(0)
  })
})
