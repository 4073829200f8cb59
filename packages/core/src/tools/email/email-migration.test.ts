import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyText } from '../../../test/support/any-text.ts'
import { casesOf, runner } from '../../../test/support/runner.ts'
import { describeTool } from '../../testing/describe-tool.ts'
import { FIXED_TIME } from '../../testing/fake-clock.ts'
import { fixedWorld } from '../../testing/fixed-world.ts'
import type { Overrides } from '../../world/decisions.ts'
import { portOf } from '../../world/hosts/reach.ts'
import { createWorld } from '../../world/world.ts'
import { imapInput, emailMigration } from './email-migration.ts'
import { emailMigrationSimulation } from './email-migration.simulation.ts'

describeTool(
  emailMigration,
  {
    accepts: {
      'imap.mail.example': 'imap.mail.example:993',
      'IMAP.Mail.Example:143': 'imap.mail.example:143',
      'ana@Mail.Example': 'imap.mail.example:993',
      'ana@mail.example:1993': 'imap.mail.example:1993',
      'imaps://ana@imap.mail.example:993/INBOX': 'imap.mail.example:993',
      '[2001:db8::25]:993': '[2001:db8::25]:993',
      '198.51.100.25': '198.51.100.25:993',
    },
    refuses: [
      'ana@',
      'ana@198.51.100.25',
      'ana@mail',
      'imap.mail.example:0',
      'imap.mail.example:65536',
      'imap mail example',
      'a'.repeat(1_000_000),
    ],
  },
  runner,
)

const seeds = Array.from({ length: casesOf(150) }, (_, index) => `migration-${index}`)

const run = (seed: string, host: string, port: number, overrides: Overrides = {}) => {
  const world = createWorld(seed, FIXED_TIME, overrides)
  const result = emailMigrationSimulation.simulate({ host, port }, world)
  const report = emailMigrationSimulation.report(result, world, { host, port })
  return { world, result, report, codes: report.findings.map(({ code }) => code) }
}

describe('email-migration', () => {
  it('is not on the free plan, although the picker shows it as free', async () => {
    expect(emailMigration.limits).toEqual({ free: 0, pro: 10, enterprise: 50 })
    expect(emailMigration.free).toBe(false)
    expect(emailMigration.picker).toEqual({ category: 'email', id: 'email-migration', free: true, requiresLogin: true })
    const { result } = await fixedWorld('healthy').run('email-migration', 'ana@mail.example')
    expect(result).toMatchObject({ status: 'CONFIGURED', host: 'imap.mail.example', port: 993 })
  })

  it('counts the messages of all folders', () => {
    for (const seed of seeds) {
      const { result, report } = run(seed, 'imap.mail.example', 993, { port: 'open' })
      expect(result.estimated_emails).toBe(result.source_folders.reduce((sum, { messages }) => sum + messages, 0))
      expect(result.source_folders[0]?.name).toBe('INBOX')
      expect(result.estimated_size).toMatch(/^\d+ MB$|^\d+\.\d GB$/)
      expect(result.migration_id).toMatch(/^mig_[a-z2-9]{12}$/)
      expect(report.plot.kind === 'list' && report.plot.items.length).toBe(result.source_folders.length)
    }
  })

  it('agrees with the port: without an answer there is nothing to count', () => {
    for (const seed of seeds) {
      const { world, result, codes } = run(seed, 'imap.mail.example', 993)
      const { open } = portOf(world, 'imap.mail.example', 993)
      expect(result.source_folders.length > 0).toBe(open)
      expect(codes.includes('migration-unreachable')).toBe(!open)
    }
  })

  it('says in every report that nothing is transferred', () => {
    for (const overrides of [{ port: 'open' }, { port: 'closed' }, { alias: 'dangling' }] as const) {
      const { codes, report } = run('k3f9', 'imap.mail.example', 993, overrides)
      expect(codes).toContain('migration-nothing-moved')
      expect(report.detail).toContain('nothing is transferred')
    }
  })

  it('finds only the inbox over POP3', () => {
    for (const port of [110, 995])
      expect(run('k3f9', 'imap.mail.example', port, { port: 'open' }).result.source_folders).toMatchObject([
        { name: 'INBOX' },
      ])
  })

  it('finds the same mailbox on every port of a host', () => {
    const [imaps, imap, pop] = [993, 143, 995].map(
      (port) => run('k3f9', 'imap.mail.example', port, { port: 'open' }).result.source_folders,
    )
    expect(imap).toEqual(imaps)
    expect(pop).toEqual(imaps?.slice(0, 1))
  })

  it('comments on ports other than 993', () => {
    expect(run('k3f9', 'imap.mail.example', 143, { port: 'open' }).codes).toContain('migration-clear-port')
    expect(run('k3f9', 'imap.mail.example', 110, { port: 'open' }).codes).toContain('migration-pop')
    expect(run('k3f9', 'imap.mail.example', 1993, { port: 'open' }).codes).toContain('migration-odd-port')
    expect(run('k3f9', 'imap.mail.example', 993, { alias: 'dangling' }).codes).toContain('migration-unresolved')
  })

  it('reads any text without an error, and its canonical form as itself', () => {
    const text = fc.oneof(
      anyText,
      fc.emailAddress(),
      fc.webUrl(),
      fc.domain(),
      fc.tuple(fc.emailAddress(), fc.nat(70_000)).map(([email, port]) => `${email}:${port}`),
    )
    fc.assert(
      fc.property(text, (given) => {
        const canonical = imapInput.parse(given)?.canonical
        expect(canonical === undefined || imapInput.parse(canonical)?.canonical === canonical).toBe(true)
      }),
    )
  })

  // Quadratic parsing would take minutes here, far beyond the time limit of a test.
  it.each(['a', '@', 'a@', 'a.', ':', '[', '/'])('refuses a megabyte of %j', (unit) => {
    expect(imapInput.parse(unit.repeat(1_000_000 / unit.length))).toBeUndefined()
  })
})
