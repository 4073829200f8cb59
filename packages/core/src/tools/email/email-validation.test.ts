import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyText } from '../../../test/support/any-text.ts'
import { casesOf, runner } from '../../../test/support/runner.ts'
import { describeTool } from '../../testing/describe-tool.ts'
import { FIXED_TIME } from '../../testing/fake-clock.ts'
import type { Overrides } from '../../world/decisions.ts'
import { exchangesOf, mailServerOf } from '../../world/mail/mail.ts'
import { extensionsOf } from '../../world/mail/mail-software.ts'
import { createWorld } from '../../world/world.ts'
import { emailValidationSimulation } from './email-validation.simulation.ts'
import { splitEmailAddress } from '../../inputs/email-address.ts'
import { emailInput, emailValidation } from './email-validation.ts'

describeTool(
  emailValidation,
  {
    accepts: {
      '  ana@mail.example ': 'ana@mail.example',
      'Postmaster@Harbour.Example': 'Postmaster@Harbour.Example',
      'not an address': 'not an address',
      'a.b@': 'a.b@',
      'ana@198.51.100.25': 'ana@198.51.100.25',
      'jos\u00e9@m\u00fcnchen.example': 'jos\u00e9@m\u00fcnchen.example',
      '@.': '@.',
      '\u{1f4ee}': '\u{1f4ee}',
    },
    refuses: [
      'ana@mail.example\nben@mail.example',
      'ana\u0000@mail.example',
      'ana\u202e@mail.example',
      'a'.repeat(1_000_000),
    ],
  },
  runner,
)

const seeds = Array.from({ length: casesOf(150) }, (_, index) => `validation-${index}`)

const run = (seed: string, email: string, overrides: Overrides = {}) => {
  const world = createWorld(seed, FIXED_TIME, { dnssec: 'secure', ...overrides })
  const result = emailValidationSimulation.simulate(email, world)
  const { findings, plot } = emailValidationSimulation.report(result, world, email)
  return { world, result, plot, codes: findings.map(({ code }) => code) }
}

describe('email-validation', () => {
  it('calls a text valid exactly if it has an at sign and a dot', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (text) => {
        expect(run('k3f9', text).result.valid).toBe(text.includes('@') && text.includes('.'))
      }),
    )
  })

  it('distinguishes the rule from the syntax', () => {
    expect(run('k3f9', '@.').result).toMatchObject({
      valid: true,
      syntax_check: false,
      domain_check: false,
      deliverable: false,
    })
    expect(run('k3f9', '@.').codes).toContain('validation-syntax')
    expect(run('k3f9', 'ana').codes).toContain('validation-not-valid')
  })

  it('reads addresses as in RFC 5321', () => {
    for (const good of [
      'ana@mail.example',
      'ana+news@mail.example',
      '"ana ruiz"@mail.example',
      `${'a'.repeat(64)}@mail.example`,
      'ana@[198.51.100.25]',
      'ana@[IPv6:2001:db8::1]',
      'josé@mail.example',
      'ana@例え。テスト',
      `${'é'.repeat(32)}@mail.example`,
    ]) {
      expect({ good, problem: splitEmailAddress(good).problem }).toEqual({ good, problem: undefined })
    }
    for (const bad of [
      'ana',
      '@mail.example',
      '.ana@mail.example',
      'ana..ruiz@mail.example',
      'ana ruiz@mail.example',
      'ana@mail',
      'ana@[198.51.100.256]',
      'ana@[2001:db8::1]',
      'ana@_dmarc.mail.example',
      'a@b@mail.example',
      'Ana <ana@mail.example>',
      `${'a'.repeat(65)}@mail.example`,
      `${'é'.repeat(33)}@mail.example`,
      'ana@mail.example.',
      'ana@日本語。jp。',
      'an\u00a0a@mail.example',
      '"an\u0007a"@mail.example',
      'ana@xn--0.example',
    ]) {
      expect({ bad, refused: splitEmailAddress(bad).problem !== undefined }).toEqual({ bad, refused: true })
    }
  })

  it('accepts the syntax of an address literal, and calls it hardly deliverable', () => {
    const { result, codes } = run('k3f9', 'ana@[198.51.100.25]')
    expect(result).toMatchObject({ syntax_check: true, domain_check: false, mx_check: false, deliverable: false })
    expect(codes).toContain('validation-literal')
    expect(codes).not.toContain('validation-syntax')
  })

  it('finds non-ASCII letters deliverable only if the mail server offers SMTPUTF8, as its EHLO reply shows', () => {
    const found = new Set<string>()
    for (const seed of seeds) {
      const { world, result, codes } = run(seed, 'josé@mail.example', { exchange: 'answers', recipients: 'verified' })
      const server = mailServerOf(world, exchangesOf(world, 'mail.example')[0]?.exchange ?? '')
      const offered = extensionsOf(server, true).includes('SMTPUTF8')
      const code = offered ? 'validation-international' : 'validation-no-smtputf8'
      expect(codes, seed).toContain(code)
      if (!offered) expect(result.deliverable, seed).toBe(false)
      found.add(code)
    }
    expect(found.size).toBe(2)
  })

  it('has no final answer for a catch-all, or before a second try at a greylisting server', () => {
    const catchAll = run('k3f9', 'ana@mail.example', { exchange: 'answers', recipients: 'catch-all' })
    expect(catchAll.result.deliverable).toBeNull()
    expect(catchAll.codes).toContain('validation-catch-all')
    const greylisted = run('k3f9', 'ana@mail.example', { exchange: 'answers', recipients: 'greylisted' })
    expect(greylisted.result.deliverable).toBeNull()
    expect(greylisted.codes).toContain('validation-greylisted')
  })

  it('agrees with the mail servers of the domain and with the server that answers', () => {
    for (const seed of seeds) {
      const { world, result } = run(seed, 'ana@mail.example')
      const answering = exchangesOf(world, 'mail.example').find(({ answers }) => answers)
      expect(result.mx_check).toBe(answering !== undefined)
      const recipients = answering === undefined ? 'silent' : mailServerOf(world, answering.exchange).recipients
      expect(result.deliverable === null).toBe(recipients === 'catch-all' || recipients === 'greylisted')
    }
  })

  it('falls back to the second mail server when the first is silent', () => {
    const { result, codes } = run('k3f9', 'ana@mail.example', { exchange: 'first-silent', recipients: 'verified' })
    expect(result).toMatchObject({ mx_check: true, deliverable: true, risk_score: 5 })
    expect(codes).toContain('validation-first-silent')
  })

  it('has a postmaster if recipients are verified', () => {
    for (const seed of seeds) expect(run(seed, 'postmaster@mail.example').codes).not.toContain('validation-refused')
  })

  it('adds its parts up to the risk, from 0 to 100', () => {
    for (const seed of seeds) {
      for (const email of ['ana@mail.example', 'info@mail.example', 'info', 'a.b@']) {
        const { result, plot } = run(seed, email)
        const parts = plot.kind === 'gauge' ? plot.parts : []
        expect(parts.reduce((sum, { points }) => sum + points, 0)).toBe(result.risk_score)
        expect(parts.reduce((sum, { of }) => sum + of, 0)).toBe(100)
        expect(parts.every(({ points, of }) => points <= of)).toBe(true)
      }
    }
  })

  it('mentions the real check in every report', () => {
    for (const email of ['ana@mail.example', 'nothing'])
      expect(run('k3f9', email).codes).toContain('validation-simulated')
  })

  it('reads any text as itself', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const canonical = emailInput.parse(text)?.canonical
        expect(canonical === undefined || emailInput.parse(canonical)?.canonical === canonical).toBe(true)
        expect(() => splitEmailAddress(text)).not.toThrow()
      }),
    )
  })

  // Quadratic parsing would take minutes here, far beyond the time limit of a test.
  it.each(['"\\', 'a.'])('refuses a megabyte of %j before the @', (unit) => {
    expect(splitEmailAddress(`${unit.repeat(500_000)}@mail.example`).problem).toBe('It is longer than 254 bytes.')
  })
})
