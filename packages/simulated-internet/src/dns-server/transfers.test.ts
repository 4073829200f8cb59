import type { ScenarioText, WorldDocument, WorldRecords } from '@netbox/core'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { describe, expect, it, vi } from 'vitest'
import { serveMessages } from './start-dns-server.ts'
import { createClient, readResponse } from '../../test/support/dns-messages.ts'
import { END_OF_CONNECTION } from './transfers.ts'
import { SECRET, signed, transferMessage } from '../../test/support/update-messages.ts'

const keys = { deploy: { algorithm: 'hmac-sha256', secret: SECRET } } as const
const soaOf = (serial: number) => ({
  primary: 'ns1.shop.example',
  mailbox: 'hostmaster@shop.example',
  serial,
  refresh: 3600,
  retry: 600,
  expire: 86_400,
  minimum: 300,
})
const SERVER = '192.0.2.54'

const shopWith = (serial: number, names: Readonly<Record<string, WorldRecords>>, transfer: 'any' | string[] = 'any') =>
  ({
    domains: {
      'shop.example': {
        complete: true,
        dnssec: 'insecure',
        transfer,
        records: { SOA: soaOf(serial), NS: ['ns1.shop.example'] },
      },
      'ns1.shop.example': { records: { A: [SERVER] } },
      ...Object.fromEntries(Object.entries(names).map(([name, records]) => [`${name}.shop.example`, { records }])),
    },
  }) satisfies WorldDocument

const open = (world: WorldDocument, scenario: ScenarioText = 'healthy') => {
  const client = createClient({ seed: 'k3f9', scenario, world, keys })
  const transfer = async (message: Buffer, server = SERVER, transport: 'tcp' | 'udp' = 'tcp') => {
    const sent = (await client.sendAll(message, { server, transport })).flatMap((octets) => octets ?? [])
    const messages = sent.filter((octets) => octets !== END_OF_CONNECTION)
    const responses = messages.map(readResponse)
    const records = responses.flatMap(({ answers }) =>
      answers.map((answer) => {
        const data = 'data' in answer ? answer.data : undefined
        const text = answer.type === 'SOA' ? (data as { serial: number }).serial : JSON.stringify(data)
        return `${answer.name} ${answer.type} ${text}`
      }),
    )
    const isCut = sent.at(-1) === END_OF_CONNECTION
    return { rcode: responses[0]?.rcode, records, messages, isCut, log: client.log.entries().at(-1)?.answer }
  }
  const whole = (zone = 'shop.example') => transferMessage(zone)
  return { ...client, transfer, whole, since: (serial: number) => transferMessage('shop.example', serial) }
}

const SOA = 'shop.example SOA'
const NS = 'shop.example NS "ns1.shop.example"'
const GLUE = 'ns1.shop.example A "192.0.2.54"'

describe('a transfer', () => {
  it('has all records of a zone between two copies of its SOA record', async () => {
    const { transfer, whole } = open(shopWith(7, { '*.dev': { A: ['192.0.2.7'] }, www: { CNAME: 'shop.example' } }))
    const { records, rcode } = await transfer(whole())
    expect(rcode).toBe('NOERROR')
    expect([records[0], records.at(-1)]).toEqual([`${SOA} 7`, `${SOA} 7`])
    expect(records.slice(1, -1).toSorted()).toEqual(
      ['*.dev.shop.example A "192.0.2.7"', GLUE, NS, 'www.shop.example CNAME "shop.example"'].toSorted(),
    )
  })

  it('has the zone of the known internet that everybody may list, unless the world says otherwise', async () => {
    const NSZTM1 = '81.4.108.41'
    const { transfer, whole } = open({})
    const { records, log } = await transfer(whole('zonetransfer.me'), NSZTM1)
    expect(log).toBe('whole zone, serial 2019100801, 50 records')
    expect(records).toContain('14.105.196.5.in-addr.arpa.zonetransfer.me PTR "www.zonetransfer.me"')
    expect((await open(shopWith(1, {})).transfer(whole('zonetransfer.me'), NSZTM1)).records).toEqual(records)
    expect((await transfer(whole('zonetransfer.me'))).rcode).toBe('NOTAUTH')
    const others: WorldDocument[] = [
      { known: false },
      { domains: { 'zonetransfer.me': { records: { A: ['192.0.2.1'] } } } },
      { domains: { 'zonetransfer.me': { complete: true } } },
    ]
    for (const world of others)
      expect((await open(world).transfer(whole('zonetransfer.me'), NSZTM1)).rcode).toBe('REFUSED')
  })

  it('takes several signed messages for many records', async () => {
    const names = Object.fromEntries(
      Array.from({ length: 1000 }, (_, index) => [`n${index}`, { TXT: ['x'.repeat(30)] }]),
    )
    const { transfer, whole } = open(shopWith(1, names, ['deploy']))
    const { messages, records } = await transfer(signed(whole()))
    expect(records).toHaveLength(1004)
    expect(messages.length).toBeGreaterThan(3)
    for (const message of messages) expect(message.readUInt16BE(10)).toBe(1)
  })

  it('since a state has the changes of each step', async () => {
    const { transfer, since, live } = open(shopWith(0xffff_ffff, { a: { A: ['192.0.2.1'] } }))
    const { records: first } = await transfer(since(0xffff_ffff))
    expect(first).toEqual([`${SOA} 4294967295`])
    live.set({ world: shopWith(1, { a: { A: ['192.0.2.2'] } }) })
    await transfer(since(1))
    live.set({ world: shopWith(2, { b: { A: ['192.0.2.3'] } }) })
    const { records, log } = await transfer(since(0xffff_ffff))
    expect(records).toEqual([
      `${SOA} 2`,
      `${SOA} 4294967295`,
      'a.shop.example A "192.0.2.1"',
      `${SOA} 1`,
      'a.shop.example A "192.0.2.2"',
      `${SOA} 1`,
      'a.shop.example A "192.0.2.2"',
      `${SOA} 2`,
      'b.shop.example A "192.0.2.3"',
      `${SOA} 2`,
    ])
    expect(log).toBe('changes, serial 2, 10 records')
    expect((await transfer(since(99))).records).toEqual([
      `${SOA} 2`,
      NS,
      'b.shop.example A "192.0.2.3"',
      GLUE,
      `${SOA} 2`,
    ])
    expect((await transfer(since(1), SERVER, 'udp')).records).toEqual([`${SOA} 2`])
    // With an older serial number, the states before say nothing.
    live.set({ world: shopWith(1, {}) })
    expect((await transfer(since(2))).records).toEqual([`${SOA} 1`, NS, GLUE, `${SOA} 1`])
  })

  it('is refused with a code and a line in the log', async () => {
    const { transfer, whole, since } = open(shopWith(1, {}, ['deploy']))
    const refusals = [
      await transfer(whole()),
      await transfer(signed(whole(), { secret: 'd3Jvbmc=' })),
      await transfer(whole('mail.example')),
      await transfer(signed(whole()), '198.51.100.1'),
      await transfer(signed(whole()), SERVER, 'udp'),
      await transfer(since(1).subarray(0, -1)),
    ]
    expect(refusals.map(({ log }) => log)).toEqual([
      'REFUSED: the request is not signed',
      'NOTAUTH, BADSIG',
      'REFUSED',
      'NOTAUTH: this server is not authoritative for shop.example',
      'FORMERR: transfers need TCP',
      'FORMERR',
    ])
    expect(refusals.map(({ records }) => records.length)).toEqual([0, 0, 0, 0, 0, 0])
  })

  it('fails as the scenario says, and signed transfers too', async () => {
    const world = shopWith(2, { a: { A: ['192.0.2.1'] }, b: { A: ['192.0.2.2'] } }, ['deploy'])
    const resultsIn = async (scenario: ScenarioText) => {
      const { transfer, whole, since } = open(world, scenario)
      const found = [await transfer(signed(whole())), await transfer(signed(since(2)))]
      return found.map(({ rcode, records, isCut, log }) => [rcode, records.length, isCut, log])
    }
    expect(await resultsIn('axfr-refused')).toEqual([
      ['REFUSED', 0, false, 'REFUSED: the scenario axfr-refused'],
      ['REFUSED', 0, false, 'REFUSED: the scenario axfr-refused'],
    ])
    expect(await resultsIn('ixfr-servfail')).toEqual([
      ['NOERROR', 6, false, 'whole zone, serial 2, 6 records'],
      ['SERVFAIL', 0, false, 'SERVFAIL: the scenario ixfr-servfail'],
    ])
    expect(await resultsIn('axfr-cut:shop.example')).toEqual([
      ['NOERROR', 3, true, 'whole zone, serial 2, 6 records, cut'],
      ['NOERROR', 1, true, 'no change, serial 2, 1 records, cut'],
    ])
    expect(await resultsIn('axfr-cut:mail.example')).toEqual(await resultsIn('healthy'))
  })

  it('waits while sixteen run', async () => {
    const { transfer, whole, transfers } = open(shopWith(1, {}))
    const [end] = Array.from({ length: 16 }, () => transfers.begin())
    expect((await transfer(whole())).log).toBe('SERVFAIL: 16 transfers are running')
    end?.()
    expect((await transfer(whole())).rcode).toBe('NOERROR')
  })

  it('runs until the client has read it, or is gone', async () => {
    let running = 0
    const begin = () => {
      running++
      return () => void running--
    }
    // A client that leaves with unread answers resets the connection.
    const server = createServer((socket) =>
      serveMessages(
        socket.on('error', () => undefined),
        () => Array.from({ length: 2000 }, () => Buffer.alloc(16_384)),
        begin,
      ),
    )
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const ask = async () => {
      const socket = connect(port, '127.0.0.1')
      socket.pause()
      socket.write(Buffer.of(0, 1, 0))
      await vi.waitFor(() => expect(running).toBe(1))
      return socket
    }
    const reader = await ask()
    reader.resume()
    await vi.waitFor(() => expect(running).toBe(0), { timeout: 20_000 })
    const leaver = await ask()
    leaver.destroy()
    await vi.waitFor(() => expect(running).toBe(0), { timeout: 20_000 })
    reader.destroy()
    server.close()
  })

  it('has at most 10,000 records', async () => {
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`n${index}`, { A: ['192.0.2.1'] }]))
    const { transfer, whole } = open(shopWith(1, many))
    expect((await transfer(whole())).log).toBe('REFUSED: the zone has more than 10000 records')
  })
})
