import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyText } from '../../test/support/any-text.ts'
import { toReply, createReplyReader, longestDialogue, longestReplyLine } from './reply-reader.ts'

async function* chunks(...parts: readonly (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield Buffer.from(part)
}

const readerOf = (...parts: readonly (string | Uint8Array)[]) => createReplyReader(chunks(...parts))

const cut = (bytes: Uint8Array, places: readonly number[]): Uint8Array[] => {
  const ends = [...new Set(places.map((place) => place % bytes.length)), bytes.length].toSorted((a, b) => a - b)
  return ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end))
}

describe('a reader of replies', () => {
  it('reads one line and many', async () => {
    const reader = readerOf(
      '220 mx.test ESMTP\r\n250-mx.test\r\n250-PIPELINING\r\n250 SMTPUTF8\r\n354\r\n250-\r\n250 \r\n',
    )
    expect(await reader.next()).toEqual({ code: 220, lines: ['mx.test ESMTP'] })
    expect(await reader.next()).toEqual({ code: 250, lines: ['mx.test', 'PIPELINING', 'SMTPUTF8'] })
    expect(await reader.next()).toEqual({ code: 354, lines: [''] })
    expect(await reader.next()).toEqual({ code: 250, lines: ['', ''] })
    expect(reader.unread()).toBe(0)
  })

  it('accepts line feeds alone as line endings', async () => {
    const reader = readerOf('250-One\n250-Two\r\n250 Three\n')
    expect(await reader.next()).toEqual({ code: 250, lines: ['One', 'Two', 'Three'] })
  })

  it('reads the same at any chunk boundaries', async () => {
    const bytes = Buffer.from('220-Grüße\r\n220 mx.test\r\n550-5.1.1 No\n550 5.1.1 such user 漢字\r\n421 Bye\r\n')
    const whole = readerOf(bytes)
    const expected = [await whole.next(), await whole.next(), await whole.next()]
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(), { maxLength: 100 }), async (places) => {
        const reader = readerOf(...cut(bytes, places))
        expect([await reader.next(), await reader.next(), await reader.next()]).toEqual(expected)
        expect(reader.unread()).toBe(0)
      }),
    )
  })

  it('reads UTF-8, and other bytes as one character each', async () => {
    const reader = readerOf('550 Empfänger unbekannt\r\n', Buffer.from('550 Empf\xe4nger unbekannt\r\n', 'latin1'))
    expect((await reader.next()).lines).toEqual(['Empfänger unbekannt'])
    expect((await reader.next()).lines).toEqual(['Empfänger unbekannt'])
  })

  it('returns the number of bytes that no reply has used', async () => {
    const reader = readerOf('220 Go\r\n250 Injected\r\n')
    await reader.next()
    expect(reader.unread()).toBe('250 Injected\r\n'.length)
  })

  it.each([
    'HTTP/1.1 400 Bad Request\r\n',
    'SSH-2.0-OpenSSH_9.9\r\n',
    '+OK POP3 ready\r\n',
    '* OK IMAP4rev1\r\n',
    '\r\n',
    '25\r\n',
    '2500 Ok\r\n',
    '250_Ok\r\n',
    '250-One\r\n550 Two\r\n',
    '250-One\r\nTwo\r\n',
    '150 Wait\r\n',
    '650 What\r\n',
    ' 250 Ok\r\n',
    '-250 Ok\r\n',
    '\x16\x03\x01\x02\x00\x01\n',
  ])('refuses a text that is not a reply: %j', async (text) => {
    await expect(readerOf(text).next()).rejects.toMatchObject({ name: 'SmtpError', kind: 'protocol_error' })
  })

  it.each(['', '250', '250 Ok', '250-Ok\r\n', '250-Ok\r\n25'])('refuses an incomplete reply: %j', async (text) => {
    await expect(readerOf(text).next()).rejects.toThrow('The server closed the connection before it had answered.')
  })

  it('reads a line of 2,048 bytes and none of 2,049', async () => {
    const line = (length: number): string => `250 ${'a'.repeat(length - 4)}\n`
    expect((await readerOf(line(longestReplyLine)).next()).lines[0]).toHaveLength(longestReplyLine - 4)
    const tooLong = 'The server sent a line of more than 2048 bytes.'
    await expect(readerOf(line(longestReplyLine + 1)).next()).rejects.toThrow(tooLong)
    await expect(readerOf(...Array.from({ length: 5000 }, () => 'a')).next()).rejects.toThrow(tooLong)
  })

  it('reads 64 KiB in a dialogue and no byte more, until it is renewed', async () => {
    const line = `250-${'a'.repeat(58)}\r\n`
    const many = (lines: number): string[] => Array.from({ length: lines }, () => line)
    const fits = longestDialogue / line.length
    const exactly = readerOf(...many(fits - 1), `250 ${'a'.repeat(58)}\r\n`)
    expect((await exactly.next()).lines).toHaveLength(fits)
    await expect(readerOf(...many(fits), '250 Ok\r\n').next()).rejects.toThrow('The server sent more than 65536 bytes.')
    const twice = readerOf(...many(fits - 1), `250 ${'a'.repeat(58)}\r\n`, '250 Ok\r\n')
    await twice.next()
    twice.renew()
    expect(await twice.next()).toEqual({ code: 250, lines: ['Ok'] })
  })

  it('returns a reply or a protocol error for any bytes, and always finishes', async () => {
    const any = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.string({ maxLength: 200 }).map((text) => Buffer.from(`250-${text}\n`)),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(any, { maxLength: 5 }), async (parts) => {
        await readerOf(...parts)
          .next()
          .then(
            ({ code }) => expect(code).toSatisfy((number: number) => number >= 200 && number < 600),
            (error: unknown) => expect(error).toMatchObject({ kind: 'protocol_error' }),
          )
      }),
    )
  })
})

describe('a reply', () => {
  const replyOf = (code: number, ...lines: string[]) => toReply({ code, lines }, 'rcpt')

  it('has the enhanced code once, in front of the text', () => {
    expect(replyOf(550, '5.1.1 The account does not exist.', '5.1.1 Try another.')).toEqual({
      code: 550,
      enhanced: '5.1.1',
      text: '5.1.1 The account does not exist. Try another.',
      stage: 'rcpt',
    })
  })

  it.each([
    [550, '5.1.1', '5.1.1'],
    [550, '5.7.606 Access denied', '5.7.606'],
    [550, '#5.1.0 Address rejected', '5.1.0'],
    [450, '4.2.1: busy', '4.2.1'],
    [250, '2.1.5 Ok', '2.1.5'],
  ] as const)('of %i with %j has an enhanced code', (code, text, enhanced) => {
    expect(replyOf(code, text).enhanced).toBe(enhanced)
  })

  it.each([
    [550, 'No such user'],
    [550, '4.1.1 of another class'],
    [250, '5.1.1 of another class'],
    [550, '3.1.1 of no class'],
    [550, '5.1 too short'],
    [550, '5.1.1.1 too long'],
    [550, '5.1.1000 too large'],
    [550, 'User 5.1.1 not at the start'],
    [354, '3.0.0 Go'],
  ] as const)('of %i with %j has none', (code, text) => {
    expect(replyOf(code, text)).not.toHaveProperty('enhanced')
  })

  it('finds the enhanced code on a later line', () => {
    expect(replyOf(550, 'Requested action not taken', '5.1.1 No mailbox')).toMatchObject({
      enhanced: '5.1.1',
      text: 'Requested action not taken No mailbox',
    })
  })

  it('is one line of text without control characters', () => {
    fc.assert(
      fc.property(fc.array(anyText(20), { minLength: 1 }), (lines) => {
        expect(replyOf(550, ...lines).text).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u)
      }),
    )
    expect(replyOf(550, 'a\tb\x1b[31m\0c', '', ' d ').text).toBe('a b [31m c d')
  })
})
