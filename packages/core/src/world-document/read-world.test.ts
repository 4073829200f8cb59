import { describe, expect, it } from 'vitest'
import { openWorld } from '../runs/open-world.ts'
import { readWorld } from './read-world.ts'
import type { WorldDocument, WorldRecords } from './world-document.ts'

const messageOf = (document: unknown): string => {
  try {
    return JSON.stringify(readWorld(document as WorldDocument).document)
  } catch (error) {
    return error instanceof Error ? error.message : 'no error'
  }
}

const domain = (fields: unknown, name = 'shop.example') => ({ domains: { [name]: fields } })
const records = (fields: unknown, name?: string) => domain({ records: fields }, name)
const readRecords = (fields: WorldRecords) => readWorld({ domains: { 'shop.example': { records: fields } } })
const host = (fields: unknown, name = 'mx1.corp.example') => ({ hosts: { [name]: fields } })

describe('a world document', () => {
  it('has one canonical form, for any order and spelling', () => {
    const one = readWorld({
      addresses: {
        '2001:DB8:0::7': { ptr: 'MX1.corp.example.', listed: ['Open Spam Register', 'harvest-trap.example'] },
      },
      domains: {
        'Shop.Example.': {
          scenario: 'SPF-permerror+mx-down',
          records: { TXT: [{ value: 'b' }, 'a'], A: ['198.51.100.7'] },
        },
        'bücher.example': {
          records: {
            MX: [
              { priority: 20, exchange: 'b.example' },
              { priority: 10, exchange: 'a.example', ttl: 60 },
            ],
          },
        },
      },
      hosts: {
        'www.shop.example': { certificate: { expires: '2026-12-01T00:00:00Z' }, ports: { 443: 'open', 25: 'silent' } },
      },
    })
    expect(one.document).toEqual({
      domains: {
        'shop.example': { records: { A: ['198.51.100.7'], TXT: ['b', 'a'] }, scenario: 'mx-down+spf-permerror' },
        'xn--bcher-kva.example': {
          records: {
            MX: [
              { priority: 10, exchange: 'a.example', ttl: 60 },
              { priority: 20, exchange: 'b.example' },
            ],
          },
        },
      },
      hosts: { 'www.shop.example': { ports: { 25: 'silent', 443: 'open' }, certificate: { expires: '2026-12-01' } } },
      addresses: {
        '2001:db8::7': { listed: ['harvest-trap.example', 'open-spam-register.example'], ptr: 'mx1.corp.example' },
      },
    })
    expect(JSON.stringify(readWorld(structuredClone(one.document)).document)).toBe(JSON.stringify(one.document))
    const empty = {
      domains: { 'shop.example': { complete: false } },
      hosts: { 'www.shop.example': { smtp: {}, ports: {} } },
    }
    // A host without facts exists.
    expect(readWorld(empty).document).toEqual({ hosts: { 'www.shop.example': {} } })
  })

  it.each([
    [[], 'The world: Expected an object, not a list.'],
    ['text', "The world: Expected an object, not 'text'."],
    [{ domain: {} }, "domain: Unknown field 'domain'. Did you mean 'domains'?"],
    [{ domains: [] }, 'domains: Expected an object, not a list.'],
    [domain(null), 'domains.shop.example: Expected an object, not null.'],
    [domain({}, 'shop'), "domains.shop: 'shop' is not a domain name."],
    [domain({}, '7.100.51.198.in-addr.arpa'), 'is a reverse name. List it under addresses, as ptr.'],
    [{ domains: { 'shop.example': {}, 'SHOP.example': {} } }, 'domains.SHOP.example: shop.example is listed twice.'],
    [
      domain({ zone: './shop.zone' }),
      "domains.shop.example.zone: Unknown field 'zone'. Known fields: records, complete, update, transfer, secondaries, dns, dnssec, scenario.",
    ],
    [
      domain({ dns: 'gone' }),
      "domains.shop.example.dns: 'gone' is not a state of a name. Known: nxdomain, servfail, silent.",
    ],
    [
      domain({ dnssec: 'bogus' }, 'www.shop.example'),
      'domains.www.shop.example.dnssec: DNSSEC belongs to a zone. State it under shop.example, or list the NS records of www.shop.example too.',
    ],
    [
      domain({ dns: 'nxdomain', records: {} }),
      "domains.shop.example.dns: With 'nxdomain', resolvers get no records, but the document also lists records.",
    ],
    [
      { domains: { 'shop.example': { dns: 'nxdomain' }, 'www.shop.example': { records: { A: [] } } } },
      "domains.www.shop.example.records: 'dns' of shop.example is 'nxdomain', which applies to www.shop.example too.",
    ],
    [
      domain({ scenario: 'mx-dwn' }),
      "domains.shop.example.scenario: There is no scenario 'mx-dwn'. Did you mean 'mx-down'?",
    ],
    [
      domain({ scenario: 'mx-down:a.example' }),
      "domains.shop.example.scenario: It already applies to this domain: leave ':a.example' out.",
    ],
    [domain({ scenario: 'mx-down@10:00' }), 'domains.shop.example.scenario: '],
    [domain({ scenario: 7 }), 'domains.shop.example.scenario: Expected a text, not 7.'],
    [records({ mx: [] }), "domains.shop.example.records.mx: Unknown field 'mx'."],
    [
      records({ NS: [] }),
      'domains.shop.example.records.NS: Expected at least one item. Leave NS out to let the seed decide.',
    ],
    [domain({ complete: 'yes' }), "domains.shop.example.complete: Expected true or false, not 'yes'."],
    [domain({ dns: 'nxdomain' }, '*.shop.example'), 'A wildcard has only records. List it under shop.example.'],
    [domain({}, 'a;b.example'), "domains.a;b.example: 'a;b.example' is not a domain name."],
    [records({ CNAME: '192.0.2.1' }, 'www.shop.example'), "records.CNAME: '192.0.2.1' is not a domain name."],
    [
      records({ DNAME: 'a.example' }, '*.shop.example'),
      'records.DNAME: A wildcard has no DNAME record (RFC 6672, section 3.3).',
    ],
    [records({ MX: {} }), 'domains.shop.example.records.MX: Expected a list, not an object.'],
    [
      records({ MX: ['mx1.corp.example'] }),
      "domains.shop.example.records.MX[0]: Expected an object, not 'mx1.corp.example'.",
    ],
    [records({ MX: [{ priority: 10 }] }), 'domains.shop.example.records.MX[0].exchange: Expected a text, not nothing.'],
    [
      records({ MX: [{ priority: 70_000, exchange: 'a.example' }] }),
      'records.MX[0].priority: Expected a whole number from 0 to 65535, not 70000.',
    ],
    [
      records({
        MX: [
          { priority: 0, exchange: '.' },
          { priority: 5, exchange: 'a.example' },
        ],
      }),
      'records.MX: A null MX is the only MX record of a name (RFC 7505, section 3), but others are listed too.',
    ],
    [records({ TXT: [{ strings: [] }] }), 'records.TXT[0].strings: Expected at least one item.'],
    [
      records({ TXT: [{ strings: ['a', '\\256'] }] }),
      'records.TXT[0].strings[1]: Expected a string of at most 255 octets',
    ],
    [records({ TYPE65: ['0'] }), "records.TYPE65[0]: Expected hexadecimal digits, not '0'."],
    [records({ TYPE15: ['000a00'] }), "records.TYPE15: MX records can't be listed by number."],
    [records({ TYPE255: [''] }), 'records.TYPE255: No records have the type 255 (RFC 6895).'],
    [records({ CNAME: 'a.example', TYPE65: ['00'] }, 'www.shop.example'), 'but TYPE65 is listed too'],
    [records({ A: ['2001:db8::1'] }), "domains.shop.example.records.A[0]: '2001:db8::1' is not an IPv4 address."],
    [
      records({ AAAA: ['198.51.100.7'] }),
      "domains.shop.example.records.AAAA[0]: '198.51.100.7' is not an IPv6 address.",
    ],
    [
      records({ A: ['198.51.100.7', 'from-name'] }),
      "domains.shop.example.records.A[1]: 'from-name' needs a wildcard, such as *.dev.example: other names contain no address.",
    ],
    [
      records({ AAAA: ['ff02::1'] }),
      "records.AAAA[0]: 'ff02::1' is a multicast address (RFC 4291, section 2.7), which",
    ],
    [
      { hosts: { 'www.shop.example': { certificate: { names: 0 } } } },
      'hosts.www.shop.example.certificate.names: A certificate has the name of its host',
    ],
    [
      { hosts: { 'www.shop.example': { certificate: { key: 'p256', fault: 'weak-key' } } } },
      "hosts.www.shop.example.certificate.key: A certificate with the fault 'weak-key' has a key of RSA, 1024 bits.",
    ],
    [
      { hosts: { 'www.shop.example': { certificate: { names: 2, fault: 'no-san' } } } },
      "hosts.www.shop.example.certificate.names: A certificate with the fault 'no-san' has a common name only.",
    ],
    [records({ A: ['224.0.0.1'] }), "records.A[0]: '224.0.0.1' is a multicast address"],
    [
      records({ A: [{ address: '198.51.100.7', ttl: -1 }] }),
      'records.A[0].ttl: Expected a whole number from 0 to 2147483647, not -1.',
    ],
    [records({ TXT: [7] }), 'domains.shop.example.records.TXT[0]: Expected a text, not 7.'],
    [
      records({ TXT: ['a\u001b[2J'] }),
      'records.TXT[0]: Expected a text of at most 4096 characters without control characters',
    ],
    [
      records({ CNAME: 'a.example', TXT: ['x'] }, 'www.shop.example'),
      'records.CNAME: An alias has no other records (RFC 1034, section 3.6.2), but TXT is listed too.',
    ],
    [records({ CNAME: 'a.example' }), 'domains.shop.example.records.CNAME: The top of a zone cannot be an alias'],
    [
      records({ NS: ['ns1.dns.example'] }, '*.shop.example'),
      'records.NS: A wildcard has no NS records (RFC 4592, section 4.2).',
    ],
    [
      records(
        { SOA: { primary: 'a.example', mailbox: 'a@b', serial: 1, refresh: 1, retry: 1, expire: 1, minimum: 1 } },
        'www.shop.example',
      ),
      'records.SOA: SOA records belong to a zone. List them under shop.example, or list the NS records of',
    ],
    [
      records({ SOA: { primary: 'ns1.dns.example', mailbox: 'nobody' } }),
      "records.SOA.mailbox: Expected an email address, not 'nobody'.",
    ],
    [
      host({ smtp: { state: 'rejects' } }),
      "hosts.mx1.corp.example.smtp.state: 'rejects' is not a state of a mail server. Known: open, refused, silent.",
    ],
    [host({ smtp: { greylist: 'yes' } }), "hosts.mx1.corp.example.smtp.greylist: Expected true or false, not 'yes'."],
    [
      host({ smtp: { greylist: { wait: '0s' } } }),
      "hosts.mx1.corp.example.smtp.greylist.wait: Expected a time in seconds, such as 2s, not '0s'.",
    ],
    [
      host({ smtp: { state: 'open' }, ports: { 25: 'refused' } }),
      "hosts.mx1.corp.example.ports.25: Port 25 can't be 'refused' where smtp.state is 'open'.",
    ],
    [host({ ports: { 0: 'open' } }), "hosts.mx1.corp.example.ports.0: '0' is not a port. Expected 1 to 65535."],
    [host({ servedBy: 'them' }), "hosts.mx1.corp.example.servedBy: Expected self, or self and a port, not 'them'."],
    [host({ servedBy: 'self:70000' }), "Expected self, or self and a port, not 'self:70000'."],
    [
      { ...records({ A: ['198.51.100.7'] }), ...host({ servedBy: 'self' }, 'shop.example') },
      "hosts.shop.example.servedBy: 'servedBy' gives shop.example the address 192.0.2.2, but the document lists other records of its address.",
    ],
    [
      host({ servedBy: { 443: '4009' } }),
      "hosts.mx1.corp.example.servedBy.443: Expected a port of your own server, such as ':4009', not '4009'.",
    ],
    [host({ servedBy: { 443: 'db:4009' } }), "such as ':4009', not 'db:4009'."],
    [host({ servedBy: { 443: ':0' } }), "such as ':4009', not ':0'."],
    [host({ servedBy: { 0: ':4009' } }), "hosts.mx1.corp.example.servedBy.0: '0' is not a port. Expected 1 to 65535."],
    [
      host({ servedBy: { 443: ':4009' }, tls: 'old' }, '*.corp.example'),
      "hosts.*.corp.example.tls: The hosts below a name have only 'servedBy' in common, with ports: { 443: ':4009' }.",
    ],
    [host({ servedBy: 'self' }, '*.corp.example'), "hosts.*.corp.example: The hosts below a name have only 'servedBy'"],
    [
      host({ servedBy: 'self:8080', smtp: { rules: [{ do: { close: 'in-data' } }] } }),
      'The rules of your own server are its own.',
    ],
    [
      host({ certificate: { expires: 'soon' } }),
      "hosts.mx1.corp.example.certificate.expires: 'soon' is not a date. Write it like 2026-12-01 or 2026-12-01T08:00:00Z.",
    ],
    [host({ certificate: { expires: '2026-02-30' } }), "'2026-02-30' is not a date."],
    [host({ certificate: { fault: 'self-sign' } }), "'self-sign' is not a fault of a certificate. Known: self-signed,"],
    [
      host({ certificate: { fault: 'not-yet-valid', expires: '2026-12-01' } }),
      "A certificate that is 'not-yet-valid' has the dates of the seed.",
    ],
    [host({ tls: 'none' }), "'none'"],
    [
      { ...domain({ dns: 'silent' }), ...host({ ports: { 80: 'open' } }, 'www.shop.example') },
      "hosts.www.shop.example: 'dns' of shop.example is 'silent', so nobody reaches www.shop.example.",
    ],
    [
      {
        domains: {
          'a.example': { records: { A: ['198.51.100.7'] } },
          'b.example': { records: { A: ['198.51.100.7'] } },
        },
        hosts: { 'a.example': { ports: { 80: 'open' } }, 'b.example': { ports: { 80: 'refused' } } },
      },
      'hosts.b.example: b.example and a.example have the same address (198.51.100.7), so the document must list the same facts for both.',
    ],
    [
      {
        domains: Object.fromEntries(
          ['a.example', 'b.example', 'c.example'].map((name) => [name, { records: { A: ['198.51.100.7'] } }]),
        ),
        hosts: {
          'a.example': { smtp: { state: 'refused' } },
          'b.example': { ports: { 81: 'refused' } },
          'c.example': { ports: { 25: 'open' } },
        },
      },
      'hosts.c.example: c.example and a.example have the same address (198.51.100.7), so',
    ],
    [{ addresses: { 'mx1.corp.example': {} } }, "addresses.mx1.corp.example: 'mx1.corp.example' is not an IP address."],
    [
      { addresses: { '198.51.100.7': { listed: ['zen.blocklist.example'] } } },
      "addresses.198.51.100.7.listed[0]: 'zen.blocklist.example' is not a block list of the simulated internet. Known: open-spam-register.example, harvest-trap.example,",
    ],
    [
      { addresses: { '198.51.100.7': { ptr: 'localhost' } } },
      "addresses.198.51.100.7.ptr: 'localhost' is not a domain name.",
    ],
  ])('%j is refused with the field', (document, message) => {
    expect(messageOf(document)).toContain(message)
    expect(() => openWorld({ world: document as WorldDocument }, () => 0)).toThrow(message)
  })

  it('may list the strings of a text record, with the escapes of zone files', () => {
    const { factsAt, document } = readRecords({ TXT: [{ strings: ['v=spf1 \\"x\\"', ' -all\\255\\065'] }] })
    expect(factsAt(0).records.get('shop.example')?.TXT).toEqual([
      { value: 'v=spf1 "x" -all\\255A', strings: ['v=spf1 \\"x\\"', ' -all\\255\\065'], ttl: 3600 },
    ])
    expect(readWorld(document).document).toEqual(document)
  })

  it('may list TLSA records, and records of types without fields by number', () => {
    const pin = { usage: 3, selector: 1, matchingType: 1, data: '00ff' }
    const { factsAt, document } = readRecords({
      TLSA: [{ ...pin, data: '00FF' }],
      TYPE65280: [{ data: '0A', ttl: 60 }, ''],
      TYPE64: [],
    })
    const stated = factsAt(0).records.get('shop.example')
    expect(stated?.TLSA).toEqual([{ ...pin, ttl: 3600 }])
    expect([...(stated?.others ?? [])]).toEqual([
      [64, []],
      [
        65_280,
        [
          { data: '0a', ttl: 60 },
          { data: '', ttl: 60 },
        ],
      ],
    ])
    expect(document.domains?.['shop.example']?.records).toEqual({
      TLSA: [pin],
      TYPE64: [],
      TYPE65280: [{ data: '0a', ttl: 60 }, ''],
    })
    expect(readWorld(document).document).toEqual(document)
  })

  it('gives the records of a set their lowest time to live', () => {
    const A = [{ address: '198.51.100.1', ttl: 600 }, '198.51.100.2', { address: '198.51.100.3', ttl: 60 }]
    const { factsAt, document } = readRecords({ A })
    expect(
      factsAt(0)
        .records.get('shop.example')
        ?.A?.map(({ ttl }) => ttl),
    ).toEqual([60, 60, 60])
    expect(document.domains?.['shop.example']?.records).toEqual({ A })
  })

  it('reports a contradiction to a scenario of the run, with the reason', () => {
    const world: WorldDocument = { domains: { 'shop.example': { scenario: 'catch-all' } } }
    expect(() => openWorld({ world, scenario: 'greylisting' }, () => 0)).toThrow(
      'greylisting and catch-all:shop.example contradict each other: both decide how mail servers treat unknown senders.',
    )
    expect(openWorld({ world, scenario: 'mx-down' }, () => 0).scenario).toBe('mx-down')
  })
})
