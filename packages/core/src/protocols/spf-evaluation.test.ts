import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { casesOf } from '../../test/support/runner.ts'
import { judgeSpf } from '../../test/support/mailauth.ts'
import type { MailDns } from './mail-dns.ts'
import { evaluateSpf, type SpfClient } from './spf-evaluation.ts'
import { expandMacros } from './spf-record.ts'

/** A test zone: records by type and name; a name with `null` fails to resolve. */
interface Zone {
  readonly text?: Readonly<Record<string, readonly string[] | null>>
  readonly exchanges?: Readonly<Record<string, readonly string[] | null>>
  readonly addresses?: Readonly<Record<string, readonly string[] | null>>
  readonly reverse?: Readonly<Record<string, readonly string[] | null>>
}

const dnsOf = ({ text = {}, exchanges = {}, addresses = {}, reverse = {} }: Zone): MailDns => {
  const read = (from: Zone['text'] & object, name: string) => {
    const found = Object.hasOwn(from, name) ? from[name] : []
    return found === null ? undefined : found
  }
  return {
    text: (name) => read(text, name),
    dmarc: () => [],
    exchanges: (name) => read(exchanges, name),
    addresses: (name, family) =>
      read(addresses, name)?.filter((address) => address.includes(':') === (family === 'AAAA')),
    reverseNames: (address) => read(reverse, address),
    exists: () => true,
  }
}

const ana: SpfClient = {
  address: '192.0.2.25',
  domain: 'mail.example',
  sender: 'ana@mail.example',
  helo: 'mx1.mail.example',
}

const check = (record: string, zone: Zone = {}, client: Partial<SpfClient> = {}) =>
  evaluateSpf(dnsOf({ ...zone, text: { ...zone.text, 'mail.example': [record] } }), { ...ana, ...client })

const NAMES = ['mail.example', 'a.example', 'b.example', 'c.d.example', 'ana.mail.example', '25.2.0.192.example']
const ADDRESSES = ['192.0.2.25', '192.0.2.129', '198.51.100.7', '2001:db8::25', '2001:db8:1::7']

const names = fc.constantFrom(...NAMES, 'none.example')
const specs = fc.oneof(
  { weight: 4, arbitrary: names },
  fc.constantFrom(
    '%{d}',
    '%{l}.mail.example',
    '%{ir}.example',
    '%{d2}',
    '%{o1r}.d.example',
    'c.%{h2}',
    '%{p}',
    '%{S}.example',
    '%{v}.b.example',
    'x',
    'a..example',
    '%{x}.example',
    '%{d0}',
    'a.1',
  ),
)
const signs = fc.constantFrom('', '', '+', '-', '~', '?')
const lengths = fc.constantFrom('', '', '', '/24', '/25', '/0', '//48', '/16//32', '/33', '//129', '/024')
const join = (...parts: fc.Arbitrary<string>[]) => fc.tuple(...parts).map((texts) => texts.join(''))
const terms = fc.oneof(
  join(signs, fc.constantFrom('include:', 'exists:', 'a:', 'mx:', 'ptr:'), specs),
  join(signs, fc.constantFrom('a', 'mx'), lengths),
  join(signs, fc.constantFrom('a:', 'mx:'), names, lengths),
  join(
    signs,
    fc.constantFrom('ip4:192.0.2.25', 'ip4:192.0.2.0', 'ip4:198.51.100.7', 'ip4:192.0.2', 'ip4:192.0.02.1'),
    fc.constantFrom('', '/24', '/31', '/32', '/33'),
  ),
  join(
    signs,
    fc.constantFrom('ip6:2001:db8::', 'ip6:2001:DB8::25', 'ip6:::ffff:192.0.2.25', 'ip6:192.0.2.25'),
    fc.constantFrom('', '/32', '/48', '/129'),
  ),
  join(fc.constantFrom('redirect=', 'redirect=', 'exp='), specs),
  fc.constantFrom(
    'ptr',
    'all',
    '-all',
    '~all',
    'ALL',
    'all:x',
    'x=%{c}',
    'x=%',
    'ipv4:192.0.2.0/24',
    'mx:',
    '',
    'IP4:192.0.2.25',
  ),
)
const sane = fc.oneof(
  join(signs, fc.constantFrom('include:', 'include:', 'a:', 'mx:', 'exists:'), names),
  join(signs, fc.constantFrom('a', 'mx', 'ptr', 'ip4:198.51.100.0/24', 'ip6:2001:db8:1::/48')),
)
const records = fc.oneof(
  fc
    .array(fc.oneof({ weight: 6, arbitrary: sane }, terms), { maxLength: 5 })
    .map((all) => ['v=spf1', ...all].join(' ')),
  fc.constantFrom('v=spf1', 'V=SPF1 -all', 'v=spf10 -all', ' v=spf1 -all', 'v=spf1\t-all', 'v=spf1 é', 'ownership=x'),
)
const dictionary = <Value>(values: fc.Arbitrary<Value>) =>
  fc.dictionary(fc.constantFrom(...NAMES), fc.option(values, { freq: 12 }), { maxKeys: NAMES.length })
const zones: fc.Arbitrary<Zone> = fc.record({
  text: fc.record(
    Object.fromEntries(
      NAMES.map((name) => [
        name,
        fc.oneof(
          { weight: 16, arbitrary: records.map((record) => [record]) },
          fc.array(records, { maxLength: 3 }),
          fc.constant(null),
        ),
      ]),
    ),
  ),
  exchanges: dictionary(
    fc.oneof(
      { weight: 8, arbitrary: fc.array(names, { maxLength: 3 }) },
      fc.array(names, { minLength: 9, maxLength: 13 }),
    ),
  ),
  addresses: dictionary(fc.array(fc.constantFrom(...ADDRESSES), { maxLength: 3 })),
  reverse: fc.dictionary(fc.constantFrom(...ADDRESSES), fc.option(fc.array(names, { maxLength: 12 }), { freq: 12 })),
})

describe('an SPF evaluation', () => {
  it('agrees with mailauth, for any records', async () => {
    await fc.assert(
      fc.asyncProperty(
        zones,
        fc.constantFrom(...ADDRESSES),
        fc.constantFrom('ana', 'a-b+c'),
        async (zone, address, local) => {
          const client = { ...ana, address, sender: `${local}@mail.example` }
          const dns = dnsOf(zone)
          expect(evaluateSpf(dns, client).result).toBe(await judgeSpf(dns, client))
        },
      ),
      { numRuns: casesOf(2000) },
    )
  })

  it('uses the first matching term, and neutral without one', () => {
    expect(check('v=spf1 ip4:198.51.100.0/24 ~ip4:192.0.2.0/24 -all')).toEqual({
      result: 'softfail',
      reason: '~ip4:192.0.2.0/24',
    })
    expect(check('v=spf1 ip4:198.51.100.0/24').result).toBe('neutral')
  })

  it('stops at the eleventh lookup and at the third without an answer (RFC 7208, section 4.6.4)', () => {
    const include = (times: number) => `v=spf1 ${'include:a.example '.repeat(times)}-all`
    const zone = { text: { 'a.example': ['v=spf1 -all'] } }
    expect(check(include(10), zone).result).toBe('fail')
    expect(check(include(11), zone)).toEqual({ result: 'permerror', reason: 'it needs more than ten DNS lookups' })
    expect(check('v=spf1 a:x.example a:y.example -all').result).toBe('fail')
    expect(check('v=spf1 a:x.example a:y.example mx:z.example -all').result).toBe('permerror')
  })

  it('names the invalid term, even after one that matches', () => {
    expect(check('v=spf1 +all ipv4:192.0.2.0/24')).toEqual({
      result: 'permerror',
      reason: "'ipv4:192.0.2.0/24' is not an SPF term",
    })
  })

  it('is a temporary error if DNS fails, and none without a record or a domain', () => {
    expect(check('v=spf1 mx -all', { exchanges: { 'mail.example': null } }).result).toBe('temperror')
    expect(check('ownership=x').result).toBe('none')
    expect(check('v=spf1 -all', {}, { domain: 'localhost' }).result).toBe('none')
  })
})

describe('macros of a domain-spec', () => {
  const values: Readonly<Record<string, string>> = {
    s: 'strong-bad@email.mail.example',
    l: 'strong-bad',
    o: 'email.mail.example',
    d: 'email.mail.example',
    i: '192.0.2.3',
    v: 'in-addr',
    h: 'mx1.mail.example',
  }

  it.each([
    ['%{s}', 'strong-bad@email.mail.example'],
    ['%{d4}', 'email.mail.example'],
    ['%{d2}', 'mail.example'],
    ['%{dr}', 'example.mail.email'],
    ['%{d2r}', 'mail.email'],
    ['%{l-}', 'strong.bad'],
    ['%{lr-}', 'bad.strong'],
    ['%{l1r-}', 'strong'],
    ['%{ir}.%{v}._spf.%{d2}', '3.2.0.192.in-addr._spf.mail.example'],
    ['%{S}', 'strong-bad%40email.mail.example'],
    ['%%%_%-', '% %20'],
  ])('expand as RFC 7208, section 7.4 shows: %s', (spec, expanded) => {
    expect(expandMacros(spec, (letter) => values[letter] ?? '')).toBe(expanded)
  })
})
