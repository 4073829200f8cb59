import { describe, expect, it } from 'vitest'
import { runner } from '../../../test/support/runner.ts'
import { describeTool } from '../../testing/describe-tool.ts'
import { FIXED_TIME } from '../../testing/fake-clock.ts'
import { scenarios } from '../../scenarios/index.ts'
import type { Overrides } from '../../world/overrides.ts'
import { addressOf } from '../../world/hosts.ts'
import { exchangeRecordsOf } from '../../world/mail.ts'
import { dkimOf } from '../../world/policies.ts'
import { createWorld } from '../../world/world.ts'
import { headersInput } from './header-analyzer.input.ts'
import { headerAnalyzerSimulation } from './header-analyzer.simulation.ts'
import { headerAnalyzer } from './header-analyzer.ts'

const MAIL = `Received: from mx1.harbour.example (mx1.harbour.example [198.51.100.7])
\tby mx2.mail.example (Postfix) with ESMTPS id 4Xy
\tfor <ana@mail.example>; Thu, 1 Jan 2026 09:10:09 +0100
Received: from desk.office.example by mx1.harbour.example with ESMTP;
 Thu, 1 Jan 2026 08:00:07 +0000
Authentication-Results: mx2.mail.example; spf=pass; dkim=pass; dmarc=pass
Date: Thu, 1 Jan 2026 08:00:05 +0000
From: "Ben" <ben@harbour.example>
Subject: Hello

Body: not a header`

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
      'Received: from ??? by ;;;\nFrom: nobody': 'Received: from ??? by ;;;\nFrom: nobody',
    },
    refuses: [
      'hello',
      'https://mail.example/path',
      'mail.example:25',
      'Subject:',
      ': value',
      'ana@mail.example',
      'From: ana\u0000@mail.example',
      `From: ${'a'.repeat(1_000_000)}`,
    ],
  },
  runner,
)

const healthy = scenarios.find(({ name }) => name === 'healthy')?.overrides ?? {}
const seeds = Array.from({ length: 60 }, (_, index) => `header-${index}`)

const run = (text: string, overrides: Overrides = {}, seed = 'k3f9') => {
  const world = createWorld(seed, FIXED_TIME, overrides)
  const input = headersInput.parse(text)?.value ?? { headers: [] }
  const result = headerAnalyzerSimulation.simulate(input, world)
  const report = headerAnalyzerSimulation.report(result, world, input)
  const codes = report.findings.map(({ code }) => code)
  const texts = report.findings.map(({ title, detail }) => `${title}. ${detail}`).join(' ')
  return { result, report, codes, texts }
}

/** The address that mail of a domain comes from. */
const serverOf = (domain: string, overrides: Overrides = healthy, seed = 'k3f9'): string => {
  const world = createWorld(seed, FIXED_TIME, overrides)
  return addressOf(world, exchangeRecordsOf(world, domain)[0]?.exchange ?? '')
}

interface Mail {
  readonly from?: string
  readonly envelope?: string
  readonly helo?: string
  readonly address?: string
  readonly more?: string
}

/** The headers of a mail as the recipient's server leaves them. */
const mailOf = ({
  from = 'ana@mail.example',
  envelope = 'ana@mail.example',
  helo = 'mx1.mail.example',
  address = serverOf('mail.example'),
  more = 'Subject: Hello',
}: Mail) => `Return-Path: <${envelope}>
Received: from ${helo} (${helo} [${address}]) by mx1.inbox.example (Postfix) with ESMTPS id 4Xy; Thu, 1 Jan 2026 08:00:07 +0000
From: ${from}
${more}`

const nobody = '192.0.2.25'

describe('header-analyzer', () => {
  it('passes mail from a server that the domain allows', () => {
    for (const seed of seeds) {
      const { result, report } = run(mailOf({ address: serverOf('mail.example', healthy, seed) }), healthy, seed)
      expect(result, seed).toMatchObject({ domain: 'mail.example', spf_result: 'pass', dmarc_result: 'pass' })
      expect(result.security_score, seed).toBe(100)
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
        more: 'DKIM-Signature: v=1; a=rsa-sha256; d=forger.example; s=s1; h=from; bh=YQ==; b=YQ==',
      },
      { dmarc_result: 'fail' },
    ],
  ])('does not pass a forgery %s', (_how, mail, expected) => {
    const { result, report } = run(mailOf(mail), healthy)
    expect(result).toMatchObject(expected)
    expect(result.security_score).toBeLessThanOrEqual(20)
    expect(report.findings).toContainEqual(expect.objectContaining({ code: 'header-dmarc-fail', severity: 'critical' }))
  })

  it('confirms a lookalike only as itself, and says so', () => {
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

  it('says what it cannot know without Received lines, without an address and without an envelope', () => {
    const unknown = { spf_result: 'unknown', dmarc_result: 'unknown' }
    expect(run('From: ana@mail.example', healthy)).toMatchObject({
      result: { ...unknown, route: [], security_score: 0 },
      codes: expect.arrayContaining(['header-no-received', 'header-spf-unknown', 'header-dmarc-unknown']) as string[],
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

  it('has the words of SPF, DKIM and DMARC for what the world says', () => {
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
    expect(run(mailOf({}), watched)).toMatchObject({ result: { dmarc_result: 'pass', security_score: 85 } })
    for (const address of [serverOf('mail.example'), nobody])
      expect(run(mailOf({ address }), watched).codes).toContain('header-dmarc-watching')
  })
})

describe('the From field', () => {
  it.each([
    ['is missing', 'Subject: Hello', 'header-no-from'],
    ['has no address', 'From: Ana', 'header-no-from'],
    ['stands twice', 'From: ana@mail.example\nFrom: ana@mail.example', 'header-two-senders'],
    ['names two domains', 'From: ana@mail.example, ben@harbour.example', 'header-many-authors'],
  ])('is an error of DMARC where it %s', (_case, text, code) => {
    const { result, codes } = run(text)
    expect(result.dmarc_result).toBe('permerror')
    expect(codes).toContain(code)
  })

  it('may name several addresses of one domain', () => {
    const { result, codes } = run(mailOf({ from: 'ana@mail.example, bo@mail.example' }), healthy)
    expect(result).toMatchObject({ domain: 'mail.example', dmarc_result: 'pass' })
    expect(codes).toContain('header-several-authors')
  })

  it('names a domain that does not exist', () => {
    const { report, result } = run(mailOf({ from: 'ana@mail.invalid', envelope: 'ana@mail.invalid' }), healthy)
    expect(result).toMatchObject({ spf_result: 'none', dmarc_result: 'none' })
    expect(report.findings).toContainEqual(
      expect.objectContaining({
        code: 'header-missing-domain',
        severity: 'critical',
        title: 'mail.invalid does not exist',
      }),
    )
  })
})

describe('the server that sent the mail', () => {
  const received = (...lines: string[]) =>
    run(
      [`Return-Path: <ana@mail.example>`, ...lines.map((line) => `Received: ${line}`), 'From: ana@mail.example'].join(
        '\n',
      ),
      healthy,
    ).result.spf_result
  const genuine = `from mx1.mail.example (mx1.mail.example [${serverOf('mail.example')}]) by mx1.inbox.example with ESMTPS; Thu, 1 Jan 2026 08:00:07 +0000`
  const own = serverOf('inbox.example')

  it.each([
    ['a private address', 'from mx1.inbox.example (mx1.inbox.example [10.1.2.3]) by store.inbox.example with ESMTP'],
    ['loopback', 'from localhost (localhost [127.0.0.1]) by mx1.inbox.example with ESMTP'],
    ['a unique local address', 'from mx1.inbox.example ([IPv6:fd00::7]) by store.inbox.example with ESMTPS'],
    ['6to4 around a private address', 'from a ([2002:a05:6402::1]) by mx1.inbox.example with ESMTPS'],
    ['no address, with LMTP', 'from mx1.inbox.example by store.inbox.example with LMTP'],
    ['no client', 'by 2002:a05:6402:1f::1 with SMTP id q7csp12'],
    ['a public address of the recipient', `from mx1.inbox.example ([${own}]) by store.inbox.example with ESMTPS`],
  ])('is not the one of a hop with %s', (_what, line) => {
    expect(received(line, genuine)).toBe('pass')
  })

  it.each([
    [
      'of somebody who names itself like the recipient',
      'from mx1.inbox.example ([192.0.2.25]) by mx1.inbox.example with ESMTP',
    ],
    ['of somebody who names itself localhost', 'from localhost ([192.0.2.25]) by mx1.inbox.example with ESMTP'],
  ])('is the one of the last line %s', (_who, line) => {
    expect(['fail', 'softfail']).toContain(received(line, genuine))
  })

  it('is unknown where a line above hides it, a person signed in, or a stranger wrote the line', () => {
    expect(received('from mx1.mail.example by mx1.inbox.example with ESMTP', genuine)).toBe('unknown')
    expect(received('from laptop ([192.0.2.25]) by mx1.inbox.example with ESMTPSA', genuine)).toBe('unknown')
    const foreign = genuine.replace('mx1.inbox.example', 'mx1.harbour.example')
    expect(received('from x ([10.1.2.3]) by mx1.inbox.example with ESMTP', foreign)).toBe('unknown')
  })
})

describe('a DKIM signature', () => {
  const { selector, bits } = dkimOf(createWorld('k3f9', FIXED_TIME, healthy), 'mail.example')
  const b = 'A'.repeat(Math.ceil((bits / 8 / 3) * 4))
  const tags = { v: '1', a: 'rsa-sha256', d: 'mail.example', s: selector, h: 'From:To : Subject', bh: 'YQ==', b }
  const sign = (changed: Readonly<Record<string, string | undefined>> = {}, mail: Mail = { address: nobody }) => {
    const all = Object.entries({ ...tags, ...changed }).filter(([, value]) => value !== undefined)
    return run(mailOf({ ...mail, more: `DKIM-Signature: ${all.map((tag) => tag.join('=')).join('; ')}` }), healthy)
  }

  it('is neutral where its key exists, since the body is not there, and leaves DMARC open', () => {
    const { result, codes, texts } = sign()
    expect(result).toMatchObject({ dkim_result: 'neutral', dmarc_result: 'unknown' })
    expect(codes).toContain('header-dkim-unverified')
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
    const other = dkimOf(createWorld('k3f9', FIXED_TIME, healthy), 'harbour.example')
    const { result, texts } = sign({
      d: 'harbour.example',
      s: other.selector,
      b: 'A'.repeat(Math.ceil((other.bits / 8 / 3) * 4)),
    })
    expect(result).toMatchObject({ dkim_result: 'neutral', dmarc_result: 'fail' })
    expect(texts).toContain('not aligned with mail.example')
  })

  it('can be one of several: the best one counts', () => {
    const broken = 'DKIM-Signature: v=1; a=rsa-sha256; d=mail.example; s=nobody; h=from; bh=YQ==; b=YQ=='
    expect(run(mailOf({ more: broken }), healthy).result.dkim_result).toBe('permerror')
    const good = Object.entries(tags)
      .map((tag) => tag.join('='))
      .join('; ')
    expect(run(mailOf({ more: `${broken}\nDKIM-Signature: ${good}` }), healthy).result.dkim_result).toBe('neutral')
  })
})

describe('the way of a mail', () => {
  it('is that of the Received lines, the sender’s first', () => {
    const { result, codes } = run(MAIL)
    expect(result.route).toEqual([
      { hop: 1, from: 'desk.office.example', by: 'mx1.harbour.example', protocol: 'ESMTP', delay_seconds: 2 },
      { hop: 2, from: 'mx1.harbour.example', by: 'mx2.mail.example', protocol: 'ESMTPS', delay_seconds: 602 },
    ])
    expect(codes).toEqual(expect.arrayContaining(['header-slow-hop', 'header-clear-hop']))
  })

  it('has no delay around a time that cannot be read', () => {
    const { result, report, codes } = run(
      [
        'Received: from b.example ([198.51.100.8]) by c.example with ESMTPS; 1 Jan 2026 09:00:00 +0000',
        'Received: from a.example ([198.51.100.7]) by b.example with ESMTPS; yesterday',
        'Received: from laptop ([192.0.2.25]) by a.example with ESMTPSA; 1 Jan 2026 08:00:00 +0000',
        'Date: 1 Jan 2026 07:59:58 +0000',
        'From: ana@mail.example',
      ].join('\n'),
    )
    expect(result.route.map(({ delay_seconds }) => delay_seconds)).toEqual([2, null, null])
    expect(codes).not.toContain('header-slow-hop')
    expect(report.figures.find(({ label }) => label === 'On the way')).toMatchObject({ value: '1 h' })
  })

  it('does not blame the first server for the clock of the sender', () => {
    const first = (date: string) =>
      run(
        `Received: from laptop by a.example with ESMTPS; 1 Jan 2026 08:00:00 +0000\nDate: ${date}\nFrom: ana@mail.example`,
      )
    const late = first('1 Jan 2026 10:00:00 +0000')
    expect(late.result.route[0]?.delay_seconds).toBeNull()
    expect(late.texts).toContain('The Date field is 2 h after the first hop')
    const early = first('1 Jan 2026 05:00:00 +0000')
    expect(early.texts).toContain('The Date field is 3 h before the first hop')
    for (const { codes } of [late, early]) {
      expect(codes).not.toContain('header-clock')
      expect(codes).not.toContain('header-slow-hop')
    }
  })

  it('says where the clocks of two servers disagree, without saying which one is wrong', () => {
    const { result, texts } = run(
      'Received: by b.example; 1 Jan 2026 08:00:00 +0000\nReceived: by a.example; 1 Jan 2026 08:00:09 +0000',
    )
    expect(result.route.map(({ delay_seconds }) => delay_seconds)).toEqual([null, null])
    expect(texts).toContain('The clocks of a.example and b.example are 9 s apart or more')
  })

  it.each([
    ['a private address', 'from a.example ([192.168.1.4]) by b.example with ESMTP'],
    ['localhost', 'from localhost by b.example with SMTP'],
    ['one organization', 'from out.mail.example ([198.51.100.7]) by in.mail.example with ESMTP'],
    ['6to4', 'from a.example ([2002:c633:6407::1]) by b.example with ESMTP'],
    ['TLS that only a comment tells of', 'from a.example (198.51.100.7) by b.example with SMTP (version=TLS1_2)'],
  ])('has no advice about STARTTLS for a hop of %s', (_what, line) => {
    expect(run(`Received: ${line}\nFrom: ana@mail.example`).codes).not.toContain('header-clear-hop')
  })
})

describe('an Authentication-Results field', () => {
  const claims =
    'Authentication-Results: mx1.inbox.example; dkim=none (no signature); spf=pass smtp.mailfrom=x; dmarc=pass'

  it('is a claim of its server, shown beside what the world says', () => {
    const { texts } = run(mailOf({ address: nobody, more: claims }), healthy)
    expect(texts).toContain('mx1.inbox.example claims dkim=none, spf=pass, dmarc=pass')
    expect(texts).toMatch(/netbox finds spf=(?:soft)?fail, dmarc=fail in this world/)
  })

  it('may be right', () => {
    expect(run(mailOf({ more: claims }), healthy).texts).toContain('netbox finds the same in this world')
  })
})
