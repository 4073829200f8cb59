import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseAddress } from './parse-address.ts'

const domainOf = (address: string): string | undefined => parseAddress(address)?.domain

describe('parseAddress', () => {
  it.each([
    'ana@mail.test',
    'a@b.co',
    "o'neil+news=1@mail.test",
    '!#$%&*-/=?^_`{|}~@mail.test',
    'a.b.c@sub.mail.test',
    '"ana maria"@mail.test',
    '"a@b"@mail.test',
    '"a\\"b\\\\"@mail.test',
    '""@mail.test',
    'åsa@mail.test',
    '用户@mail.test',
    `${'l'.repeat(64)}@mail.test`,
    `ana@${'d'.repeat(63)}.test`,
    'ana@1.mail.test',
    'ana@mail.xn--p1ai',
  ])('accepts %s', (address) => {
    expect(parseAddress(address)).toEqual({
      local: address.slice(0, address.lastIndexOf('@')),
      domain: domainOf(address),
    })
    expect(domainOf(address)).toMatch(/^[a-z0-9.-]+$/)
  })

  it.each([
    ['no at sign', 'ana.mail.test'],
    ['nothing before it', '@mail.test'],
    ['nothing behind it', 'ana@'],
    ['two of them', 'ana@ben@mail.test'],
    ['a dot first', '.ana@mail.test'],
    ['a dot last', 'ana.@mail.test'],
    ['two dots', 'ana..b@mail.test'],
    ['a blank', 'ana b@mail.test'],
    ['a quote that is open', '"ana@mail.test'],
    ['a quote inside', 'a"b"c@mail.test'],
    ['brackets', 'Ana <ana@mail.test>'],
    ['a line end', 'ana\r\nRCPT TO:<x>@mail.test'],
    ['a line end in quotes', '"a\r\nb"@mail.test'],
    ['NUL', 'a\0b@mail.test'],
    ['a C1 control', 'a\u0085b@mail.test'],
    ['a turn of direction', 'a\u202Eb@mail.test'],
    ['a lone surrogate', 'a\uD800b@mail.test'],
    ['a local part of 65 octets', `${'l'.repeat(65)}@mail.test`],
    ['a local part of 65 octets in 33 letters', `${'å'.repeat(32)}x@mail.test`],
    ['255 octets', `${'l'.repeat(64)}@${'d'.repeat(63)}.${'d'.repeat(63)}.${'d'.repeat(57)}.test`],
    ['a label of 64 letters', `ana@${'d'.repeat(64)}.test`],
    ['one label', 'ana@localhost'],
    ['an empty label', 'ana@mail..test'],
    ['a dot at the end', 'ana@mail.test.'],
    ['a hyphen at an edge', 'ana@-mail.test'],
    ['an underscore in the domain', 'ana@my_mail.test'],
    ['an IPv4 address', 'ana@192.0.2.1'],
    ['an address literal', 'ana@[192.0.2.1]'],
    ['an IPv6 literal', 'ana@[IPv6:2001:db8::1]'],
    ['a number as host', 'ana@2130706433'],
    ['a name that IDNA disallows', 'ana@xn--0.test'],
    ['a no-break space', 'ana\u00A0b@mail.test'],
    ['a zero-width space', 'ana\u200Bb@mail.test'],
    ['a port', 'ana@mail.test:25'],
    ['an escape', 'ana@mail%2etest'],
    ['a megabyte', 'a'.repeat(1e6)],
  ])('refuses %s', (_, address) => {
    expect(parseAddress(address)).toBeUndefined()
  })

  it('accepts exactly 254 octets', () => {
    const address = `${'l'.repeat(64)}@${'d'.repeat(63)}.${'d'.repeat(63)}.${'d'.repeat(56)}.test`
    expect(address).toHaveLength(254)
    expect(domainOf(address)).toHaveLength(189)
  })

  it('writes the domain in ASCII and lower case, and keeps the local part unchanged', () => {
    expect(parseAddress(' Ana@Bücher.TEST\n')).toEqual({ local: 'Ana', domain: 'xn--bcher-kva.test' })
    expect(domainOf('ana@例え。テスト')).toBe('xn--r8jz45g.xn--zckzah')
    expect(domainOf('ana@نامه\u200Cای.com')).toBe('xn--mgba3gch31f060k.com')
    expect(domainOf('ana@ＭＡＩＬ.test')).toBe('mail.test')
    expect(domainOf('ana@bu\u0308cher.test')).toBe('xn--bcher-kva.test')
  })

  it('returns only one line, one path and a host name, for any input', () => {
    const letters = fc.constantFrom(
      'a',
      'B',
      '.',
      '@',
      '"',
      '\\',
      ' ',
      '\r',
      '\n',
      '\0',
      '<',
      '>',
      '-',
      'ü',
      '。',
      '[',
      ']',
      ':',
      '%',
      '\u202E',
      '\uD800',
      '1',
    )
    const text = fc.oneof(
      fc.string({ unit: letters, maxLength: 40 }),
      fc.string({ unit: letters }).map((local) => `${local}@mail.test`),
      fc.emailAddress(),
    )
    fc.assert(
      fc.property(text, (address) => {
        const parsed = parseAddress(address)
        if (parsed === undefined) return
        expect(parsed.local).not.toMatch(/[\0-\u001F\u007F-\u009F\u2028\u2029]/)
        expect(parsed.local).toMatch(/^(?:[^@\s<>"]+|"[^]*")$/)
        expect(parsed.domain).toMatch(/^(?:[a-z0-9-]+\.)+[a-z0-9-]+$/)
        expect(Buffer.byteLength(parsed.local)).toBeLessThanOrEqual(64)
        // Parsing a parsed address must not change it.
        expect(parseAddress(`${parsed.local}@${parsed.domain}`)).toEqual(parsed)
      }),
      { numRuns: 2000 },
    )
  })
})
