import { describe, expect, it } from 'vitest'
import { finishReport } from '../../reports/report.ts'
import { domainExamples } from '../../../test/domain-examples.ts'
import { runner } from '../../../test/support/runner.ts'
import { describeTool } from '../../testing/describe-tool.ts'
import { FIXED_TIME } from '../../testing/fake-clock.ts'
import { fixedWorld } from '../../testing/fixed-world.ts'
import type { Overrides } from '../../world/decisions.ts'
import { dmarcOf, spfOf } from '../../world/answers/mail-dns.ts'
import { publishedDkimOf } from '../../world/mail/policies.ts'
import { createWorld } from '../../world/world.ts'
import { txtRecordSimulation } from './txt-record.simulation.ts'
import { txtRecord } from './txt-record.ts'

describeTool(txtRecord, domainExamples, runner)

describe('txt-record', () => {
  const look = (domain: string, seed: string, overrides: Overrides = {}) => {
    const world = createWorld(seed, FIXED_TIME, { dnssec: 'secure', ...overrides })
    const result = txtRecordSimulation.simulate(domain, world)
    return { world, result, ...finishReport(txtRecordSimulation.report(result, world, domain)) }
  }
  const seeds = Array.from({ length: 200 }, (_, index) => `seed-${index}`)

  const spfIn = (values: readonly { value: string }[]) =>
    values.map(({ value }) => value).filter((value) => value.startsWith('v=spf1'))

  it('contains every SPF record that the domain publishes, and no other', () => {
    for (const seed of seeds) {
      const { world, result } = look('mail.example', seed)
      expect(spfIn(result.records), seed).toEqual(spfOf(world, 'mail.example').records)
    }
  })

  it('does not mistake a domain for a block list because of a similar name', () => {
    const { world, result } = look('mx1.my-harvest-trap.example', 'k3f9', { spf: 'valid' })
    expect(spfIn(result.records)).toEqual(spfOf(world, 'mx1.my-harvest-trap.example').records)
  })

  it('always has a text to show', () => {
    for (const seed of seeds)
      expect(look('mail.example', seed, { spf: 'missing' }).result.records.length, seed).toBeGreaterThan(0)
  })

  it('answers on the path of the specification', () => {
    expect(txtRecord.path).toBe('txt-records')
  })

  it.each([
    ['valid', 'txt-spf', 'pass'],
    ['missing', 'txt-spf-missing', 'warning'],
    ['duplicate', 'txt-spf-duplicate', 'critical'],
    ['syntax', 'txt-spf-broken', 'critical'],
    ['lookups', 'txt-spf-broken', 'critical'],
  ] as const)('reports an SPF policy that is %s: %s', (spf, code, severity) => {
    for (const seed of seeds.slice(0, 30)) {
      expect(
        look('mail.example', seed, { spf }).findings.find((finding) => finding.code.startsWith('txt-spf')),
        seed,
      ).toMatchObject({ code, severity })
    }
  })

  it('counts the records in its verdict', () => {
    const { result, verdict } = look('mail.example', 'k3f9', { spf: 'duplicate' })
    const words = ['Zero', 'One', 'Two', 'Three', 'Four']
    expect(verdict.sentence).toBe(
      `${words[result.records.length]} text records, two of them for SPF, but only one is allowed.`,
    )
  })

  it('counts the SPF records apart from the rest', () => {
    for (const seed of seeds) {
      const { result, figures, verdict } = look('mail.example', seed)
      const policies = spfIn(result.records).length
      expect(figures[1], seed).toMatchObject({ label: 'SPF records', value: String(policies) })
      expect(verdict.detail, seed).toContain(policies === 0 ? 'No SPF record' : `${policies} SPF record`)
    }
  })

  it('quotes the values as in a zone file', async () => {
    const { plot, result } = await fixedWorld('healthy').run('txt-record', 'mail.example')
    if (plot.kind !== 'records') throw new Error(plot.kind)
    expect(plot.records.map(({ value }) => value)).toEqual(result.records.map(({ value }) => `"${value}"`))
  })

  it.each(['none', 'quarantine', 'reject'] as const)(
    'shows the DMARC policy %s at _dmarc, as email-deliverability does',
    (dmarc) => {
      const { result, findings } = look('_dmarc.mail.example', 'k3f9', { dmarc })
      expect(result.records.map(({ value }) => value)).toEqual([`v=DMARC1; p=${dmarc}; rua=mailto:dmarc@mail.example`])
      expect(findings.map(({ code }) => code)).toEqual([dmarc === 'none' ? 'txt-dmarc-none' : 'txt-dmarc'])
    },
  )

  it('reports missing policies at _dmarc and under an unknown selector', () => {
    expect(look('_dmarc.mail.example', 'k3f9', { dmarc: 'missing' })).toMatchObject({
      result: { records: [] },
      findings: [{ code: 'txt-dmarc-missing' }],
    })
    expect(look('nobody._domainkey.mail.example', 'k3f9', { dkim: true })).toMatchObject({
      result: { records: [] },
      findings: [{ code: 'txt-dkim-missing' }],
    })
  })

  it('applies the policy of the parent domain to a name without its own', () => {
    const above = seeds.filter((seed) => {
      const { world, findings } = look('_dmarc.news.mail.example', seed, { alias: 'resolves' })
      const { policy } = dmarcOf(world, 'mail.example')
      const applied = dmarcOf(world, 'news.mail.example')
      if (applied.domain === 'news.mail.example' || policy === 'missing') return false
      expect(
        findings.map(({ code }) => code),
        seed,
      ).toEqual(['txt-dmarc-above'])
      expect(applied, seed).toMatchObject({ policy, domain: 'mail.example' })
      return true
    })
    expect(above.length).toBeGreaterThan(5)
  })

  it.each([
    [
      '_mta-sts.mail.example',
      'txt-mta-sts-unused',
      ['txt-mta-sts', 'txt-mta-sts-testing', 'txt-mta-sts-unfetched'],
      /^v=STSv1; id=\d{8}T000000;$/,
    ],
    [
      '_smtp._tls.mail.example',
      'txt-tls-rpt-unused',
      ['txt-tls-rpt'],
      /^v=TLSRPTv1; rua=mailto:tls-reports@mail\.example$/,
    ],
    [
      'default._bimi.mail.example',
      'txt-bimi-unused',
      ['txt-bimi'],
      /^v=BIMI1; l=https:\/\/mail\.example\/logo\.svg; a=;$/,
    ],
  ])('reads the policy at %s, which few domains have', (name, unused, used, pattern) => {
    const found = seeds.map((seed) => {
      const { result, findings, figures } = look(name, seed)
      const [record] = result.records
      expect(findings.length, seed).toBe(1)
      expect(record === undefined ? [unused] : used, seed).toContain(findings[0]?.code)
      if (record !== undefined) expect(record.value, seed).toMatch(pattern)
      expect(figures[0]?.note).toBe('for mail of mail.example')
      return findings[0]?.code
    })
    expect(new Set(found)).toEqual(new Set([unused, ...used]))
    expect(found.filter((code) => code === unused).length).toBeGreaterThan(seeds.length / 2)
  })

  it('shows the key under the domain’s selector', () => {
    for (const seed of seeds.slice(0, 20)) {
      const { selector, bits } = publishedDkimOf(createWorld(seed, FIXED_TIME, { dkim: true }), 'mail.example')
      const { result, findings, plot } = look(`${selector}._domainkey.mail.example`, seed, { dkim: true })
      const [record] = result.records
      expect(record?.value, seed).toMatch(/^v=DKIM1; k=rsa; p=[A-Za-z0-9+/]+$/)
      expect(findings[0]?.code, seed).toBe(bits === 2048 ? 'txt-dkim' : 'txt-dkim-short')
      // A key of 2048 bits does not fit one string of a zone file.
      const strings = plot.kind === 'records' ? (plot.records[0]?.value.split(' "') ?? []) : []
      expect(strings.length, seed).toBe(bits === 2048 ? 2 : 1)
      expect(strings.map((text) => text.replaceAll('"', '')).join(''), seed).toBe(record?.value)
    }
  })
})
