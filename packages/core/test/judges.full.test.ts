import parseDmarc from 'dmarc-parse'
import parseSpf from 'spf-parse'
import { describe, expect, it } from 'vitest'
import { queryDns } from '../src/dns/index.ts'
import { scenarios } from './support/scenarios.ts'
import { FIXED_TIME } from '../src/testing/fake-clock.ts'
import { dnsDiagnosticSimulation } from '../src/tools/dns/dns-diagnostic.simulation.ts'
import { spfCheckSimulation } from '../src/tools/dns/spf-check.simulation.ts'
import { txtRecordSimulation } from '../src/tools/dns/txt-record.simulation.ts'
import { emailDeliverabilitySimulation } from '../src/tools/email/email-deliverability.simulation.ts'
import { createWorld, type World } from '../src/world/world.ts'

/*
 * Compares the tools with other libraries' readings of the world's names and records: in dozens of worlds of each scenario, and in hundreds
 * with `npm run judges`.
 */

const DOMAINS = ['mail.example', 'shop.example', 'news.shop.co.uk', 'www.mail.example', 'mx1.mail.example'] as const
const SEEDS = Array.from({ length: process.env['NETBOX_JUDGES'] === 'all' ? 200 : 24 }, (_, index) => `judge ${index}`)

const inEveryWorld = (claim: (domain: string, world: World, where: string) => void): void => {
  for (const { name, overrides } of scenarios)
    for (const seed of SEEDS)
      for (const domain of DOMAINS)
        claim(domain, createWorld(seed, FIXED_TIME, overrides), `${domain}, seed ${seed}, scenario ${name}`)
}

const textsAt = (world: World, name: string): string[] =>
  queryDns(world, name, 'TXT', { tries: 1000 }).records.map(({ value }) => value)
const policiesAt = (world: World, name: string): string[] =>
  textsAt(world, name).filter((text) => text.startsWith('v=spf1'))

const LOOKUPS = new Set(['include', 'a', 'mx', 'ptr', 'exists', 'redirect'])

/** Counts the lookups of a record and its includes, as in RFC 7208, section 4.6.4. */
const countLookups = (world: World, record: string): number =>
  parseSpf(record)
    .mechanisms.filter(({ type = '' }) => LOOKUPS.has(type))
    .reduce((sum, { type, value = '' }) => {
      const [included] = type === 'include' ? policiesAt(world, value) : []
      if (type === 'include') expect(included, `include:${value}`).toBeDefined()
      return sum + 1 + (included === undefined ? 0 : countLookups(world, included))
    }, 0)

// For spf-parse, a record with an unknown term is valid, although it reports the term as an error. RFC 7208, section 4.6, ends the
// evaluation there.
const isReadable = (record: string): boolean => parseSpf(record).messages?.every(({ type }) => type !== 'error') ?? true

// spf-parse reads one record, so this function counts duplicate records and more than ten lookups itself.
const isValid = (world: World, records: readonly string[]): boolean =>
  records.length === 1 && records.every((record) => isReadable(record) && countLookups(world, record) <= 10)

describe('spf-parse', () => {
  it('reads the SPF records of all worlds as spf-check, txt-record, dns-diagnostic and email-deliverability do', () => {
    const seen = new Set<boolean>()
    inEveryWorld((domain, world, where) => {
      const records = policiesAt(world, domain)
      const valid = isValid(world, records)
      seen.add(valid)
      const check = spfCheckSimulation.simulate(domain, world)
      expect(check.valid, where).toBe(valid)
      const whole = dnsDiagnosticSimulation.simulate(domain, world).spf
      expect(whole.valid, where).toBe(valid)
      expect(emailDeliverabilitySimulation.simulate(domain, world).spf_valid, where).toBe(valid)
      const texts = txtRecordSimulation.report(txtRecordSimulation.simulate(domain, world), world, domain)
      expect(
        texts.findings.some(({ code }) => code === 'txt-spf'),
        where,
      ).toBe(valid)
      const [first] = records
      expect(check.spf_record, where).toBe(first ?? null)
      if (first === undefined) return
      expect(whole.lookups, where).toBe(countLookups(world, first))
      const included = parseSpf(first).mechanisms.flatMap(({ type, value = '' }) => (type === 'include' ? [value] : []))
      expect(check.includes, where).toEqual(included)
    })
    expect(seen.size).toBe(2)
  })
})

describe('dmarc-parse', () => {
  it('reads the DMARC records of all worlds as email-deliverability and txt-record do', () => {
    const seen = new Set<string>()
    inEveryWorld((domain, world, where) => {
      const [record] = textsAt(world, `_dmarc.${domain}`)
      const { findings } = txtRecordSimulation.report(
        txtRecordSimulation.simulate(`_dmarc.${domain}`, world),
        world,
        `_dmarc.${domain}`,
      )
      const codes = findings.map(({ code }) => code)
      if (record === undefined)
        return expect(
          codes.some((code) => /missing|above|unresolved/.test(code)),
          where,
        ).toBe(true)
      const { tags, messages } = parseDmarc(record)
      expect(messages, where).toBeUndefined()
      const policy = tags['p']?.value ?? ''
      seen.add(policy)
      expect(codes, where).toEqual([policy === 'none' ? 'txt-dmarc-none' : 'txt-dmarc'])
      const mail = queryDns(world, domain, 'MX', { tries: 1000 }).outcome
      if (mail === 'found')
        expect(emailDeliverabilitySimulation.simulate(domain, world).dmarc_policy, where).toBe(policy)
    })
    expect([...seen].toSorted()).toEqual(['none', 'quarantine', 'reject'])
  })
})
