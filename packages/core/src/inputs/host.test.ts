import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseDomain, parseHost, parseName } from './host.ts'
import { acceptedNames, refusedNames } from '../../test/support/names.ts'

const raw = String.raw

describe('a name of the DNS', () => {
  it.each([
    ['Shop.Example.', 'shop.example'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['-a-.shop.example', '-a-.shop.example'],
    ['a.*.b', 'a.*.b'],
    ['mail', 'mail'],
    ['mail.', 'mail'],
    [raw`a\.b.example`, raw`a\046b.example`],
    [raw`a\046B.example`, raw`a\046b.example`],
    [raw`\097\066.example`, 'ab.example'],
    [raw`\255\000.example`, raw`\255\000.example`],
    [raw`a\\.example`, raw`a\092.example`],
    [raw`a\;\ b.example`, raw`a\059\032b.example`],
  ])('is read from %j', (text, name) => {
    expect(parseName(text)).toBe(name)
    expect(parseName(name)).toBe(name)
  })

  it.each(['', '.', 'a..b', '.a', 'a;b.example', 'a b', 'https://a.example', raw`\256.example`, raw`a\1.example`])(
    'is not %j',
    (text) => expect(parseName(text)).toBeUndefined(),
  )

  it('is no address, and has at most 63 octets in a label and 255 in all', () => {
    expect(parseName('192.0.2.1')).toBeUndefined()
    expect(parseName(raw`${raw`\255`.repeat(63)}.example`)).toBeDefined()
    expect(parseName(raw`${raw`\255`.repeat(64)}.example`)).toBeUndefined()
    expect(parseName(`${'a-.'.repeat(84)}a`)).toBeDefined()
    expect(parseName(`${'a-.'.repeat(85)}a`)).toBeUndefined()
  })

  it('is a domain as other parts read it, if it is one', () => {
    fc.assert(
      fc.property(fc.domain(), (domain) => {
        expect(parseName(domain)).toBe(parseDomain(domain) ?? parseName(domain))
      }),
    )
  })
})

describe('the names of random tests', () => {
  it('are inputs as they are, or none', () => {
    fc.assert(
      fc.property(acceptedNames, refusedNames, (accepted, refused) => {
        expect(parseDomain(accepted)).toBe(accepted)
        expect([parseDomain(refused), parseHost(refused)]).toEqual([undefined, undefined])
      }),
    )
  })

  it('include those that only look valid', () => {
    const drawn = fc.sample(refusedNames, { numRuns: 2000, seed: 1 })
    for (const shape of [/xn--/, /^-/, /-\./, / /, /\.\./, /a{64}/, /\d$/])
      expect(
        drawn.some((name) => shape.test(name)),
        `${shape}`,
      ).toBe(true)
  })
})

describe('a pasted name with quotation marks', () => {
  it.each([
    '“mail.example”',
    '‘mail.example’',
    '«mail.example»',
    '„mail.example“',
    '"mail.example"',
    "'mail.example'",
    '‹mail.example›',
  ])('is refused, because they are no part of the name: %s', (text) => {
    expect(parseDomain(text)).toBeUndefined()
    expect(parseHost(text)).toBeUndefined()
  })
})
