import { scenarios } from '@netbox/core'
import { publicResolversOf, queryDns, type World, zoneOf } from '@netbox/core/dns'
import { FIXED_TIME } from '@netbox/core/testing'
import type { Answer } from 'dns-packet'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createClient, questionOf, readResponse } from '../../test/support/dns-messages.ts'
import { createLoopbackAddressing } from '../internet/addressing.ts'
import { labels } from '../../test/support/names.ts'

const seeds = fc.string({ minLength: 1, maxLength: 12 })
const anyScenario = fc.constantFrom(...scenarios.map(({ name }) => name))
const names = fc
  .tuple(
    fc.array(fc.oneof(labels, fc.constantFrom('_dmarc', '_tcp', 'www', 'mx1', 'ns1', '_25._tcp.mx1')), {
      maxLength: 2,
    }),
    labels,
    fc.constantFrom('example', 'test', 'co.uk', 'invalid'),
  )
  .map(([hosts, name, top]) => [...hosts, name, top].join('.'))
const TYPES = ['A', 'AAAA', 'CAA', 'CNAME', 'MX', 'NS', 'PTR', 'SOA', 'SRV', 'TLSA', 'TXT'] as const

const at = FIXED_TIME
const healthy = { seed: 'k3f9', scenario: 'healthy', at } as const

/** Returns the data of a record from core, in a form for comparison. */
const dataOf = (answer: Answer): unknown => {
  if (!('data' in answer)) return undefined
  if (answer.type === 'TXT') return Buffer.concat(answer.data as Buffer[]).toString()
  if (answer.type === 'MX') return `${answer.data.preference} ${answer.data.exchange}`
  if (answer.type === 'SRV') return `${answer.data.port} ${answer.data.target}`
  if (answer.type === 'SOA') return `${answer.data.mname} ${answer.data.serial}`
  if (answer.type === 'TLSA') return answer.data.certificate.toString('hex')
  if (answer.type === 'CAA') return answer.data.value
  return answer.data
}

const expected: { readonly [Type in (typeof TYPES)[number]]: (record: never) => unknown } = {
  A: ({ address }: { address: string }) => address,
  // The decoder writes IPv4-mapped addresses as URLs do.
  AAAA: ({ address }: { address: string }) => new URL(`http://[${address}]`).hostname.slice(1, -1),
  CAA: ({ value }: { value: string }) => value,
  CNAME: ({ target }: { target: string }) => target,
  MX: ({ priority, exchange }: { priority: number; exchange: string }) => `${priority} ${exchange}`,
  NS: ({ host }: { host: string }) => host,
  PTR: ({ host }: { host: string }) => host,
  SOA: ({ primary, serial }: { primary: string; serial: number }) => `${primary} ${serial}`,
  SRV: ({ port, host }: { port: number; host: string }) => `${port} ${host}`,
  TLSA: ({ data }: { data: string }) => data,
  TXT: ({ value }: { value: string }) => value,
}

const RCODES = { found: 'NOERROR', 'no-data': 'NOERROR', nxdomain: 'NXDOMAIN', failure: 'SERVFAIL' } as const

const nameserverOf = (world: World, zone: string): string => zoneOf(world, zone)?.nameservers[0]?.addresses[0] ?? ''

describe('the resolver', () => {
  it('returns the same as queryDns, for any seed, scenario, name and type', async () => {
    await fc.assert(
      fc.asyncProperty(seeds, anyScenario, names, fc.constantFrom(...TYPES), async (seed, scenario, name, type) => {
        const { ask, live } = createClient({ seed, scenario, at })
        const answer = queryDns(live.now(), name, type, { tries: 1000 })
        const response = await ask(name, type, { transport: 'tcp' })
        expect(response?.rcode).toBe(RCODES[answer.outcome as keyof typeof RCODES])
        const records = response?.answers.filter((record) => record.type === type) ?? []
        expect(records.map(dataOf)).toEqual(answer.records.map((record) => expected[type](record as never)))
        const alias = response?.answers.find((record) => record.type === 'CNAME')
        if (type !== 'CNAME')
          expect(alias && dataOf(alias)).toBe(answer.outcome === 'failure' ? undefined : answer.aliases[0]?.target)
        expect(response?.authorities.some((record) => record.type === 'SOA')).toBe(
          ['nxdomain', 'no-data'].includes(answer.outcome),
        )
      }),
    )
  })

  it('returns the records that a world document states, of any type, to the name and its aliases', async () => {
    const pin = { usage: 3, selector: 1, matchingType: 1, data: '00ff' }
    const world = {
      domains: {
        'shop.example': {
          records: { TYPE65: [{ data: '00010000', ttl: 60 }], TXT: [{ strings: ['a', String.raw`\255`] }] },
        },
        'www.shop.example': { records: { CNAME: 'shop.example' } },
        '_25._tcp.mx.shop.example': { records: { TLSA: [pin] } },
      },
    }
    const { ask } = createClient({ ...healthy, world })
    const data = async (name: string, type: string) =>
      (await ask(name, type, { transport: 'tcp' }))?.answers.map((answer) => [
        answer.name,
        'data' in answer && answer.data,
      ])
    const https = ['shop.example', Buffer.from('00010000', 'hex')]
    expect(await data('shop.example', 'UNKNOWN_65')).toEqual([https])
    expect(await data('www.shop.example', 'UNKNOWN_65')).toEqual([['www.shop.example', 'shop.example'], https])
    expect(await data('shop.example', 'UNKNOWN_64')).toEqual([])
    expect(await data('shop.example', 'TXT')).toEqual([['shop.example', [Buffer.from('a'), Buffer.of(255)]]])
    expect(await data('_25._tcp.mx.shop.example', 'TLSA')).toEqual([
      ['_25._tcp.mx.shop.example', { usage: 3, selector: 1, matchingType: 1, certificate: Buffer.from('00ff', 'hex') }],
    ])
  })

  const cname = (target: string) => ({ records: { CNAME: target } })
  const aliases = {
    domains: {
      'a.shop.example': cname('b.shop.example'),
      'b.shop.example': cname('c.shop.example'),
      'c.shop.example': { records: { A: ['198.51.100.7'] } },
      'lost.shop.example': cname('gone.shop.example'),
      'gone.shop.example': { dns: 'nxdomain' },
      'void.shop.example': cname('nothing.invalid'),
      'round.shop.example': cname('trip.shop.example'),
      'trip.shop.example': cname('round.shop.example'),
      'away.shop.example': cname('a.corp.example'),
      'a.corp.example': cname('a.shop.example'),
    },
  } as const
  const lines = (answers: readonly Answer[] = []) =>
    answers
      .filter(({ type }) => type === 'CNAME' || type === 'A')
      .map((answer) => `${answer.name} ${String(dataOf(answer))}`)

  it('follows aliases as records, and signs each at its own name (RFC 1034, section 4.3.2)', async () => {
    const { ask } = createClient({ ...healthy, world: aliases })
    const response = await ask('a.shop.example', 'A', { dnssec: true, transport: 'tcp' })
    const chain = ['a.shop.example b.shop.example', 'b.shop.example c.shop.example', 'c.shop.example 198.51.100.7']
    expect(lines(response?.answers)).toEqual(chain)
    const signed = response?.answers.flatMap((answer) => (answer.type === 'RRSIG' ? [answer.name] : []))
    expect(signed).toEqual(['a.shop.example', 'b.shop.example', 'c.shop.example'])
    expect(lines((await ask('b.shop.example', 'A'))?.answers)).toEqual(chain.slice(1))
    for (const [name, end] of [
      ['lost.shop.example', 'gone.shop.example'],
      ['void.shop.example', 'nothing.invalid'],
    ] as const) {
      const missing = await ask(name, 'A')
      expect([missing?.rcode, lines(missing?.answers)]).toEqual(['NXDOMAIN', [`${name} ${end}`]])
    }
    expect((await ask('round.shop.example', 'A'))?.rcode).toBe('SERVFAIL')
    expect(lines((await ask('round.shop.example', 'CNAME'))?.answers)).toEqual(['round.shop.example trip.shop.example'])
  })

  it('is not needed: a nameserver follows aliases in its own zone', async () => {
    const { ask, live } = createClient({ ...healthy, world: aliases })
    const server = nameserverOf(live.now(), 'shop.example')
    const asked = async (name: string) => {
      const response = await ask(name, 'A', { server })
      return [response?.rcode, lines(response?.answers), response?.authorities.map(({ type }) => type)]
    }
    const chain = ['a.shop.example b.shop.example', 'b.shop.example c.shop.example', 'c.shop.example 198.51.100.7']
    expect(await asked('a.shop.example')).toEqual(['NOERROR', chain, []])
    expect(await asked('away.shop.example')).toEqual(['NOERROR', ['away.shop.example a.corp.example'], []])
    expect(await asked('void.shop.example')).toEqual(['NOERROR', ['void.shop.example nothing.invalid'], []])
    expect(await asked('lost.shop.example')).toEqual(['NXDOMAIN', ['lost.shop.example gone.shop.example'], ['SOA']])
    // An NSEC record with the CNAME type would be no proof that there is no DS record (RFC 4035, section 5.4).
    const ds = await ask('lost.shop.example', 'DS', { server, dnssec: true, transport: 'tcp' })
    expect(lines(ds?.answers)).toEqual(['lost.shop.example gone.shop.example'])
    const circle = ['round.shop.example trip.shop.example', 'trip.shop.example round.shop.example']
    expect(await asked('round.shop.example')).toEqual(['NOERROR', circle, []])
  })

  it('loses over UDP the queries that a resolver of one try loses, and none over TCP', async () => {
    const { ask, live } = createClient({ seed: 'k3f9', scenario: 'packet-loss', at })
    const hosts = Array.from({ length: 200 }, (_, index) => `host${index}.example`)
    const lost: string[] = []
    for (const host of hosts) if ((await ask(host, 'A')) === undefined) lost.push(host)
    expect(lost).toEqual(hosts.filter((host) => queryDns(live.now(), host, 'A', { tries: 1 }).outcome === 'timeout'))
    expect(lost.length).toBeGreaterThan(20)
    for (const host of lost) expect(await ask(host, 'A', { transport: 'tcp' })).toBeDefined()
  })

  it('answers a lost query when it is repeated, as often as queryDns needs', async () => {
    const { ask } = createClient({ seed: 'k3f9', scenario: 'packet-loss', at })
    const lost = Array.from({ length: 100 }, (_, index) => `host${index}.example`)
    let tries = 0
    for (const host of lost) while ((await ask(host, 'MX')) === undefined) tries++
    expect(tries).toBeGreaterThan(5)
    expect(tries).toBeLessThan(60)
  })

  it('refuses a bogus zone with the reason, and returns it to a client that validates itself', async () => {
    const { ask, send } = createClient({ seed: 'k3f9', scenario: 'dnssec-bogus', at })
    expect((await ask('shop.example', 'A'))?.rcode).toBe('SERVFAIL')
    const reply = (await send(questionOf('shop.example', 'A'))) ?? Buffer.alloc(0)
    // Extended DNS error 9, DNSKEY Missing.
    expect(reply.toString('latin1')).toContain('\0\x09no DNSKEY of shop.example. has the key tag ')
    const unchecked = await ask('shop.example', 'A', { checkingDisabled: true, dnssec: true })
    expect([unchecked?.rcode, unchecked?.flag_ad]).toEqual(['NOERROR', false])
    expect(unchecked?.answers.map(({ type }) => type)).toContain('RRSIG')
  })

  it('marks an answer as authentic exactly if the whole chain is', async () => {
    const { ask } = createClient({ seed: 'k3f9', scenario: 'random', at })
    for (let index = 0; index < 40; index++) {
      const response = await ask(`shop${index}.example`, 'SOA', { dnssec: true })
      const isSigned = response?.answers.some(({ type }) => type === 'RRSIG')
      if (response?.rcode === 'NOERROR') expect(response.flag_ad).toBe(isSigned)
    }
  })

  it('of the sixteen has the old copy that dns-propagation shows', async () => {
    const { ask, live } = createClient({ seed: 'k3f9', scenario: 'propagation-partial', at })
    const given = await Promise.all(
      publicResolversOf(live.now()).map(async ({ address: server }) => {
        const wanted = queryDns(live.now(), 'shop.example', 'A', { server, tries: 1000 }).records.map(
          ({ address }) => address,
        )
        const response = await ask('shop.example', 'A', { server, transport: 'tcp' })
        expect(response?.answers.map(dataOf)).toEqual(wanted)
        return wanted[0]
      }),
    )
    expect(new Set(given).size).toBe(2)
  })

  it('on loopback returns loopback addresses, and reverse names for them', async () => {
    const { ask } = createClient(healthy, createLoopbackAddressing())
    const response = await ask('mx1.mail.example', 'A')
    const address = String(response?.answers.map(dataOf)[0])
    expect(address).toMatch(/^127\./)
    const reverse = `${address.split('.').toReversed().join('.')}.in-addr.arpa`
    expect((await ask(reverse, 'PTR'))?.answers.map(dataOf)).toEqual(['mx1.mail.example'])
    expect((await ask('mail.example', 'AAAA'))?.answers).toEqual([])
  })
})

describe('a name server', () => {
  it('answers from its zone, refers below it and refuses every other one', async () => {
    const { ask, live } = createClient(healthy)
    const world = live.now()
    const own = await ask('shop.example', 'MX', { server: nameserverOf(world, 'shop.example') })
    expect([own?.flag_aa, own?.flag_ra, own?.rcode]).toEqual([true, false, 'NOERROR'])
    const server = nameserverOf(world, 'co.uk')
    const referral = await ask('www.bar.co.uk', 'A', { server })
    expect([referral?.flag_aa, referral?.answers.length]).toEqual([false, 0])
    expect(new Set(referral?.authorities.map(({ type, name }) => `${name} ${type}`))).toEqual(new Set(['bar.co.uk NS']))
    const elsewhere = await ask('bar.co.uk', 'A', { server: '198.51.100.3' })
    expect(elsewhere?.rcode).toBe('REFUSED')
  })

  it('is found from the root, by a referral to each zone on the way, whose DS record its parent serves', async () => {
    const hosts = fc.oneof(
      fc.tuple(fc.constantFrom('', 'www.', 'nope.nope.'), labels).map((parts) => parts.join('')),
      labels,
    )
    const tops = fc.constantFrom('example', 'test', 'co.uk', 'ide.kyoto.jp', '100.51.198.in-addr.arpa')
    await fc.assert(
      fc.asyncProperty(seeds, hosts, tops, async (seed, below, top) => {
        const name = `${below}.${top}`
        const { ask, live } = createClient({ ...healthy, seed })
        const world = live.now()
        const wanted: string[] = []
        for (let zone = zoneOf(world, name); zone?.parent != null; zone = zoneOf(world, zone.parent))
          wanted.unshift(zone.name)
        const referred: string[] = []
        for (let zone = '.'; ;) {
          const server = nameserverOf(world, zone)
          const response = await ask(name, 'TXT', { server, transport: 'tcp' })
          if (response?.flag_aa === true) {
            const { outcome, aliases } = queryDns(world, name, 'TXT', { validates: false, tries: 1000 })
            expect(response.rcode).toBe(aliases.length === 0 ? RCODES[outcome as keyof typeof RCODES] : 'NOERROR')
            break
          }
          expect(response?.authorities.map(({ type }) => type)).toContain('NS')
          zone = response?.authorities[0]?.name ?? ''
          referred.push(zone)
          const ds = await ask(zone, 'DS', { server, transport: 'tcp' })
          expect([ds?.flag_aa, ds?.answers.map(({ type }) => type)], zone).toEqual([true, ['DS']])
        }
        expect(referred, `${name}, seed ${seed}`).toEqual(wanted)
      }),
    )
  })

  it('returns the NSEC record and the signatures of a name that exists, and of an alias', async () => {
    const world = { domains: { 'alias.mail.example': { records: { CNAME: 'mail.example' } } } }
    const { ask, live } = createClient({ ...healthy, world })
    for (const server of ['192.0.2.53', nameserverOf(live.now(), 'mail.example')])
      for (const [name, held] of [
        ['mail.example', 'A'],
        ['alias.mail.example', 'CNAME'],
      ] as const) {
        const nsec = await ask(name, 'NSEC', { server, dnssec: true, transport: 'tcp' })
        expect(nsec?.answers.map(({ type }) => type)).toEqual(['NSEC', 'RRSIG'])
        expect(nsec?.answers[0]).toMatchObject({
          name,
          data: { nextDomain: `\0.${name}`, rrtypes: expect.arrayContaining([held, 'RRSIG', 'NSEC']) as unknown },
        })
        const signatures = await ask(name, 'RRSIG', { server, dnssec: true, transport: 'tcp' })
        const covered = signatures?.answers.flatMap((answer) =>
          answer.type === 'RRSIG' ? [answer.data.typeCovered] : [],
        )
        expect(new Set(covered)).toEqual(
          new Set(
            nsec?.answers.flatMap((answer) =>
              answer.type === 'NSEC' ? answer.data.rrtypes.filter((type) => type !== 'RRSIG') : [],
            ),
          ),
        )
        expect(signatures?.flag_ad).toBe(false)
      }
    expect(await ask('mx1.mx1.mail.example', 'NSEC')).toMatchObject({ rcode: 'NXDOMAIN', answers: [] })
    expect(await ask('mx1.mx1.mail.example', 'RRSIG')).toMatchObject({ rcode: 'NXDOMAIN', answers: [] })
  })

  it('signs a wildcard without its first label, and the names that it gives records as names of their own', async () => {
    const world = { domains: { '*.mail.example': { records: { TXT: ['wild'] } } } }
    const { ask } = createClient({ ...healthy, world })
    const labelsAt = async (name: string, type: string) =>
      (await ask(name, type, { dnssec: true, transport: 'tcp' }))?.answers.flatMap((answer) =>
        answer.type === 'RRSIG' ? [answer.data.labels] : [],
      )
    expect(await labelsAt('*.mail.example', 'TXT')).toEqual([2])
    expect(await labelsAt('*.mail.example', 'NSEC')).toEqual([2])
    expect(await labelsAt('mx1.mx1.mail.example', 'TXT')).toEqual([4])
    expect(await labelsAt('mail.example', 'SOA')).toEqual([2])
  })

  it('returns glue for servers that could not be found otherwise', async () => {
    const { ask, live } = createClient(healthy)
    for (let index = 0; index < 30; index++) {
      const zone = zoneOf(live.now(), `shop${index}.example`)
      const response = await ask(`shop${index}.example`, 'A', { server: nameserverOf(live.now(), 'example') })
      if (response?.flag_aa === true) continue
      const glue = response?.additionals.flatMap((record) =>
        record.type === 'A' || record.type === 'AAAA' ? [record.data] : [],
      )
      expect(new Set(glue)).toEqual(new Set(zone?.nameservers.flatMap(({ addresses }) => addresses)))
    }
  })
})

describe('a message', () => {
  it('that is a response, or too short, gets none', async () => {
    const { send, log } = createClient(healthy)
    const response = questionOf('mail.example', 'A')
    response[2] = (response[2] ?? 0) | 0x80
    expect(await send(response)).toBeUndefined()
    expect(await send(Buffer.alloc(11))).toBeUndefined()
    expect(log.count()).toBe(0)
  })

  it('of any octets is answered by a response, or not at all', async () => {
    const { send } = createClient(healthy)
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (octets) => {
        const response = await send(Buffer.from(octets))
        expect(response === undefined).toBe(octets.length < 12 || (octets[2] ?? 0) >= 0x80)
        if (response === undefined) return
        expect([response[0], response[1], (response[2] ?? 0) & 0x80]).toEqual([octets[0], octets[1], 0x80])
      }),
      { numRuns: 2000 },
    )
  })

  it('gets its query name back letter by letter (0x20)', async () => {
    const { send } = createClient(healthy)
    const octets = await send(questionOf('mAiL.eXaMpLe', 'A'))
    const response = readResponse(octets ?? Buffer.alloc(0))
    expect(response.questions?.[0]?.name).toBe('mAiL.eXaMpLe')
    expect(response.answers[0]?.name).toBe('mAiL.eXaMpLe')
  })

  it('over UDP is answered in 512 octets without EDNS and 1232 with it; TCP has the rest', async () => {
    const { ask } = createClient(healthy)
    const [small, tcp] = [
      await ask('mail.example', 'ANY', { edns: false }),
      await ask('mail.example', 'ANY', { transport: 'tcp' }),
    ]
    expect([small?.flag_tc, small?.answers.length]).toEqual([true, 0])
    expect(new Set(tcp?.answers.map(({ type }) => type))).toEqual(
      new Set(
        ['A', 'MX', 'NS', 'SOA', 'TXT', 'AAAA', 'CAA', 'DNSKEY'].filter((type) =>
          tcp?.answers.some((record) => record.type === type),
        ),
      ),
    )
    expect(tcp?.answers.length).toBeGreaterThan(6)
    await fc.assert(
      fc.asyncProperty(names, fc.constantFrom(...TYPES, 'DNSKEY', 'DS'), fc.boolean(), async (name, type, edns) => {
        const response = await ask(name, type, { edns, dnssec: edns })
        expect(response?.length).toBeLessThanOrEqual(edns ? 1232 : 512)
      }),
    )
  })

  it('with an unknown type, class, version or operation gets the code that the RFCs require', async () => {
    const { ask, send } = createClient(healthy)
    expect(await ask('mail.example', 'UNKNOWN_65280')).toMatchObject({ rcode: 'NOERROR', answers: [] })
    expect(await ask('mail.invalid', 'UNKNOWN_65280')).toMatchObject({ rcode: 'NXDOMAIN' })
    for (const type of ['AXFR', 'IXFR'])
      expect(await ask('mail.example', type), type).toMatchObject({ rcode: 'REFUSED' })
    const changed = async (change: (message: Buffer) => void): Promise<string> => {
      const message = questionOf('mail.example', 'A')
      change(message)
      return readResponse((await send(message)) ?? Buffer.alloc(0)).rcode
    }
    const end = 12 + 'mail.example'.length + 2 + 4
    expect(await changed((message) => message.writeUInt16BE(3, end - 2))).toBe('REFUSED') // CHAOS
    expect(await changed((message) => message.writeUInt8(1, end + 6))).toBe('NOERROR') // BADVERS is 16: its upper bits are in the OPT record.
    expect(await changed((message) => message.writeUInt8(0x20, 2))).toBe('REFUSED') // NOTIFY
    expect(await changed((message) => message.writeUInt8(0x28, 2))).toBe('FORMERR') // An UPDATE of no zone
    expect(await changed((message) => message.writeUInt8(0x10, 2))).toBe('NOTIMP') // STATUS
    expect(await changed((message) => message.writeUInt16BE(2, 4))).toBe('FORMERR') // two questions
    const types = {
      OPT: 'FORMERR',
      TSIG: 'FORMERR',
      UNKNOWN_128: 'FORMERR',
      UNKNOWN_253: 'NOTIMP',
      UNKNOWN_254: 'NOTIMP',
    }
    for (const [type, rcode] of Object.entries(types))
      expect(await ask('mail.example', type), type).toMatchObject({ rcode })
    // An operation that is unknown here may have another format, as DSO has (RFC 8490).
    const dso = Buffer.alloc(12)
    dso.writeUInt8(6 << 3, 2)
    expect(readResponse((await send(dso)) ?? Buffer.alloc(0)).rcode).toBe('NOTIMP')
  })

  it('that a resolver refuses says that recursion is available, unlike a refusal of a nameserver', async () => {
    const { ask, live } = createClient(healthy)
    const server = nameserverOf(live.now(), 'mail.example')
    for (const type of ['AXFR', 'OPT']) {
      expect((await ask('mail.example', type))?.flag_ra, type).toBe(true)
      expect((await ask('mail.example', type, { server }))?.flag_ra, type).toBe(false)
    }
  })

  it('with an unknown EDNS version gets BADVERS', async () => {
    const { send } = createClient(healthy)
    const message = questionOf('mail.example', 'A')
    const end = 12 + 'mail.example'.length + 2 + 4
    message.writeUInt8(1, end + 6)
    const response = (await send(message)) ?? Buffer.alloc(0)
    expect(response.readUInt8(end + 5)).toBe(1)
    expect(response.readUInt16BE(6)).toBe(0)
  })

  it('may contain a name of 255 octets, signed, and any octets', async () => {
    const { ask, send } = createClient(healthy)
    const long = [...Array.from({ length: 3 }, () => 'a'.repeat(63)), 'b'.repeat(61)].join('.')
    expect(await ask(long, 'A', { dnssec: true, transport: 'tcp' })).toMatchObject({
      rcode: expect.any(String) as string,
    })
    const inZone = [...Array.from({ length: 3 }, () => 'a'.repeat(63)), 'b'.repeat(48), 'mail.example']
      .join('.')
      .slice(-253)
    expect(await ask(inZone, 'A', { dnssec: true, transport: 'tcp' })).toMatchObject({ rcode: 'NXDOMAIN' })
    const odd = questionOf('abcd.mail.example', 'A', { dnssec: true })
    for (const octet of [0, 0x2e, 0x5c, 0x7f, 0xff]) {
      odd[14] = octet
      expect(readResponse((await send(odd)) ?? Buffer.alloc(0)).rcode, String(octet)).toBe('NXDOMAIN')
    }
  })
})

describe('the log and the address book', () => {
  it('record queries, and the latest name for each address', async () => {
    const { ask, live, log, addressBook } = createClient(healthy)
    const response = await ask('mx1.mail.example', 'A')
    const address = String(response?.answers.map(dataOf)[0])
    await ask('no-such.example.invalid', 'A')
    expect(log.entries()).toMatchObject([
      { question: 'mx1.mail.example A', answer: '1 record', outcome: 'answered', server: '192.0.2.53', port: 53 },
      { question: 'no-such.example.invalid A', answer: 'NXDOMAIN', outcome: 'answered' },
    ])
    await addressBook.recordAnswer(live.now(), { host: 'other.example', address })
    await ask('mx1.mail.example', 'A')
    expect(addressBook.namesAt(address)).toEqual(['mx1.mail.example', 'other.example'])
  })

  it('keep every name that leads to an address, also if a server answers only with the alias', async () => {
    const { ask, addressBook } = createClient({
      ...healthy,
      world: { domains: { 'data.shop.example': { records: { CNAME: 'files.harbour.example' } } } },
    })
    const [address = ''] = (await ask('files.harbour.example', 'A'))?.answers.map(dataOf).map(String) ?? []
    await ask('data.shop.example', 'CNAME')
    expect(addressBook.namesAt(address)).toContain('data.shop.example')
    const registry = createClient({ seed: 'q0', scenario: 'random', at })
    const answers = (await registry.ask('rdap.iana.org', 'A'))?.answers ?? []
    expect(answers.map(({ type }) => type)).toEqual(['CNAME', 'A'])
    expect(registry.addressBook.namesAt(String(answers.map(dataOf)[1]))).toContain('rdap.iana.org')
  })
})
