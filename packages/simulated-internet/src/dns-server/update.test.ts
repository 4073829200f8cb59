import type { WorldDocument } from '@netbox/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createClient } from '../../test/support/dns-messages.ts'
import { SECRET, signed, type Signing, updateMessage, type UpdateRecord } from '../../test/support/update-messages.ts'
import { encodeName } from './names.ts'
import { rcodeText } from './message.ts'

const [NONE, ANY] = [254, 255]
const [A, NS, CNAME, SOA, MX, TXT] = [1, 2, 5, 6, 15, 16]
const text = (value: string): Buffer => Buffer.concat([Buffer.of(value.length), Buffer.from(value)])
const address = (last: number): string => `c00002${last.toString(16).padStart(2, '0')}`
const soa = {
  primary: 'ns1.shop.example',
  mailbox: 'hostmaster@shop.example',
  refresh: 3600,
  retry: 600,
  expire: 86_400,
}
const shop: WorldDocument = {
  domains: {
    'shop.example': {
      complete: true,
      update: ['deploy'],
      records: { SOA: { ...soa, serial: 0xffff_ffff, minimum: 300 }, NS: ['ns1.shop.example'], A: ['192.0.2.10'] },
    },
    'ns1.shop.example': { records: { A: ['192.0.2.54'] } },
    'www.shop.example': { records: { CNAME: 'shop.example' } },
    '*.dev.shop.example': { records: { A: ['192.0.2.11'] } },
    'other.example': { complete: true, records: { A: ['192.0.2.12'] } },
  },
}
const keys = {
  deploy: { algorithm: 'hmac-sha256', secret: SECRET },
  other: { algorithm: 'hmac-sha256', secret: SECRET },
} as const
const SERVER = '192.0.2.54'

const open = (world: WorldDocument = shop) => {
  const client = createClient({ seed: 'k3f9', scenario: 'healthy', world, keys })
  const send = async (message: Buffer, server = SERVER): Promise<string> =>
    rcodeText(((await client.send(message, { server, transport: 'tcp' }))?.[3] ?? 0) & 15)
  return {
    ...client,
    send,
    update: async (
      updates: readonly UpdateRecord[],
      prerequisites: readonly UpdateRecord[] = [],
      signing: Signing = {},
    ) => send(signed(updateMessage('shop.example', updates, prerequisites), signing)),
    recordsOf: (name: string) => client.live.document()?.domains?.[name]?.records,
    serial: () => client.live.document()?.domains?.['shop.example']?.records?.SOA?.serial,
  }
}

/** Returns the octets of a message after its id, with letters in lower case. */
const lowerCase = (message: Buffer): Buffer => Buffer.from(message.toString('latin1', 2).toLowerCase(), 'latin1')

const record = (name: string, type: number, data: string | Buffer, ttl = 60): UpdateRecord => ({
  name,
  type,
  data,
  ttl,
})

describe('an update', () => {
  it('adds and deletes records, names and sets, and gives the zone a new serial number', async () => {
    const { update, recordsOf, serial, ask } = open()
    expect(
      await update([
        record('new.shop.example', A, address(20)),
        record('new.shop.example', A, address(21)),
        record('new.shop.example', TXT, text('hello')),
      ]),
    ).toBe('NOERROR')
    expect(recordsOf('new.shop.example')).toEqual({
      A: [
        { address: '192.0.2.20', ttl: 60 },
        { address: '192.0.2.21', ttl: 60 },
      ],
      TXT: [{ value: 'hello', ttl: 60 }],
    })
    expect(serial()).toBe(1)
    expect((await ask('new.shop.example', 'TXT'))?.answers).toHaveLength(1)
    await update([{ name: 'new.shop.example', type: A, class: NONE, data: address(20) }])
    expect(recordsOf('new.shop.example')?.A).toEqual([{ address: '192.0.2.21', ttl: 60 }])
    await update([{ name: 'new.shop.example', type: A, class: ANY }])
    expect(recordsOf('new.shop.example')).toEqual({ TXT: [{ value: 'hello', ttl: 60 }] })
    await update([{ name: 'new.shop.example', type: ANY, class: ANY }])
    expect(recordsOf('new.shop.example')).toBeUndefined()
    expect((await ask('new.shop.example', 'TXT'))?.rcode).toBe('NXDOMAIN')
    expect(serial()).toBe(4)
  })

  it('that changes nothing leaves the serial number', async () => {
    const { update, serial } = open()
    expect(await update([{ name: 'missing.shop.example', type: ANY, class: ANY }])).toBe('NOERROR')
    expect(await update([record('shop.example', A, address(10), 3600)])).toBe('NOERROR')
    expect(serial()).toBe(0xffff_ffff)
  })

  it('keeps the SOA record and the last NS record of the zone, and its own serial number only if it is higher', async () => {
    const { update, recordsOf, serial } = open()
    await update([{ name: 'shop.example', type: ANY, class: ANY }])
    expect(Object.keys(recordsOf('shop.example') ?? {}).toSorted()).toEqual(['NS', 'SOA'])
    await update([{ name: 'shop.example', type: NS, class: NONE, data: encodeName('ns1.shop.example') }])
    await update([{ name: 'shop.example', type: NS, class: ANY }])
    expect(recordsOf('shop.example')?.NS).toHaveLength(1)
    const withSerial = (number: number): Buffer => {
      const octets = Buffer.alloc(20)
      octets.writeUInt32BE(number)
      return Buffer.concat([encodeName('ns1.shop.example'), encodeName('root.shop.example'), octets])
    }
    await update([record('shop.example', SOA, withSerial(0xffff_fff0))])
    expect(serial()).toBe(1)
    await update([record('shop.example', SOA, withSerial(50))])
    expect(serial()).toBe(50)
  })

  it('leaves an alias without other records', async () => {
    const { update, recordsOf } = open()
    await update([
      record('www.shop.example', A, address(30)),
      record('shop.example', CNAME, encodeName('www.shop.example')),
      record('www.shop.example', CNAME, encodeName('new.example')),
    ])
    expect(recordsOf('www.shop.example')).toEqual({ CNAME: { target: 'new.example', ttl: 60 } })
    expect(recordsOf('shop.example')?.CNAME).toBeUndefined()
  })

  it('keeps the records of the seed beside those that it adds', async () => {
    const { send, ask } = open({ domains: { 'shop.example': { update: ['deploy'] } } })
    const before = (await ask('shop.example', 'TXT', { transport: 'tcp' }))?.answers.length ?? 0
    expect(before).toBeGreaterThan(0)
    // The resolver of the tools forwards updates to the nameservers.
    const toResolver = async (updates: readonly UpdateRecord[]) =>
      send(signed(updateMessage('shop.example', updates)), '192.0.2.53')
    expect(
      await toResolver([record('shop.example', TXT, text('token')), record('_x.shop.example', TXT, text('x'))]),
    ).toBe('NOERROR')
    expect((await ask('shop.example', 'TXT', { transport: 'tcp' }))?.answers).toHaveLength(before + 1)
    await toResolver([
      { name: '_x.shop.example', type: ANY, class: ANY },
      { name: 'www.shop.example', type: ANY, class: ANY },
    ])
    expect((await ask('_x.shop.example', 'TXT'))?.rcode).toBe('NXDOMAIN')
    expect((await ask('www.shop.example', 'A'))?.answers).toEqual([])
  })

  it('is made only if all its prerequisites are met, and then completely', async () => {
    const add = [record('new.shop.example', A, address(20))]
    const name = 'www.shop.example'
    const cases: readonly (readonly [string, readonly UpdateRecord[]])[] = [
      ['YXDOMAIN', [{ name, type: ANY, class: NONE }]],
      ['NXDOMAIN', [{ name: 'no.shop.example', type: ANY, class: ANY }]],
      // A wildcard doesn't make the names below it exist.
      ['NXDOMAIN', [{ name: 'x.dev.shop.example', type: ANY, class: ANY }]],
      ['YXRRSET', [{ name, type: CNAME, class: NONE }]],
      ['NXRRSET', [{ name, type: A, class: ANY }]],
      [
        'NXRRSET',
        [
          { name: 'shop.example', type: A, data: address(10) },
          { name: 'shop.example', type: A, data: address(11) },
        ],
      ],
      ['NOTZONE', [{ name: 'other.example', type: ANY, class: ANY }]],
      ['FORMERR', [{ name, type: ANY, class: ANY, ttl: 1 }]],
      ['FORMERR', [{ name, type: ANY, class: 3 }]],
      [
        'NOERROR',
        [
          { name: 'shop.example', type: A, data: address(10) },
          { name, type: ANY, class: ANY },
        ],
      ],
    ]
    for (const [code, prerequisites] of cases) {
      const { update, recordsOf } = open()
      expect(await update(add, prerequisites), JSON.stringify(prerequisites)).toBe(code)
      expect(recordsOf('new.shop.example') === undefined).toBe(code !== 'NOERROR')
    }
  })

  it('with one record that no zone or no document can have changes nothing', async () => {
    const add = record('new.shop.example', A, address(20))
    const cases: readonly (readonly [string, UpdateRecord])[] = [
      ['NOTZONE', record('other.example', A, address(1))],
      ['FORMERR', record('new.shop.example', ANY, address(1))],
      ['FORMERR', { name: 'new.shop.example', type: A, class: ANY, data: address(1) }],
      ['FORMERR', { name: 'new.shop.example', type: A, class: NONE, ttl: 60, data: address(1) }],
      ['FORMERR', record('new.shop.example', A, '0102')],
      ['FORMERR', record('new.shop.example', MX, '0001')],
      ['REFUSED', record('new.shop.example', 48, '0101030dff')],
      ['REFUSED', record('new.shop.example', A, 'e0000001')],
    ]
    for (const [code, wrong] of cases) {
      const { update, recordsOf, log } = open()
      expect([code, await update([add, wrong])]).toEqual([code, code])
      expect(recordsOf('new.shop.example')).toBeUndefined()
      expect(log.entries().at(-1)?.answer).toContain(code)
    }
  })

  it('is refused without the right key, with a code that says why', async () => {
    const { update, send, recordsOf, log } = open()
    const add = [record('new.shop.example', A, address(20))]
    expect(await send(updateMessage('shop.example', add))).toBe('REFUSED')
    expect(await update(add, [], { key: 'other' })).toBe('REFUSED')
    expect(await send(signed(updateMessage('other.example', [])))).toBe('NOTAUTH')
    expect(await send(signed(updateMessage('shop.example', add)), '8.8.8.8')).toBe('NOTAUTH')
    const errorOf = async (signing: Signing): Promise<string> => {
      expect(await update(add, [], signing)).toBe('NOTAUTH')
      return log.entries().at(-1)?.answer ?? ''
    }
    expect(await errorOf({ key: 'nobody' })).toBe('NOTAUTH, BADKEY')
    expect(await errorOf({ algorithm: 'hmac-sha512' })).toBe('NOTAUTH, BADKEY')
    expect(await errorOf({ secret: 'd3Jvbmc=' })).toBe('NOTAUTH, BADSIG')
    expect(await errorOf({ time: Date.now() / 1000 - 301 })).toBe('NOTAUTH, BADTIME')
    expect(await errorOf({ macLength: 16 })).toBe('NOTAUTH, BADTRUNC')
    expect(await update(add, [], { macLength: 9 })).toBe('FORMERR')
    expect(recordsOf('new.shop.example')).toBeUndefined()
  })

  it('may have as many records as a message, and one that counts more than it has is malformed', async () => {
    const { update, send, serial, ask, recordsOf } = open()
    const many = Array.from({ length: 1500 }, (_, index) => record(`n${index}.shop.example`, A, address(20)))
    expect(await update(many)).toBe('NOERROR')
    expect(recordsOf('n1499.shop.example')).toBeDefined()
    const last = serial()
    const message = updateMessage('shop.example', [record('new.shop.example', A, address(20))])
    message.writeUInt16BE(10_000, 8)
    expect(await send(signed(message))).toBe('FORMERR')
    expect(serial()).toBe(last)
    expect((await ask('shop.example', 'A'))?.answers).toHaveLength(1)
  })

  it('that is malformed gets a code, and no other request suffers', async () => {
    const { send, ask, serial } = open()
    const whole = signed(updateMessage('shop.example', [record('new.shop.example', A, address(20))]))
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(255), fc.nat(whole.length), async (at, octet, end) => {
        const changed = Buffer.from(whole)
        changed[at] = octet
        // Bit 7 of the flags makes it a response.
        changed[2] = (changed[2] ?? 0) & 0x7f
        // Servers on the way may change the id, and the case of letters in names doesn't matter.
        const isEqual = lowerCase(changed).equals(lowerCase(whole))
        if (!isEqual) expect(await send(changed)).toMatch(/^(?:FORMERR|NOTAUTH|REFUSED|NOTIMP)$/)
        const cut = whole.subarray(0, Math.max(end, 12))
        if (cut.length < whole.length) expect(await send(cut)).toBe('FORMERR')
      }),
    )
    expect(serial()).toBe(0xffff_ffff)
    expect((await ask('shop.example', 'A'))?.answers).toHaveLength(1)
  })
})

describe('a signed query', () => {
  it('gets a signed answer, and a wrong signature none', async () => {
    const { send, ask } = createClient({ seed: 'k3f9', scenario: 'healthy', world: shop, keys })
    expect((await ask('shop.example', 'A'))?.additionals.map(({ type }) => type)).toEqual(['OPT'])
    const query = updateMessage('shop.example', [])
    query[2] = 0
    const answer = await send(signed(query), { server: SERVER })
    expect(answer?.readUInt16BE(6)).toBe(1)
    expect(answer?.readUInt16BE(10)).toBe(1)
    expect((await send(signed(query, { secret: 'd3Jvbmc=' })))?.[3]).toBe(9)
  })
})
