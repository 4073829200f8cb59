import { headersInput } from './input.ts'
import { describe, expect, it } from 'vitest'
import { healthy, type Mail, mailOf, run, serverOf } from '../../../../test/support/header-block.ts'
import { runner } from '../../../../test/support/runner.ts'
import { describeTool } from '../../../testing/describe-tool.ts'
import { FIXED_TIME } from '../../../testing/fake-clock.ts'
import type { Overrides } from '../../../world/decisions.ts'
import { publishedDkimOf } from '../../../world/mail/policies.ts'
import { createWorld } from '../../../world/world.ts'
import { headerAnalyzer } from './header-analyzer.ts'

describeTool(
  headerAnalyzer,
  {
    accepts: {
      'From: ana@mail.example': 'From: ana@mail.example',
      'From ana@mail.example Thu\r\nSubject:  one\r\n  two\r\n\r\nBody: x': 'Subject: one two',
      'X-Mailer: lantern\nSubject:': 'X-Mailer: lantern\nSubject:',
      'Received: by mx1.mail.example; yesterday\nFrom: <ana@mail.example>':
        'Received: by mx1.mail.example; yesterday\nFrom: <ana@mail.example>',
      'Received:\n\tfrom a.example\n\tby b.example': 'Received: from a.example by b.example',
      'Subject\tone\nFrom\tAna <ana@mail.example>': 'Subject: one\nFrom: Ana <ana@mail.example>',
      'Subject: a\u0000b\u202e\n\u000c\nFrom: ana@mail.example':
        'Subject: a\ufffdb\ufffd\nFrom: ana@mail.example\n\ufffd',
      'Received: from ??? by ;;;\nFrom: nobody': 'Received: from ??? by ;;;\nFrom: nobody',
    },
    refuses: [
      'hello',
      'https://mail.example/path',
      'mail.example:25',
      'Subject:',
      ': value',
      'ana@mail.example',
      `From: ${'a'.repeat(1_000_000)}`,
    ],
  },
  runner,
)

const seeds = Array.from({ length: 60 }, (_, index) => `header-${index}`)
const nobody = '192.0.2.25'

describe('header-analyzer', () => {
  it('passes mail from a server that the domain allows', () => {
    for (const seed of seeds) {
      const { result, report } = run(mailOf({ address: serverOf('mail.example', healthy, seed) }), healthy, seed)
      expect(result, seed).toMatchObject({ domain: 'mail.example', spf_result: 'pass', dmarc_result: 'pass' })
      expect(result.security_score, seed).toBe(90)
      expect(report.sentence, seed).toContain('DMARC passes')
    }
  })

  it.each<[string, Mail, object]>([
    ['from another server', { address: nobody }, { dmarc_result: 'fail' }],
    [
      'under an envelope of its own',
      { envelope: 'x@forger.example', address: serverOf('forger.example') },
      { spf_result: 'pass', dmarc_result: 'fail' },
    ],
    [
      'as a bounce of its own server',
      { envelope: '', helo: 'mx1.forger.example', address: nobody },
      { dmarc_result: 'fail' },
    ],
    [
      'with a Received line of the real server below',
      {
        address: nobody,
        more: `Received: from mx1.mail.example ([${serverOf('mail.example')}]) by mx1.inbox.example with ESMTPS; Thu, 1 Jan 2026 08:00:00 +0000`,
      },
      { dmarc_result: 'fail' },
    ],
    [
      'with results of its own',
      { address: nobody, more: 'Authentication-Results: mx1.inbox.example; spf=pass; dkim=pass; dmarc=pass' },
      { dmarc_result: 'fail' },
    ],
    [
      'with a signature of its own domain',
      {
        address: nobody,
        more: 'DKIM-Signature: v=1; a=rsa-sha256; d=forger.example; s=s1; h=from; bh=${bh}; b=YQ==',
      },
      { dmarc_result: 'fail' },
    ],
  ])('does not pass a forgery %s', (_how, mail, expected) => {
    const { result, report } = run(mailOf(mail), healthy)
    expect(result).toMatchObject(expected)
    expect(result.security_score).toBeLessThanOrEqual(20)
    expect(report.findings).toContainEqual(
      expect.objectContaining({ code: 'analyzer-dmarc-fail', severity: 'critical' }),
    )
  })

  it('confirms a lookalike domain only as itself, and says so', () => {
    const address = serverOf('mai1.example')
    const { result, report } = run(mailOf({ from: 'ana@mai1.example', envelope: 'ana@mai1.example', address }), healthy)
    expect(result).toMatchObject({ domain: 'mai1.example', dmarc_result: 'pass' })
    expect(report.detail).toContain('Check that mai1.example is the domain that you expect')
  })

  it('passes an envelope of the same organization', () => {
    const envelope = 'bounce@news.mail.example'
    const address = serverOf('news.mail.example')
    expect(run(mailOf({ envelope, address }), healthy).result).toMatchObject({
      spf_result: 'pass',
      dmarc_result: 'pass',
    })
  })

  it('checks the HELO name of a bounce, which has no sender', () => {
    const address = serverOf('mx1.mail.example')
    expect(run(mailOf({ envelope: '', address }), healthy).result).toMatchObject({
      spf_result: 'pass',
      dmarc_result: 'pass',
    })
  })

  it('reports unknown results without Received lines, without an address and without an envelope', () => {
    const unknown = { spf_result: 'unknown', dmarc_result: 'unknown' }
    expect(run('From: ana@mail.example', healthy)).toMatchObject({
      result: { ...unknown, route: [], security_score: 0 },
      codes: expect.arrayContaining([
        'analyzer-no-received',
        'analyzer-spf-unknown',
        'analyzer-dmarc-unknown',
      ]) as string[],
    })
    const line = 'Received: from mx1.mail.example by mx1.inbox.example with ESMTP; Thu, 1 Jan 2026 08:00:07 +0000'
    expect(run(`Return-Path: <ana@mail.example>\n${line}\nFrom: ana@mail.example`, healthy).result).toMatchObject(
      unknown,
    )
    const withoutEnvelope = mailOf({}).replace(/^Return-Path.*\n/, '')
    expect(run(withoutEnvelope, healthy).result).toMatchObject(unknown)
    expect(
      run(withoutEnvelope.replace('(Postfix)', '(envelope-from <ana@mail.example>)'), healthy).result.spf_result,
    ).toBe('pass')
    expect(
      run(`${withoutEnvelope}\nReceived-SPF: pass envelope-from="ana@mail.example"; x`, healthy).result.spf_result,
    ).toBe('pass')
  })

  it('uses the terms of SPF, DKIM and DMARC for the world’s results', () => {
    const outcome = (overrides: Overrides) => run(mailOf({ address: nobody }), { ...healthy, ...overrides }).result
    expect(outcome({ spf: 'missing' }).spf_result).toBe('none')
    expect(outcome({ spf: 'lookups' }).spf_result).toBe('permerror')
    expect(outcome({ spf: 'syntax' }).spf_result).toBe('permerror')
    expect(outcome({ spf: 'duplicate' }).spf_result).toBe('permerror')
    expect(outcome({ dmarc: 'missing' }).dmarc_result).toBe('none')
    expect(outcome({ dnssec: 'bogus' })).toMatchObject({ spf_result: 'temperror', dmarc_result: 'temperror' })
  })

  it('warns that a policy of none lets forgeries through', () => {
    const watched = { ...healthy, dmarc: 'none' as const }
    expect(run(mailOf({}), watched)).toMatchObject({ result: { dmarc_result: 'pass', security_score: 75 } })
    for (const address of [serverOf('mail.example'), nobody])
      expect(run(mailOf({ address }), watched).codes).toContain('analyzer-dmarc-watching')
  })
})

describe('the From field', () => {
  it.each([
    ['is missing', 'Subject: Hello', 'analyzer-no-from'],
    ['has no address', 'From: Ana', 'analyzer-no-from'],
    ['stands twice', 'From: ana@mail.example\nFrom: ana@mail.example', 'analyzer-two-senders'],
    ['names two domains', 'From: ana@mail.example, ben@harbour.example', 'analyzer-many-authors'],
  ])('is a DMARC error if it %s', (_case, text, code) => {
    const { result, codes } = run(text)
    expect(result.dmarc_result).toBe('permerror')
    expect(codes).toContain(code)
  })

  it('may name several addresses of one domain', () => {
    const { result, codes } = run(mailOf({ from: 'ana@mail.example, bo@mail.example' }), healthy)
    expect(result).toMatchObject({ domain: 'mail.example', dmarc_result: 'pass' })
    expect(codes).toContain('analyzer-several-authors')
  })

  it('names a domain that does not exist', () => {
    const { report, result } = run(mailOf({ from: 'ana@mail.invalid', envelope: 'ana@mail.invalid' }), healthy)
    expect(result).toMatchObject({ spf_result: 'none', dmarc_result: 'none' })
    expect(report.findings).toContainEqual(
      expect.objectContaining({
        code: 'analyzer-missing-domain',
        severity: 'critical',
        title: 'mail.invalid does not exist',
      }),
    )
  })
})

describe('a DKIM signature', () => {
  const { selector, bits } = publishedDkimOf(createWorld('k3f9', FIXED_TIME, healthy), 'mail.example')
  const b = 'A'.repeat(Math.ceil((bits / 8 / 3) * 4))
  const bh = `${'A'.repeat(43)}=`
  const tags = { v: '1', a: 'rsa-sha256', d: 'mail.example', s: selector, h: 'From:To : Subject', bh, b }
  const sign = (changed: Readonly<Record<string, string | undefined>> = {}, mail: Mail = { address: nobody }) => {
    const all = Object.entries({ ...tags, ...changed }).filter(([, value]) => value !== undefined)
    return run(mailOf({ ...mail, more: `DKIM-Signature: ${all.map((tag) => tag.join('=')).join('; ')}` }), healthy)
  }

  it('is neutral if its key exists, because the body is missing, and leaves DMARC open', () => {
    const { result, codes, texts } = sign()
    expect(result).toMatchObject({ dkim_result: 'neutral', dmarc_result: 'unknown' })
    expect(codes).toContain('analyzer-dkim-unverified')
    expect(texts).toContain(`${selector}._domainkey.mail.example`)
    expect(sign({}, {}).result).toMatchObject({ dkim_result: 'neutral', dmarc_result: 'pass' })
  })

  it.each([
    ['names no key that exists', { s: 'nobody' }, 'permerror'],
    ['names no selector', { s: 'a b..' }, 'permerror'],
    ['lacks a tag', { bh: undefined }, 'permerror'],
    ['is of another version', { v: '2' }, 'permerror'],
    ['is made with an algorithm that nobody accepts', { a: 'rsa-sha1' }, 'permerror'],
    ['is made with an algorithm of another key', { a: 'ed25519-sha256' }, 'permerror'],
    ['does not cover From', { h: 'to:subject' }, 'permerror'],
    ['has an identity of another domain', { i: '@harbour.example' }, 'permerror'],
    ['is too short for its key', { b: 'YQ==' }, 'fail'],
    ['has expired', { x: '1767200000' }, 'fail'],
  ])('that %s is not valid', (_what, changed, expected) => {
    const { result } = sign(changed)
    expect(result).toMatchObject({ dkim_result: expected, dmarc_result: 'fail' })
  })

  it('of another domain says nothing about the author', () => {
    const other = publishedDkimOf(createWorld('k3f9', FIXED_TIME, healthy), 'harbour.example')
    const { result, texts } = sign({
      d: 'harbour.example',
      s: other.selector,
      b: 'A'.repeat(Math.ceil((other.bits / 8 / 3) * 4)),
    })
    expect(result).toMatchObject({ dkim_result: 'neutral', dmarc_result: 'fail' })
    expect(texts).toContain('not aligned with mail.example')
  })

  it('can be one of several: the best one counts', () => {
    const broken = `DKIM-Signature: v=1; a=rsa-sha256; d=mail.example; s=nobody; h=from; bh=${bh}; b=YQ==`
    expect(run(mailOf({ more: broken }), healthy).result.dkim_result).toBe('permerror')
    const good = Object.entries(tags)
      .map((tag) => tag.join('='))
      .join('; ')
    expect(run(mailOf({ more: `${broken}\nDKIM-Signature: ${good}` }), healthy).result.dkim_result).toBe('neutral')
    // Receivers verify ten (RFC 6376, section 6.1).
    const resultAfter = (count: number) =>
      run(mailOf({ more: `${`${broken}\n`.repeat(count)}DKIM-Signature: ${good}` }), healthy).result.dkim_result
    expect([resultAfter(9), resultAfter(10)]).toEqual(['neutral', 'permerror'])
  })
})

describe('an Authentication-Results field', () => {
  const claims =
    'Authentication-Results: mx1.inbox.example; dkim=none (no signature); spf=pass smtp.mailfrom=x; dmarc=pass'

  it('is a claim of its server, shown next to the world’s results', () => {
    const { texts } = run(mailOf({ address: nobody, more: claims }), healthy)
    expect(texts).toContain('mx1.inbox.example claims dkim=none, spf=pass, dmarc=pass')
    expect(texts).toMatch(/netbox finds spf=(?:soft)?fail, dmarc=fail in this world/)
  })

  it('may have versions, nested comments, quoted strings, and several results of one method', () => {
    const more = `Authentication-Results: mx1.inbox.example 1; spf/1=pass (a (nested; dmarc=fail) comment) reason="x; dkim=fail"
 smtp.mailfrom="ana@mail.example"; dkim=fail header.d=other.test; dkim=pass header.d=mail.example`
    expect(run(mailOf({ more }), healthy).texts).toContain('mx1.inbox.example claims spf=pass, dkim=fail, dkim=pass')
  })

  it('may be correct', () => {
    expect(run(mailOf({ more: claims }), healthy).texts).toContain('netbox finds the same in this world')
  })
})

describe('a header block from a table', () => {
  it.each([
    [
      'name, tab, and the value on the next line',
      'From\t\nana@mail.example\nSubject\t\nHello: there\nTo\t\nbo@x.example',
    ],
    [
      'the value on the next line, after a tab',
      'From\n\tana@mail.example\nSubject\n\tHello: there\nTo\n\tbo@x.example',
    ],
    ['name, tab, value', 'From\tana@mail.example\nSubject\tHello: there\nTo\tbo@x.example'],
  ])('is read: %s', (_what, text) => {
    const found = headersInput.parse(text)?.value.block
    expect([...(found ?? [])]).toEqual([
      ['from', ['ana@mail.example']],
      ['subject', ['Hello: there']],
      ['to', ['bo@x.example']],
    ])
  })

  it('names the lines that are no header fields, cut to a sensible length', () => {
    const odd = ['Return path ana@mail.example', 'https://mail.example/', 'x'.repeat(90), 'four']
    const { report } = run(`${mailOf({})}\n${odd.join('\n')}`)
    const finding = report.findings.find(({ code }) => code === 'analyzer-unread')
    expect(finding?.title).toBe('4 lines of the block were not read')
    expect(finding?.detail).toContain(
      `'Return path ana@mail.example', 'https://mail.example/', '${'x'.repeat(39)}…' and 1 more:`,
    )
    expect(run(mailOf({})).codes).not.toContain('analyzer-unread')
    expect(run('From ana@mail.example Thu Nov 19 08:00:00 2026\nFrom: ana@mail.example').codes).not.toContain(
      'analyzer-unread',
    )
  })
})
