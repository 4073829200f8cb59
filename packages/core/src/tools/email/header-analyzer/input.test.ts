import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyText } from '../../../../test/support/any-text.ts'
import { parseMailDate } from '../../../protocols/mail-date.ts'
import { headersInput } from './input.ts'
import { authorsOf, parseEnvelopeSender } from './mailboxes.ts'
import { parseReceived } from '../../../protocols/received.ts'

const canonical = (text: string) => headersInput.parse(text)?.canonical
const authorsIn = (text: string) => authorsOf(headersInput.parse(text)?.value.block ?? new Map())
const domainsOf = (from: string) => authorsIn(`From: ${from}`).domains

const line = fc.oneof(
  fc.constantFrom(
    '',
    ' folded',
    '\tfolded',
    'Subject:',
    'From: ana@mail.example',
    'Received: from a by b;',
    ':',
    'http://mail.example',
    'X-Long:',
  ),
  fc.tuple(fc.stringMatching(/^[A-Za-z-]{1,9}$/), fc.string()).map(([name, value]) => `${name}: ${value}`),
  anyText,
)
const block = fc.tuple(fc.array(line), fc.constantFrom('\n', '\r\n', '\r')).map(([lines, end]) => lines.join(end))

describe('a header block', () => {
  it('is read from any text without an error, and its canonical form is read as itself', () => {
    fc.assert(
      fc.property(fc.oneof(block, anyText), (text) => {
        const once = canonical(text)
        expect(once === undefined || canonical(once) === once).toBe(true)
      }),
    )
  })

  // Quadratic parsing would take minutes here, far beyond the time limit of a test.
  it.each(['a', ':', 'a:\n', ' \n', '<', '@', 'From: <', 'From: a@b.example\n', '\n a'])(
    'is read from a megabyte of %j, and its canonical form is read as itself',
    (unit) => {
      const once = canonical(`From: ${unit.repeat(1_000_000 / unit.length)}`)
      expect(once === undefined || canonical(once) === once).toBe(true)
    },
  )

  it('ends at the first blank line, where the body starts', () => {
    expect(canonical('Subject: one\n\nFrom: ben@harbour.example')).toBe('Subject: one')
  })
})

describe('the authors of a mail', () => {
  it('are found with any text around their addresses', () => {
    expect(domainsOf('Ana <ana@Mail.Example>')).toEqual(['mail.example'])
    expect(domainsOf('"ben@harbour.example" <ana@mail.example>')).toEqual(['mail.example'])
    expect(domainsOf('"Ana, of mail" <ana@mail.example>')).toEqual(['mail.example'])
    expect(domainsOf('ana@mail.example (Ana (of mail), ana@harbour.example)')).toEqual(['mail.example'])
    expect(domainsOf('<ana@mail.example')).toEqual(['mail.example'])
    expect(domainsOf('<@relay.example:ana@mail.example>')).toEqual(['mail.example'])
  })

  it('are each listed once by domain, over all From fields', () => {
    expect(domainsOf('Ana <ana@mail.example>, Bo <bo@mail.example>')).toEqual(['mail.example'])
    expect(domainsOf('Ana <ana@mail.example>, bo@harbour.example')).toEqual(['mail.example', 'harbour.example'])
    expect(authorsIn('From: ana@mail.example\nFROM: bo@harbour.example')).toEqual({
      fields: 2,
      addresses: 2,
      domains: ['mail.example', 'harbour.example'],
    })
  })

  it('have no domain if their address is invalid, or has two', () => {
    for (const from of ['Ana', 'ana@localhost', 'ana@mail.example@harbour.example', 'ana@[192.0.2.1]'])
      expect(domainsOf(from)).toEqual([undefined])
    expect(domainsOf('')).toEqual([])
  })
})

describe('the sender of an envelope', () => {
  it('is an address, a domain or empty', () => {
    expect(parseEnvelopeSender('<ana@Mail.Example>')).toEqual({ address: 'ana@Mail.Example', domain: 'mail.example' })
    expect(parseEnvelopeSender('"ana@mail.example"').domain).toBe('mail.example')
    expect(parseEnvelopeSender('mail.example')).toEqual({ address: 'postmaster@mail.example', domain: 'mail.example' })
    expect(parseEnvelopeSender('<>')).toEqual({ address: '', domain: undefined })
  })
})

describe('a date in a header', () => {
  it('is read with its zone', () => {
    expect(parseMailDate('Thu, 1 Jan 2026 02:00:05 +0200 (EET)')).toBe(Date.UTC(2026, 0, 1, 0, 0, 5))
    expect(parseMailDate('31 Dec 2025 19:30 -0430')).toBe(Date.UTC(2026, 0, 1))
    expect(parseMailDate('Thu, 1 Jan 2026 00:00:00 GMT')).toBe(Date.UTC(2026, 0, 1))
    expect(parseMailDate('Thu, 1 Jan 2026 00:00:00 -0000')).toBe(Date.UTC(2026, 0, 1))
  })

  it('is read in the obsolete forms of RFC 5322, section 4.3', () => {
    expect(parseMailDate('Thu, 01 Jan 26 00:00:00 EST')).toBe(Date.UTC(2026, 0, 1, 5))
    expect(parseMailDate('31 Dec 99 23:00:00 PDT')).toBe(Date.UTC(2000, 0, 1, 6))
    expect(parseMailDate('1 Jan 126 00:00:00 UT')).toBe(Date.UTC(2026, 0, 1))
  })

  it('is read in the form of asctime, if it has a zone', () => {
    expect(parseMailDate('Thu Jan  1 02:00:05 2026 +0200')).toBe(Date.UTC(2026, 0, 1, 0, 0, 5))
    expect(parseMailDate('Wed Dec 31 19:00:00 EST 2025')).toBe(Date.UTC(2026, 0, 1))
    expect(parseMailDate('Wed Dec 31 19:00:00 -0500 2025')).toBe(Date.UTC(2026, 0, 1))
    expect(parseMailDate('Thu Jan 1 00:00:00 2026 (UTC)')).toBeUndefined()
    expect(parseMailDate('Thu Jan 1 00:00:00 2026')).toBeUndefined()
    expect(parseMailDate('Thu Jun 31 00:00:00 2026 +0000')).toBeUndefined()
  })

  it('is read in the nonstandard forms of some services', () => {
    expect(parseMailDate('2026-01-01 08:00:00.123456789 +0000 UTC m=+12.5')).toBe(Date.UTC(2026, 0, 1, 8))
    expect(parseMailDate('Thu, 01 Jan 2026 08:00:00.987 +0000 (UTC)')).toBe(Date.UTC(2026, 0, 1, 8))
  })

  it.each([
    '',
    'yesterday',
    '1 Foo 2026 00:00:00 +0000',
    '31 Jun 2026 00:00:00 +0000',
    '1 Jan 2026 25:00:00 +0000',
    '1 Jan 2026 00:61:00 +0000',
    '1 Jan 2026 00:00:00',
    '1 Jan 2026 00:00:00 CEST',
    '1 Jan 2026 00:00:00 A',
    '2026-13-01 00:00:00 +0000',
  ])('is not invented if it is missing, or its zone is unknown: %j', (text) => {
    expect(parseMailDate(text)).toBeUndefined()
  })
})

describe('a Received line', () => {
  const noon = Date.UTC(2026, 0, 1, 12)
  const base = { by: 'mx.inbox.example', address: '198.51.100.7', helo: 'out.mail.example', at: noon, hasFrom: true }

  it.each([
    [
      'Postfix',
      'from out.mail.example (host-7.isp.example [198.51.100.7]) (using TLSv1.3 with cipher TLS_AES_256_GCM_SHA384 (256/256 bits) key-exchange X25519) (No client certificate (by choice) requested) by mx.inbox.example (Postfix (Debian)) with ESMTPS id 4Xy for <bo@inbox.example>; Thu, 1 Jan 2026 12:00:00 +0000 (UTC)',
      {
        ...base,
        from: 'out.mail.example',
        protocol: 'ESMTPS',
        isEncrypted: true,
        names: ['host-7.isp.example', 'out.mail.example', 'out.mail.example'],
      },
    ],
    [
      'Postfix without a reverse name, over IPv6',
      'from out.mail.example (unknown [IPv6:2001:DB8:0::7]) by mx.inbox.example (Postfix) with ESMTP id 4X; Thu, 1 Jan 2026 13:00:00 +0100 (CET)',
      { ...base, address: '2001:db8::7', protocol: 'ESMTP', isEncrypted: false, isSubmission: false },
    ],
    [
      'Postfix after a sign-in',
      'from [10.1.2.3] (dsl-7.isp.example [198.51.100.7]) (Authenticated sender: ana) by mx.inbox.example (Postfix) with ESMTPSA id 4X; Thu, 1 Jan 2026 12:00:00 +0000',
      { ...base, from: '10.1.2.3', helo: undefined, protocol: 'ESMTPSA', isEncrypted: true, isSubmission: true },
    ],
    [
      'Exim',
      'from host-7.isp.example ([198.51.100.7]:40112 helo=out.mail.example) by mx.inbox.example with esmtps (TLS1.3) tls TLS_AES_256_GCM_SHA384 (Exim 4.97) (envelope-from <ana@mail.example>) id 1rKx-0001 for bo@inbox.example; Thu, 01 Jan 2026 12:00:00 +0000',
      { ...base, from: 'host-7.isp.example', protocol: 'ESMTPS', isEncrypted: true, envelope: '<ana@mail.example>' },
    ],
    [
      'Exim for a client without a reverse name',
      'from [198.51.100.7] (port=4711 helo=out.mail.example) by mx.inbox.example with smtp (Exim 4.97) id 1rK; Thu, 01 Jan 2026 12:00:00 +0000',
      { ...base, from: '198.51.100.7', protocol: 'SMTP', isEncrypted: false },
    ],
    [
      'Exchange',
      'from OUT.mail.example (198.51.100.7) by mx.inbox.example (10.9.8.7) with Microsoft SMTP Server (version=TLS1_2, cipher=TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384) id 15.20.8.1 via Frontend Transport; Thu, 1 Jan 2026 12:00:00 +0000',
      { ...base, helo: 'OUT.mail.example', protocol: 'SMTP', isEncrypted: true },
    ],
    [
      'Gmail',
      'from out.mail.example (out.mail.example. [198.51.100.7]) by mx.inbox.example with ESMTPS id a1-2sor for <bo@inbox.example> (version=TLS1_3 cipher=TLS_AES_128_GCM_SHA256 bits=128/128); Thu, 01 Jan 2026 04:00:00 -0800 (PST)',
      { ...base, protocol: 'ESMTPS', isEncrypted: true },
    ],
    [
      'Gmail inside',
      'by 2002:a05:6402:1f::1 with SMTP id q7csp12; Thu, 1 Jan 2026 04:00:00 -0800 (PST)',
      { from: null, by: '2002:a05:6402:1f::1', hasFrom: false, address: undefined, at: noon },
    ],
    [
      'SendGrid',
      'by filter0042.relay.example with SMTP id filter0042-1-2-3 2026-01-01 12:00:00.987654321 +0000 UTC m=+98.7',
      { from: null, by: 'filter0042.relay.example', protocol: 'SMTP', at: noon },
    ],
    [
      'SendGrid, its first server',
      'from MTIz (unknown) by geopod-7 (SG) with HTTP id Zx9 Thu, 01 Jan 2026 12:00:00.123 +0000 (UTC)',
      { from: 'MTIz', by: 'geopod-7', protocol: 'HTTP', address: undefined, at: noon, isEncrypted: undefined },
    ],
    [
      'qmail',
      'from unknown (HELO out.mail.example) (ana@198.51.100.7) by mx.inbox.example with SMTP; 1 Jan 2026 12:00:00 -0000',
      { ...base, from: 'out.mail.example', protocol: 'SMTP', isEncrypted: false },
    ],
    [
      'a server that names EHLO',
      'from unknown (EHLO out.mail.example) (198.51.100.7) by mx.inbox.example with ESMTP; Thu Jan  1 12:00:00 2026 +0000',
      { ...base, from: 'out.mail.example', protocol: 'ESMTP' },
    ],
    [
      'Zimbra inside',
      'from host-7.isp.example (LHLO out.mail.example) (198.51.100.7) by mx.inbox.example with LMTP; Thu, 1 Jan 2026 12:00:00 +0000',
      { ...base, from: 'host-7.isp.example', protocol: 'LMTP' },
    ],
    [
      'a server that shows the port in brackets',
      'from [198.51.100.7:53798] (helo=out.mail.example) by mx.inbox.example with ESMTP; Thu, 1 Jan 2026 12:00:00 +0000',
      { ...base, from: '198.51.100.7', protocol: 'ESMTP' },
    ],
    [
      'a server that shows name and port',
      'from out.mail.example ([198.51.100.7:53798]) by mx.inbox.example with ESMTP; Thu, 1 Jan 2026 12:00:00 +0000',
      { ...base, protocol: 'ESMTP' },
    ],
    [
      'a server with an IPv6 socket',
      'from out.mail.example ([::ffff:198.51.100.7]) by mx.inbox.example with ESMTP; Thu, 1 Jan 2026 12:00:00 +0000',
      { ...base, protocol: 'ESMTP' },
    ],
    [
      'qmail inside',
      '(qmail 4711 invoked by uid 89); 1 Jan 2026 12:00:00 -0000',
      { from: null, by: null, protocol: null, hasFrom: false, address: undefined, at: noon },
    ],
    [
      'a server with a clock of 1999',
      'from out.mail.example ([198.51.100.7]) by mx.inbox.example; Thu, 1 Jan 26 07:00:00 EST',
      { ...base, protocol: null, isEncrypted: undefined },
    ],
    [
      'a server without a clock',
      'from out.mail.example ([198.51.100.7]) by mx.inbox.example with ESMTP; yesterday (1 Jan 2026 12:00:00 +0000)',
      { ...base, at: undefined },
    ],
  ])('is read as %s writes it', (_server, text, expected) => {
    expect(parseReceived(text)).toMatchObject(expected)
  })

  it('is read from any text without an error, and contains only hosts and addresses', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          anyText,
          fc
            .array(
              fc.constantFrom(
                'from',
                'by',
                'with',
                'id',
                '(',
                ')',
                '[',
                ']',
                ';',
                '\\',
                'a.example',
                '198.51.100.7',
                'helo=',
              ),
            )
            .map((words) => words.join(' ')),
        ),
        (text) => {
          const { from, by, protocol } = parseReceived(text)
          for (const named of [from, by, protocol]) expect(named ?? 'x').toMatch(/^[\w.:[\]-]{1,255}$/)
        },
      ),
    )
  })
})
