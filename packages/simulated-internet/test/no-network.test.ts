import dgram from 'node:dgram'
import dns from 'node:dns'
import net from 'node:net'
import { scenarios } from '@netbox/core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createResolver, startMailServer } from '../src/index.ts'
import { connectSmtp } from './support/smtp-client.ts'

/*
 * No data may leave the machine. Sockets really connect and listen, and the test records each address. Datagrams, `fetch` and the machine's
 * resolver are blocked.
 */
const closedWays: string[] = []

const closed = (way: string) => () => {
  closedWays.push(way)
  throw new Error(`${way} is closed in this test`)
}

/** Returns the host in the arguments of `connect` or `listen`: a port and a host, options, or Node's normalized list of them. */
const placeOf = (given: readonly unknown[]): string => {
  const [first, second] = given.flat()
  if (typeof first === 'object' && first !== null)
    return 'host' in first && typeof first.host === 'string' ? first.host : 'any'
  return typeof second === 'string' ? second : 'any'
}

/** The destinations and listening addresses of sockets; the real functions still run. */
const sockets = { places: (): string[] => [] }

beforeEach(() => {
  closedWays.length = 0
  vi.stubGlobal('fetch', closed('fetch'))
  vi.spyOn(dgram.Socket.prototype, 'send').mockImplementation(closed('send'))
  const { lookup } = dns
  // Node also passes listening addresses through `lookup`; an IP address needs no lookup.
  const onlyAddresses = (...given: Parameters<typeof lookup>) =>
    net.isIP(given[0]) === 0 ? closed('lookup')() : lookup(...given)
  vi.spyOn(dns, 'lookup').mockImplementation(Object.assign(onlyAddresses, { __promisify__: closed('lookup') }))
  vi.spyOn(dns, 'reverse').mockImplementation(closed('reverse'))
  for (const method of ['resolve', 'resolve4', 'resolve6', 'resolveMx', 'resolveTxt'] as const)
    vi.spyOn(dns, method).mockImplementation(Object.assign(closed(method), { __promisify__: closed(method) }))
  const connect = vi.spyOn(net.Socket.prototype, 'connect')
  const listen = vi.spyOn(net.Server.prototype, 'listen')
  sockets.places = () => [...connect.mock.calls, ...listen.mock.calls].map(placeOf)
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('the simulated internet', () => {
  it('opens no socket for any query to a resolver, in any scenario', async () => {
    for (const { name: scenario } of scenarios) {
      const resolver = createResolver({ scenario })
      const asked = [
        resolver.resolve4('mail.example'),
        resolver.resolve6('www.mail.example'),
        resolver.resolveAny('mail.example'),
        resolver.resolveMx('mail.example'),
        resolver.resolveSoa('mail.example'),
        resolver.reverse('198.51.100.25'),
        resolver.lookup('mail.example', { all: true }),
        resolver.lookup('localhost'),
      ]
      await Promise.allSettled(asked)
    }
    expect([sockets.places(), closedWays]).toEqual([[], []])
  })

  it('serves mail servers only on loopback, and sends no query about clients', async () => {
    for (const scenario of ['healthy', 'mx-down', 'greylisting'] as const) {
      await using server = await startMailServer({ domain: 'mail.example', scenario })
      const client = await connectSmtp(server.port).catch(() => undefined)
      await client?.send({ from: 'ben@client.example', to: ['ana@mail.example'], text: 'Subject: hello' })
      client?.end()
    }
    expect(new Set(sockets.places())).toEqual(new Set(['127.0.0.1']))
    expect(closedWays).toEqual([])
  })

  it('would be detected if it did', async () => {
    expect(() => dns.lookup('mail.example', () => undefined)).toThrow('closed')
    expect(() => dns.reverse('127.0.0.1', () => undefined)).toThrow('closed')
    expect(() => dgram.createSocket('udp4').send('x', 9)).toThrow('closed')
    const server = net.createServer().listen(0, '127.0.0.2')
    await new Promise((resolve) => {
      server.close(resolve)
    })
    net.connect(9, '127.0.0.3').on('error', () => undefined)
    expect(closedWays).toEqual(['lookup', 'reverse', 'send'])
    expect(sockets.places().toSorted()).toEqual(['127.0.0.2', '127.0.0.3'])
  })
})
