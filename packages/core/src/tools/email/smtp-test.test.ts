import { describe, expect, it } from 'vitest'
import { runner } from '../../../test/support/runner.ts'
import { describeTool } from '../../testing/describe-tool.ts'
import { FIXED_TIME } from '../../testing/fake-clock.ts'
import { fixedWorld } from '../../testing/fixed-world.ts'
import { exchangesOf } from '../../world/mail.ts'
import { portOf } from '../../world/reach.ts'
import type { Overrides } from '../../world/overrides.ts'
import { createWorld } from '../../world/world.ts'
import { smtpTestSimulation } from './smtp-test.simulation.ts'
import { smtpTest } from './smtp-test.ts'

describeTool(
  smtpTest,
  {
    accepts: {
      'mx1.mail.example': 'mx1.mail.example:587',
      'MX1.Mail.Example:25': 'mx1.mail.example:25',
      '198.51.100.25:465': '198.51.100.25:465',
      '[2001:db8::25]:2525': '[2001:db8::25]:2525',
      'smtp.harbour.com:587': 'smtp.harbour.com:587',
      'mail.example:443': 'mail.example:443',
    },
    refuses: [
      'mx1.mail.example:0',
      'mx1.mail.example:65536',
      'mx1.mail.example:smtp',
      '198.51.100.025:25',
      'mx1 mail.example',
      ':25',
      'mx1.mail.example:25\n'.repeat(2),
      'a'.repeat(1_000_000),
    ],
  },
  runner,
)

const seeds = Array.from({ length: 120 }, (_, index) => `smtp-${index}`)

const run = (seed: string, host: string, port: number, overrides: Overrides = {}) => {
  const world = createWorld(seed, FIXED_TIME, overrides)
  const endpoint = { host, port }
  const result = smtpTestSimulation.simulate(endpoint, world)
  const report = smtpTestSimulation.report(result, world, endpoint)
  const codes = report.findings.map(({ code }) => code)
  const lines = report.plot.kind === 'dialogue' ? report.plot.lines : []
  return { world, result, report, codes, lines, texts: lines.map(({ text }) => text) }
}

describe('smtp-test', () => {
  it('takes host:port, and port 587 where none is given', async () => {
    const box = fixedWorld()
    expect((await box.run('smtp-test', 'mx1.mail.example:25')).result).toMatchObject({
      host: 'mx1.mail.example',
      port: 25,
    })
    expect((await box.run('smtp-test', 'mx1.mail.example')).result).toMatchObject({
      host: 'mx1.mail.example',
      port: 587,
    })
  })

  it('agrees with the exchanges of a domain and with the port', () => {
    for (const overrides of [{}, { exchange: 'first-silent' }] as const) {
      for (const seed of seeds) {
        for (const { exchange, answers, time } of exchangesOf(
          createWorld(seed, FIXED_TIME, overrides),
          'mail.example',
        )) {
          const { result, world } = run(seed, exchange, 25, overrides)
          expect(result.reachable).toBe(answers)
          expect(result.response_time).toBe(answers ? time : null)
          expect(result.reachable).toBe(portOf(world, exchange, 25).open)
        }
      }
    }
  })

  it('leaves the first exchange silent and the second greeting where the scenario says so', () => {
    const overrides = { exchange: 'first-silent' } as const
    expect(run('k3f9', 'mx1.mail.example', 25, overrides).codes).toEqual(['smtp-silent'])
    expect(run('k3f9', 'mx1.mail.example', 25, overrides).lines.at(-1)?.at).toBe(10_000)
    expect(run('k3f9', 'mail.example', 587, overrides).result.reachable).toBe(true)
    expect(run('k3f9', 'mx2.mail.example', 587, overrides).result.reachable).toBe(true)
  })

  it('never offers AUTH before TLS unless there is no TLS, and calls that critical', () => {
    for (const seed of seeds) {
      for (const port of [25, 587]) {
        const { result, texts, report } = run(seed, 'mx1.mail.example', port, { exchange: 'answers' })
        const starttls = texts.indexOf('STARTTLS')
        const auth = texts.findIndex((text) => text.startsWith('250-AUTH'))
        expect(auth > starttls).toBe(true)
        expect(starttls >= 0).toBe(result.supports_tls)
        expect(
          report.findings.some(({ code, severity }) => code === 'smtp-auth-clear' && severity === 'critical'),
        ).toBe(!result.supports_tls)
      }
    }
  })

  it('speaks TLS at once on port 465', () => {
    for (const seed of seeds.slice(0, 20)) {
      const { result, texts } = run(seed, 'mx1.mail.example', 465, { exchange: 'answers' })
      expect(result.supports_tls).toBe(true)
      expect(texts).not.toContain('STARTTLS')
    }
  })

  it('shows greylisting and a catch-all in the dialogue and as findings, on 25 and on 587', () => {
    for (const port of [25, 587]) {
      const grey = run('k3f9', 'mx1.mail.example', port, { exchange: 'answers', recipients: 'greylisted' })
      expect(grey.codes).toContain('smtp-greylisted')
      expect(grey.texts).toContain('451 4.7.1 Greylisted, try again in 300 seconds')
      const all = run('k3f9', 'mx1.mail.example', port, { exchange: 'answers', recipients: 'catch-all' })
      expect(all.codes).toContain('smtp-catch-all')
      expect(all.texts).toContain('250 2.1.5 Ok')
    }
  })

  it('asks strangers to sign in on 587 and refuses unknown recipients on 25', () => {
    const overrides = { exchange: 'answers', recipients: 'verified' } as const
    expect(run('k3f9', 'mx1.mail.example', 587, overrides).texts).toContain('530 5.7.0 Authentication required')
    expect(run('k3f9', 'mx1.mail.example', 25, overrides).texts).toContain('550 5.1.1 User unknown')
  })

  it('tells an open port of another service from a mail server', () => {
    const { result, codes } = run('k3f9', 'mail.example', 443, { port: 'open' })
    expect(result.reachable).toBe(false)
    expect(codes).toEqual(['smtp-other-service'])
  })

  it('says that a dangling alias has no address', () => {
    expect(run('k3f9', 'www.mail.example', 587, { alias: 'dangling' }).codes).toEqual(['smtp-unresolved'])
  })

  it('greets after the response time and never goes back in time', () => {
    for (const seed of seeds) {
      const { result, lines } = run(seed, '198.51.100.25', 25)
      const times = lines.map(({ at }) => at)
      expect(times).toEqual(times.toSorted((a, b) => a - b))
      expect(result.response_time ?? lines[1]?.at).toBe(lines[1]?.at)
    }
  })

  it('addresses nobody outside .example and .test', () => {
    const { texts } = run('k3f9', 'smtp.harbour.com', 25, { exchange: 'answers', recipients: 'catch-all' })
    expect(texts.find((text) => text.startsWith('RCPT TO:'))).toMatch(/@harbour\.example>$/)
  })
})
