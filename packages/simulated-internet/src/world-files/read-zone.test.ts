import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loaded, refused, ZONE_HEAD } from '../../test/support/zone-cases.ts'
import { hexOf } from './octets.ts'
import { readZone } from './read-zone.ts'
import { ZoneError } from './zone-entries.ts'

const read = (text: string) => readZone(text, 'shop.example')

const rows = (text: string) => read(text).map(({ name, ttl, type, data }) => [name, ttl, type, hexOf(data)])

const errorOf = (text: string): string => {
  try {
    return JSON.stringify(rows(text))
  } catch (error) {
    return error instanceof ZoneError ? `${error.line}: ${error.message}` : String(error)
  }
}

/** An octet as an escape of a zone file. */
const escaped = (octet: number): string => `\\${String(octet).padStart(3, '0')}`

const hex = (octets: Iterable<number>): string => Buffer.from([...octets]).toString('hex')

const octets = (maxLength: number, minLength = 0) => fc.uint8Array({ minLength, maxLength })

/** Texts in quotes, or without them, and their wire format. */
const strings = fc.array(fc.tuple(octets(40, 1), fc.boolean()), { minLength: 1, maxLength: 3 }).map((parts) => ({
  type: 'TXT',
  words: parts.map(([value, isQuoted]) => {
    const text = Array.from(value, escaped).join('')
    return isQuoted ? `"${text}"` : text
  }),
  data: parts.map(([value]) => hex([value.length, ...value])).join(''),
}))
const labels = fc.array(octets(8, 1), { minLength: 1, maxLength: 4 })
const nameIn = (found: readonly Uint8Array[]): string =>
  found.map((label) => Array.from(label, escaped).join('')).join('.')
const lowerCase = (octet: number): number => (octet > 64 && octet < 91 ? octet + 32 : octet)
const wireOf = (found: readonly Uint8Array[]): string =>
  found.map((label) => hex([label.length, ...label.map(lowerCase)])).join('')
const mail = fc.tuple(fc.nat(65_535), labels).map(([priority, target]) => ({
  type: 'MX',
  words: [String(priority), `${nameIn(target)}.`],
  data: `${priority.toString(16).padStart(4, '0')}${wireOf(target)}00`,
}))
const unknown = fc.tuple(fc.integer({ min: 65_280, max: 65_534 }), octets(60)).map(([type, value]) => ({
  type: `TYPE${type}`,
  words: [String.raw`\#`, String(value.length), ...(hex(value).match(/.{1,8}/g) ?? [])],
  data: hex(value),
}))
const layout = fc.record({
  ttl: fc.option(fc.nat(0x7fff_ffff), { nil: undefined }),
  hasClass: fc.boolean(),
  isClassFirst: fc.boolean(),
  gap: fc.constantFrom(' ', '\t', ' (\n ', ' ; a ) comment "\n'),
  owner: fc.stringMatching(/^(?:[a-z\d]|\d[smhdw]?|in|mx|a|txt)$/),
})
const entry = fc.tuple(fc.oneof(strings, mail, unknown), layout)

describe('a zone file', () => {
  it.each(refused)('%j is refused in line %i: %s', (lines, line, reason) => {
    expect(errorOf(`${ZONE_HEAD}${lines}\n`)).toMatch(new RegExp(`^${line + 4}: `))
    expect(errorOf(`${ZONE_HEAD}${lines}\n`)).toContain(reason)
  })

  it.each(loaded)('is read with %j', (lines) => {
    expect(read(`${ZONE_HEAD}${lines}\n`).length).toBeGreaterThanOrEqual(3)
  })

  it('is read back as it is written', () => {
    fc.assert(
      fc.property(fc.array(entry, { minLength: 1, maxLength: 5 }), (entries) => {
        const text = entries.map(([{ type, words }, { ttl, hasClass, isClassFirst, gap, owner }]) => {
          const before = [ttl === undefined ? '' : String(ttl), hasClass ? 'IN' : '']
          const all = [...(isClassFirst ? before.toReversed() : before), type, ...words].filter((word) => word !== '')
          return `${owner} ( ${all.join(gap)}${gap.includes('(') ? ' )'.repeat(all.length - 1) : ''}\n)`
        })
        const wanted = entries.map(([{ type, data }, { ttl, owner }]) => [
          `${owner}.shop.example`,
          ttl ?? 60,
          type,
          data,
        ])
        expect(rows(`$TTL 60\n${text.join('\n')}\n`)).toEqual(wanted)
      }),
    )
  })

  it('gives a record without a TTL the value of $TTL, else the last stated TTL, else the minimum of the SOA record', () => {
    const ttls = (text: string) => read(text).map(({ ttl }) => ttl)
    const soa = '@ SOA ns1 hm 1 2 3 4 300\n'
    expect(ttls(`${soa}a A 192.0.2.1\n`)).toEqual([300, 300])
    expect(ttls(`@ 60 SOA ns1 hm 1 2 3 4 300\na A 192.0.2.1\n`)).toEqual([60, 60])
    expect(ttls(`$TTL 1h\n${soa}a 60 A 192.0.2.1\nb A 192.0.2.1\n`)).toEqual([3600, 60, 3600])
    expect(ttls('a 60 A 192.0.2.1\nb A 192.0.2.1\n$TTL 5\nc A 192.0.2.1\n')).toEqual([60, 60, 5])
    expect(ttls('a A 192.0.2.1\n')).toEqual([3600])
  })

  it('may begin with a byte order mark and end its lines with carriage returns', () => {
    expect(rows('\uFEFFa 5 A 192.0.2.1\r\n  AAAA ::1\r\n')).toEqual([
      ['a.shop.example', 5, 'A', 'c0000201'],
      ['a.shop.example', 5, 'AAAA', '00000000000000000000000000000001'],
    ])
  })

  it('may repeat a record, which servers keep once', () => {
    expect(rows('a A 192.0.2.1\nA 60 A 192.0.2.1\na A 192.0.2.2\n')).toHaveLength(2)
  })

  it('has the octets of its escapes, and the strings of its texts', () => {
    const values = read(String.raw`a TXT "\255\000" "\195\169\\"` + '\na TXT "v=spf1" " -all"\na TXT é\n').map(
      ({ value }) => value,
    )
    expect(values).toEqual([
      { strings: [String.raw`\255\000`, String.raw`é\\`], ttl: 3600 },
      { strings: ['v=spf1', ' -all'], ttl: 3600 },
      { value: 'é', ttl: 3600 },
    ])
  })
})

describe('a record with many words', () => {
  it.each(['TXT', 'NSEC a.', 'SPF'])(
    'is read in time that grows with their number, up to the longest data: %s',
    (type) => {
      expect(rows(`@ ${type} ${'a '.repeat(30_000)}`)).toHaveLength(1)
      expect(errorOf(`@ ${type} ${'a '.repeat(220_000)}`)).toBe('1: The data of a record has at most 65535 octets.')
      expect(errorOf(`@ TXT ${'a '.repeat(40_000)}`)).toBe('1: The data of a record has at most 65535 octets.')
    },
  )
})
