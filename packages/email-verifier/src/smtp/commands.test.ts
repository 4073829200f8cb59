import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyText } from '../../test/support/any-text.ts'
import { commands } from './commands.ts'
import { UnsendableText } from './smtp-errors.ts'

const whyOf = (write: () => unknown): string => {
  try {
    write()
  } catch (error) {
    if (error instanceof UnsendableText) return error.why
    throw error
  }
  return 'sent'
}

describe('the commands', () => {
  it('are the seven of a verification, one line each', () => {
    expect(commands.ehlo('verify.example.com')).toBe('EHLO verify.example.com\r\n')
    expect(commands.helo('[192.0.2.1]')).toBe('HELO [192.0.2.1]\r\n')
    expect(commands.startTls()).toBe('STARTTLS\r\n')
    expect(commands.mailFrom('bounce@example.com')).toBe('MAIL FROM:<bounce@example.com>\r\n')
    expect(commands.mailFrom('')).toBe('MAIL FROM:<>\r\n')
    expect(commands.rcptTo('a.b+c@example.com')).toBe('RCPT TO:<a.b+c@example.com>\r\n')
    expect(commands.rset()).toBe('RSET\r\n')
    expect(commands.quit()).toBe('QUIT\r\n')
    expect(Object.keys(commands)).toHaveLength(7)
  })

  it('accept quoted local parts and address literals unchanged', () => {
    expect(commands.rcptTo('"a b\\"c@d"@example.com')).toBe('RCPT TO:<"a b\\"c@d"@example.com>\r\n')
    expect(commands.rcptTo('a@[IPv6:2001:db8::1]')).toBe('RCPT TO:<a@[IPv6:2001:db8::1]>\r\n')
  })

  it('use SMTPUTF8 if it was offered, and refuse non-ASCII letters otherwise', () => {
    expect(commands.mailFrom('bounce@example.com', true)).toBe('MAIL FROM:<bounce@example.com> SMTPUTF8\r\n')
    expect(commands.rcptTo('jürgen@example.com', true)).toBe('RCPT TO:<jürgen@example.com>\r\n')
    expect(whyOf(() => commands.rcptTo('jürgen@example.com'))).toBe('needs_smtputf8')
    expect(whyOf(() => commands.mailFrom('jürgen@example.com'))).toBe('needs_smtputf8')
  })

  it.each([
    '\r',
    '\n',
    '\r\nDATA\r\n',
    '\0',
    '<',
    '>',
    '>\r\nRSET',
    '\t',
    '\x7f',
    '\x1b[31m',
    '\u0085',
    '\u2028',
    '\u2029',
    '\ud800',
    '\udfff',
    '> SIZE=1',
    '> ORCPT=x',
  ])('refuse %j anywhere in an address', (text) => {
    for (const address of [
      `${text}@b.test`,
      `a${text}b@c.test`,
      `a@b${text}.test`,
      `"a${text}"@b.test`,
      `a@b.test${text}`,
    ])
      for (const utf8 of [true, false]) {
        expect(whyOf(() => commands.rcptTo(address, utf8))).toBe('characters')
        expect(whyOf(() => commands.mailFrom(address, utf8))).toBe('characters')
      }
    expect(whyOf(() => commands.ehlo(`a${text}.test`))).toBe('characters')
    expect(whyOf(() => commands.helo(`a${text}.test`))).toBe('characters')
  })

  it.each([
    'a b@c.test',
    '@relay.test:a@b.test',
    'a@b@c.test',
    'a,b@c.test',
    'a(b)@c.test',
    'a\\\\b@c.test',
    'a:b@c.test',
    'a"b@c.test',
    '"a"b"@c.test',
    '"a@b.test',
    'a@b c.test',
    'a@b".test',
    '@b.test',
    'a@',
    'a',
    '""x@b.test',
  ])('refuse a text that is not a mailbox: %s', (address) => {
    expect(whyOf(() => commands.rcptTo(address, true))).toBe('characters')
  })

  it('accept a mailbox of 254 bytes and none of 255', () => {
    const domain = `${'b'.repeat(60)}.test`
    const local = (bytes: number): string => 'a'.repeat(bytes - domain.length - 1)
    expect(commands.rcptTo(`${local(254)}@${domain}`)).toHaveLength('RCPT TO:<>\r\n'.length + 254)
    expect(whyOf(() => commands.rcptTo(`${local(255)}@${domain}`))).toBe('too_long')
    expect(whyOf(() => commands.rcptTo(`ü${local(253)}@${domain}`, true))).toBe('too_long')
    expect(whyOf(() => commands.ehlo('a'.repeat(600)))).toBe('too_long')
  })

  it('refuse an invalid own name', () => {
    for (const name of ['', ' ', 'a b', 'a\tb', '-a', '[', '[]', 'ä.test', 'a;b', '.'])
      expect(whyOf(() => commands.ehlo(name))).toBe('characters')
  })

  it('are one line for any address', () => {
    const text = fc.oneof(
      anyText(40),
      fc.string({
        unit: fc.constantFrom('\r', '\n', '\0', '<', '>', '"', '\\', ' ', '@', 'a', 'ü', '.', '\ud800'),
        maxLength: 20,
      }),
    )
    fc.assert(
      fc.property(text, text, fc.boolean(), (local, domain, utf8) => {
        for (const address of [`${local}@${domain}`, `"${local}"@b.test`, local])
          try {
            const line = commands.rcptTo(address, utf8)
            expect(line).toMatch(/^RCPT TO:<[^<>\p{Cc}]+@[^<>\p{Cc}\s]+>\r\n$/u)
            expect(Buffer.from(line).toString()).toBe(line)
          } catch (error) {
            expect(error).toBeInstanceOf(UnsendableText)
          }
      }),
      { numRuns: 500 },
    )
  })
})
