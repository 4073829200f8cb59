import { describe, expect, it } from 'vitest'
import { runner } from '../../../test/support/runner.ts'
import { describeTool } from '../../testing/describe-tool.ts'
import { FIXED_TIME } from '../../testing/fake-clock.ts'
import { scenarios } from '../../scenarios/index.ts'
import type { Overrides } from '../../world/overrides.ts'
import { dkimOf, dmarcOf, spfOf } from '../../world/policies.ts'
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
const seeds = Array.from({ length: 120 }, (_, index) => `header-${index}`)

const run = (text: string, overrides: Overrides = {}, seed = 'k3f9') => {
  const world = createWorld(seed, FIXED_TIME, overrides)
  const input = headersInput.parse(text)?.value ?? { headers: [], domain: 'refused.example' }
  const result = headerAnalyzerSimulation.simulate(input, world)
  const report = headerAnalyzerSimulation.report(result, world, input)
  return { world, result, report, codes: report.findings.map(({ code }) => code) }
}

describe('header-analyzer', () => {
  it('gives the route of the Received lines, the sender’s first, with the delays between their dates', () => {
    expect(run(MAIL).result.route).toEqual([
      { hop: 1, from: 'desk.office.example', by: 'mx1.harbour.example', protocol: 'ESMTP', delay_seconds: 2 },
      { hop: 2, from: 'mx1.harbour.example', by: 'mx2.mail.example', protocol: 'ESMTPS', delay_seconds: 602 },
    ])
    expect(run(MAIL).codes).toEqual(expect.arrayContaining(['header-slow-hop', 'header-clear-hop']))
  })

  it('believes the world and not what the headers claim', () => {
    const { result, codes } = run(MAIL, { spf: 'missing', dkim: false, dmarc: 'reject' })
    expect(result).toMatchObject({
      domain: 'harbour.example',
      spf_result: 'none',
      dkim_result: 'none',
      dmarc_result: 'fail',
    })
    expect(codes).toEqual(expect.arrayContaining(['header-claims', 'header-dmarc-fail']))
  })

  it('agrees with the policies of the sender’s domain', () => {
    for (const seed of seeds) {
      const { world, result } = run('From: ana@mail.example', {}, seed)
      expect(result.spf_result === 'pass').toBe(spfOf(world, 'mail.example').state === 'valid')
      expect(result.dkim_result === 'pass').toBe(dkimOf(world, 'mail.example').configured)
      expect(result.dmarc_result === 'none').toBe(dmarcOf(world, 'mail.example').policy === 'missing')
      expect(result.security_score).toBeGreaterThanOrEqual(0)
      expect(result.security_score).toBeLessThanOrEqual(100)
    }
  })

  it('gives a hundred points and no warning where all is well', () => {
    for (const seed of seeds) {
      const { result, report } = run('From: ana@mail.example', healthy, seed)
      expect(result.security_score).toBe(100)
      expect(report.findings.filter(({ severity }) => severity === 'warning' || severity === 'critical')).toEqual([])
    }
  })

  it('has the mail wait where strangers are greylisted', () => {
    const { result, codes } = run('From: ana@mail.example', { ...healthy, recipients: 'greylisted' })
    expect(result.route[1]?.delay_seconds).toBeGreaterThanOrEqual(300)
    expect(codes).toContain('header-slow-hop')
  })

  it('counts a clock that runs behind as no delay', () => {
    const { result, codes } = run(
      'Received: by b.example; 1 Jan 2026 08:00:00 +0000\nReceived: by a.example; 1 Jan 2026 08:00:09 +0000',
    )
    expect(result.route.map(({ delay_seconds }) => delay_seconds)).toEqual([0, 0])
    expect(codes).toContain('header-clock')
  })

  it('knows a mail without a sender, and one with two', () => {
    expect(run('Subject: Hello').result.domain).toBe('unknown.example')
    expect(run('Subject: Hello').codes).toContain('header-no-from')
    expect(run('From: ana@mail.example\nFrom: ben@harbour.example').codes).toContain('header-two-senders')
  })

  it('says that the results are simulated', () => {
    expect(run(MAIL).report.detail).toContain('simulated')
    expect(run('Subject: Hello').report.detail).toContain('simulated')
  })
})
