import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allowedNeighbours, forbiddenAddresses } from '../../test/support/addresses.ts'
import { isGlobalUnicast, whyNotGlobalUnicast, specialPurposeIpv4, specialPurposeIpv6 } from './is-global-unicast.ts'

const bitsOf = (prefix: string): number => Number(prefix.split('/')[1])

// A separate address parser, so that the table is not tested against itself.
const ipv4Number = (text: string): number => text.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
const ipv4Text = (value: number): string =>
  [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join('.')
const ipv6Number = (text: string): bigint => {
  const dotted = /[^:]+\.[^:]+$/.exec(text)?.[0]
  const embedded = dotted === undefined ? 0 : ipv4Number(dotted)
  const plain =
    dotted === undefined
      ? text
      : text.replace(dotted, `${Math.floor(embedded / 65_536).toString(16)}:${(embedded % 65_536).toString(16)}`)
  const [head = '', tail] = plain.split('::')
  const left = head.split(':').filter(Boolean)
  const right = (tail ?? '').split(':').filter(Boolean)
  const zeros = Array.from({ length: tail === undefined ? 0 : 8 - left.length - right.length }, () => '0')
  return [...left, ...zeros, ...right].reduce((sum, group) => sum * 65_536n + BigInt(`0x${group}`), 0n)
}
const groupsOf = (value: bigint): number[] =>
  Array.from({ length: 8 }, (_, index) => Number((value >> BigInt(112 - 16 * index)) & 0xffffn))
const ipv6Text = (value: bigint): string =>
  groupsOf(value)
    .map((group) => group.toString(16))
    .join(':')

describe('an address of a mail server', () => {
  it.each(forbiddenAddresses)('is not %s', (address) => {
    expect(isGlobalUnicast(address)).toBe(false)
  })

  it.each(allowedNeighbours)('may be %s', (address) => {
    expect(whyNotGlobalUnicast(address)).toBeUndefined()
  })

  it('is tested with thirty forbidden ones and thirty neighbors at least', () => {
    expect(new Set(forbiddenAddresses).size).toBeGreaterThanOrEqual(30)
    expect(new Set(allowedNeighbours).size).toBeGreaterThanOrEqual(30)
  })

  it.each([
    ['127.0.0.1', 'loopback'],
    ['10.1.2.3', 'private'],
    ['::ffff:8.8.8.8', 'an IPv4 address'],
    ['64:ff9b::8.8.8.8', 'an IPv4 address behind NAT64'],
    ['64:ff9b:1::1', 'an IPv4 address behind a local NAT64'],
    ['2001:0:1::', 'Teredo'],
    ['fe80::1%lo', 'an address on one interface'],
    ['4000::', 'not given out'],
    ['localhost', 'not an address'],
  ])('is refused with a reason: %s is %s', (address, why) => {
    expect(whyNotGlobalUnicast(address)).toBe(why)
  })
})

// A random address of each forbidden block.
const forbiddenIpv4 = fc
  .constantFrom(...specialPurposeIpv4.map(({ block }) => block))
  .chain((block) =>
    fc
      .integer({ min: 0, max: 2 ** (32 - bitsOf(block)) - 1 })
      .map((offset) => ipv4Number(block.split('/')[0] ?? '') + offset),
  )
const forbiddenIpv6 = fc
  .constantFrom(...specialPurposeIpv6.map(({ block }) => block))
  .chain((block) =>
    fc
      .bigInt({ min: 0n, max: 2n ** BigInt(128 - bitsOf(block)) - 1n })
      .map((offset) => ipv6Number(block.split('/')[0] ?? '') + offset),
  )

/** Writes an IPv4 address in all forms that some program accepts. */
const ipv4Forms = (value: number): string[] => {
  const parts = ipv4Text(value).split('.')
  const octal = parts.map((part) => `0${Number(part).toString(8)}`)
  const hexadecimal = parts.map((part) => `0x${Number(part).toString(16)}`)
  const [first = '', second = ''] = parts
  const text = parts.join('.')
  return [
    text,
    octal.join('.'),
    hexadecimal.join('.'),
    String(value),
    `0x${value.toString(16)}`,
    `0${value.toString(8)}`,

    `${first}.${value % 2 ** 24}`,
    `${first}.${second}.${value % 65_536}`,
    `${octal[0]}.${parts.slice(1).join('.')}`,

    `${text}.`,
    ` ${text}`,
    `${text} `,
    `[${text}]`,
    `${text}\0`,
    `${text}\n`,
    `${text}:25`,
    `${text}%lo`,
    `${text}/32`,
    parts.map((part) => part.padStart(3, '0')).join('.'),
    text.replaceAll('.', '。'),
    text.replace(/\d/, '١'),

    `::ffff:${text}`,
    `::FFFF:${text}`,
    `::${text}`,
    `64:ff9b::${text}`,
    `[::ffff:${text}]`,
    `0:0:0:0:0:ffff:${text}`,
    `::ffff:0:${text}`,
    `::ffff:${Math.floor(value / 65_536).toString(16)}:${(value % 65_536).toString(16)}`,
    `2002:${Math.floor(value / 65_536).toString(16)}:${(value % 65_536).toString(16)}::1`,
  ]
}

/** Writes an IPv6 address in every form of RFC 4291, and some more. */
const ipv6Forms = (value: bigint): string[] => {
  const groups = groupsOf(value)
  const plain = ipv6Text(value)
  const padded = groups.map((group) => group.toString(16).padStart(4, '0')).join(':')
  const dotted = `${groups
    .slice(0, 6)
    .map((group) => group.toString(16))
    .join(':')}:${ipv4Text(Number(value & 0xffffffffn))}`
  const compressed = groups.flatMap((_, start) =>
    Array.from({ length: 8 - start }, (__, more) => start + more + 1)
      .filter((end) => groups.slice(start, end).every((group) => group === 0))
      .map((end) => {
        const side = (from: number, to: number): string =>
          groups
            .slice(from, to)
            .map((group) => group.toString(16))
            .join(':')
        return `${side(0, start)}::${side(end, 8)}`
      }),
  )
  return [plain, padded, dotted, ...compressed].flatMap((text) => [
    text,
    text.toUpperCase(),
    `[${text}]`,
    ` ${text}`,
    `${text} `,
    `${text}%lo`,
    `${text}%25lo`,
    `${text}/128`,
    `[${text}]:25`,
  ])
}

describe('no way to write a forbidden address gets through', () => {
  it('of IPv4, octal, hexadecimal, short or inside an IPv6 address', () => {
    fc.assert(
      fc.property(forbiddenIpv4, (value) => {
        expect(ipv4Forms(value).filter(isGlobalUnicast)).toEqual([])
      }),
      { numRuns: 300 },
    )
  })

  it('of IPv6, in capitals, compressed anywhere, padded or in brackets', () => {
    fc.assert(
      fc.property(forbiddenIpv6, (value) => {
        expect(ipv6Forms(value).filter(isGlobalUnicast)).toEqual([])
      }),
      { numRuns: 300 },
    )
  })

  it('and a plain form is judged only by its value', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }), fc.boolean(), (any, unicast) => {
        const value = unicast ? (any >> 3n) | (1n << 125n) : any
        const inside = specialPurposeIpv6.some(({ block }) => {
          const host = BigInt(128 - bitsOf(block))
          return value >> host === ipv6Number(block.split('/')[0] ?? '') >> host
        })
        const expected = !inside && value >> 125n === 1n
        for (const text of [ipv6Text(value), ipv6Text(value).toUpperCase()])
          expect(isGlobalUnicast(text)).toBe(expected)
      }),
      { numRuns: 500 },
    )
  })
})
