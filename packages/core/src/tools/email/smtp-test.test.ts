import { describe, expect, it } from 'vitest'
import { casesOf, runner } from '../../../test/support/runner.ts'
import { describeTool } from '../../testing/describe-tool.ts'
import { FIXED_TIME } from '../../testing/fake-clock.ts'
import { fixedWorld } from '../../testing/fixed-world.ts'
import { exchangesOf } from '../../world/mail/mail.ts'
import { portOf } from '../../world/hosts/reach.ts'
import type { Overrides } from '../../world/decisions.ts'
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

const seeds = Array.from({ length: casesOf(120) }, (_, index) => `smtp-${index}`)

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
  it('says that a host is not a mail server of its domain, and names those', () => {
    const { report } = run('k3f9', 'mail.example', 25, { exchange: 'first-silent' })
    const [exchange] = exchangesOf(createWorld('k3f9', FIXED_TIME, { exchange: 'first-silent' }), 'mail.example')
    const finding = report.findings.find(({ code }) => code === 'smtp-other-host')
    expect(finding).toMatchObject({ severity: 'info', title: 'mail.example is not a mail server of mail.example' })
    expect(finding?.advice).toContain(`smtp-test ${exchange?.exchange}:25`)
  })

  it('says nothing like that about mail servers, mail hosts of others and addresses', () => {
    for (const seed of seeds.slice(0, 20)) {
      const exchanges = exchangesOf(createWorld(seed, FIXED_TIME), 'shop.example')
      const hosts = exchanges.flatMap(({ exchange, address }) => [exchange, address])
      for (const host of [...hosts, 'mx1.postlane.example'])
        expect(run(seed, host, 25).codes, `${seed} ${host}`).not.toContain('smtp-other-host')
    }
  })

  it('reads host:port, and uses port 587 without a port', async () => {
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

  it('agrees with the mail servers of a domain and with the port', () => {
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

  it('has a silent first mail server and an answering second one in the scenario', () => {
    const overrides = { exchange: 'first-silent' } as const
    expect(run('k3f9', 'mx1.mail.example', 25, overrides).codes).toEqual(['smtp-silent'])
    expect(run('k3f9', 'mx1.mail.example', 25, overrides).lines.at(-1)?.at).toBe(10_000)
    expect(run('k3f9', 'mail.example', 587, overrides).result.reachable).toBe(true)
    expect(run('k3f9', 'mx2.mail.example', 587, overrides).result.reachable).toBe(true)
  })

  it('never offers AUTH before TLS unless there is no TLS, and then reports it as critical', () => {
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

  it('uses TLS from the start on port 465', () => {
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
      const deferral = /^(?:45[01](?: 4\.\d\.\d)? .*\b300 seconds|451 4\.7\.1 .*\b00:05:00)$/
      expect(grey.texts.filter((text) => deferral.test(text))).toHaveLength(1)
      const all = run('k3f9', 'mx1.mail.example', port, { exchange: 'answers', recipients: 'catch-all' })
      expect(all.codes).toContain('smtp-catch-all')
      const [, reply] = all.texts.slice(all.texts.findIndex((text) => text.startsWith('RCPT TO')))
      expect(reply).toMatch(/^250(?: 2\.1\.5)? /)
    }
  })

  it('requires a sign-in on 587 and refuses unknown recipients on 25', () => {
    const overrides = { exchange: 'answers', recipients: 'verified' } as const
    for (const seed of seeds.slice(0, 30)) {
      const submission = run(seed, 'mx1.mail.example', 587, overrides)
      expect(submission.texts.at(-3)).toMatch(/^5(?:30|50|54) .*(?:Authentication required|Access denied)$/)
      const relay = run(seed, 'mx1.mail.example', 25, overrides)
      expect(relay.texts.at(-3)).toMatch(/^550 (?:5\.1\.1 .*User unknown|Unrouteable address)/)
    }
  })

  it('loses packets as ping-test does: each costs a timeout of a second or more', () => {
    for (const seed of seeds) {
      const { lines, result, codes } = run(seed, 'mx1.mail.example', 587, { exchange: 'answers', tls: true, loss: 20 })
      const lost = lines.filter(({ text }) => text.startsWith('(lost on the way'))
      expect(lost.length).toBeGreaterThan(0)
      expect(codes).toContain('smtp-retransmissions')
      const sound = run(seed, 'mx1.mail.example', 587, { exchange: 'answers', tls: true, loss: 0 })
      const end = (all: typeof lines) => all.at(-1)?.at ?? 0
      expect(end(lines) - end(sound.lines)).toBeGreaterThanOrEqual(lost.length * 1000)
      expect(result.response_time).toBeGreaterThanOrEqual(sound.result.response_time ?? 0)
      expect(sound.codes).not.toContain('smtp-retransmissions')
    }
  })

  it('replies as its software does: with enhanced status codes exactly if EHLO announces them', () => {
    const programs = new Set<string>()
    for (const seed of seeds) {
      const overrides = { exchange: 'answers', recipients: 'verified', loss: 0 } as const
      const { texts, lines } = run(seed, 'mx1.mail.example', 25, overrides)
      programs.add(/ESMTP (\w+)/.exec(texts[1] ?? '')?.[1] ?? '')
      const announced = texts.some((text) => /^250[- ]ENHANCEDSTATUSCODES$/.test(text))
      const mail = lines.slice(texts.findIndex((text) => text.startsWith('MAIL FROM')))
      const replies = mail.filter(({ from }) => from === 'them')
      for (const { text } of replies) expect(/^\d{3} \d\.\d\.\d /.test(text), text).toBe(announced)
    }
    expect([...programs].toSorted()).toEqual(['Exim', 'Postfix', 'Sendmail'])
  })

  it('ends each EHLO reply with one line without a dash (RFC 5321, section 4.2.1)', () => {
    for (const seed of seeds) {
      const { texts } = run(seed, 'mx1.mail.example', 25, { exchange: 'answers', loss: 0 })
      const ehlo = texts.indexOf('EHLO probe.netbox.example')
      const last = texts.findIndex((text, index) => index > ehlo && text.startsWith('250 '))
      expect(texts.slice(ehlo + 1, last).every((text) => text.startsWith('250-'))).toBe(true)
      expect(texts[last + 1]).toMatch(/^(?:STARTTLS|MAIL FROM)/)
    }
  })

  it('distinguishes an open port of another service from a mail server', () => {
    const { result, codes } = run('k3f9', 'mail.example', 443, { port: 'open' })
    expect(result.reachable).toBe(false)
    expect(codes).toEqual(['smtp-other-service', 'smtp-other-host'])
  })

  it('reports that a dangling alias has no address', () => {
    expect(run('k3f9', 'www.mail.example', 587, { alias: 'dangling' }).codes).toEqual(['smtp-unresolved'])
  })

  it('greets after the response time, with times in order', () => {
    for (const seed of seeds) {
      const { result, lines } = run(seed, '198.51.100.25', 25)
      const greeting = lines.find(({ from }) => from === 'them')
      const times = lines.map(({ at }) => at)
      expect(times).toEqual(times.toSorted((a, b) => a - b))
      if (result.response_time !== null) expect(greeting?.at).toBe(result.response_time)
    }
  })

  it('has no recipient outside .example and .test', () => {
    const { texts } = run('k3f9', 'smtp.harbour.com', 25, { exchange: 'answers', recipients: 'catch-all' })
    expect(texts.find((text) => text.startsWith('RCPT TO:'))).toMatch(/@harbour\.example>$/)
  })

  it.each([
    ['closes', 'smtp-tls-closes', '(the server closes the connection)'],
    ['client-cert-required', 'smtp-client-cert-required', '(alert: certificate required)'],
  ] as const)('ends the dialogue if the handshake fails: %s', (handshake, code, last) => {
    for (const port of [25, 465, 587]) {
      const { result, codes, texts } = run('k3f9', 'mx1.mail.example', port, {
        exchange: 'answers',
        tls: true,
        handshake,
      })
      expect(result).toMatchObject({ reachable: true, supports_tls: true, auth_methods: [] })
      expect(codes).toContain(code)
      expect(texts.at(-1)).toBe(last)
    }
  })

  it('warns of a server that offers only old versions of TLS', () => {
    const overrides = { exchange: 'answers', tls: true, handshake: 'old' } as const
    expect(run('k3f9', 'mx1.mail.example', 587, overrides).codes).toContain('smtp-tls-old')
  })

  it('names a device that removes STARTTLS, on the ports that have it', () => {
    const overrides = { exchange: 'answers', tls: true, starttls: 'stripped' } as const
    const { result, codes, texts } = run('k3f9', 'mx1.mail.example', 25, overrides)
    expect(result).toMatchObject({ supports_tls: false, auth_methods: [] })
    expect(codes).toContain('smtp-starttls-stripped')
    expect(texts.some((text) => text.endsWith('STARTTLS'))).toBe(false)
    expect(run('k3f9', 'mx1.mail.example', 465, overrides).codes).not.toContain('smtp-starttls-stripped')
  })

  it('names a TLSA record that pins another key', async () => {
    const [healthy, broken] = await Promise.all(
      (['healthy', 'tlsa-mismatch'] as const).map(async (scenario) =>
        fixedWorld(scenario).run('smtp-test', 'mx1.mail.example:25'),
      ),
    )
    const codesOf = (found: typeof healthy) => found?.findings.map(({ code }) => code)
    expect(codesOf(healthy)).not.toContain('smtp-tlsa-mismatch')
    expect(codesOf(broken)).toContain('smtp-tlsa-mismatch')
    expect(broken?.verdict.sentence).toBe('The TLSA record pins another key.')
  })
})
