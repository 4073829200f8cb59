import { describe, expect, it } from 'vitest'
import { healthy, run, serverOf } from '../../../../test/support/header-block.ts'

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
    ['loopback, mapped to IPv6', 'from x ([::ffff:127.0.0.1]) by mx1.inbox.example with ESMTP'],
    ['a unique local address', 'from mx1.inbox.example ([IPv6:fd00::7]) by store.inbox.example with ESMTPS'],
    ['6to4 around a private address', 'from a ([2002:a05:6402::1]) by mx1.inbox.example with ESMTPS'],
    ['no address, with LMTP', 'from mx1.inbox.example by store.inbox.example with LMTP'],
    ['no client', 'by 2002:a05:6402:1f::1 with SMTP id q7csp12'],
    ['a public address of the recipient', `from mx1.inbox.example ([${own}]) by store.inbox.example with ESMTPS`],
  ])('is not the result of a hop with %s', (_what, line) => {
    expect(received(line, genuine)).toBe('pass')
  })

  it('is the result of the hop that delivered the mail to Exchange Online, which numbers its own servers consecutively', () => {
    const hop = (from: string, by: string) => `from ${from} by ${by} with Microsoft SMTP Server (version=TLS1_3)`
    const lines = [
      hop('a.prod.exchangelabs.example (2001:db8:208::1)', 'b.prod.exchangelabs.example (2001:db8:10::2)'),
      hop('edge.prod.outlook.example (2001:db8:20b::3)', 'c.office365.example (2001:db8:208::4)'),
      hop(`mx1.mail.example (${serverOf('mail.example')})`, 'edge.mail.protection.outlook.example (10.233.240.1)'),
    ]
    expect(received(...lines)).toBe('pass')
    // Without the addresses of the first two lines, only names are left, and names prove nothing.
    expect(received(...lines.map((line) => line.replace(/ \(2001:db8:(?:10::2|208::4)\)/, '')))).not.toBe('pass')
  })

  it.each([
    [
      'of somebody who names itself like the recipient',
      'from mx1.inbox.example ([192.0.2.25]) by mx1.inbox.example with ESMTP',
    ],
    ['of somebody who names itself localhost', 'from localhost ([192.0.2.25]) by mx1.inbox.example with ESMTP'],
  ])('is the result of the last line %s', (_who, line) => {
    expect(['fail', 'softfail']).toContain(received(line, genuine))
  })

  it('is unknown if a line above hides it, a user signed in, or a stranger wrote the line', () => {
    expect(received('from mx1.mail.example by mx1.inbox.example with ESMTP', genuine)).toBe('unknown')
    expect(received('from laptop ([192.0.2.25]) by mx1.inbox.example with ESMTPSA', genuine)).toBe('unknown')
    const foreign = genuine.replace('mx1.inbox.example', 'mx1.harbour.example')
    expect(received('from x ([10.1.2.3]) by mx1.inbox.example with ESMTP', foreign)).toBe('unknown')
  })
})

describe('Authentication-Results', () => {
  it('may begin with a result instead of a server', () => {
    const { texts } = run(`Authentication-Results: spf=pass (sender IP is 198.51.100.7)
 smtp.mailfrom=mail.example; dkim=none; dmarc=fail action=none
From: ana@mail.example`)
    expect(texts).toContain('An unnamed server claims spf=pass, dkim=none, dmarc=fail')
  })
})

describe('the way of a mail', () => {
  it('consists of the Received lines, the sender’s first', () => {
    const { result, codes } = run(MAIL)
    expect(result.route).toEqual([
      { hop: 1, from: 'desk.office.example', by: 'mx1.harbour.example', protocol: 'ESMTP', delay_seconds: 2 },
      { hop: 2, from: 'mx1.harbour.example', by: 'mx2.mail.example', protocol: 'ESMTPS', delay_seconds: 602 },
    ])
    expect(codes).toEqual(expect.arrayContaining(['analyzer-slow-hop', 'analyzer-clear-hop']))
  })

  it('has no delay around an unreadable time', () => {
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
    expect(codes).not.toContain('analyzer-slow-hop')
    expect(report.figures.find(({ label }) => label === 'On the way')).toMatchObject({ value: '1 h' })
  })

  it('does not blame the first server for the sender’s clock', () => {
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
      expect(codes).not.toContain('analyzer-clock')
      expect(codes).not.toContain('analyzer-slow-hop')
    }
  })

  it('reports that the clocks of two servers disagree, without naming the wrong one', () => {
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
    expect(run(`Received: ${line}\nFrom: ana@mail.example`).codes).not.toContain('analyzer-clear-hop')
  })
})
