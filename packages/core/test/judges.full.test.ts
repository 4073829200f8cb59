import parseDmarc from 'dmarc-parse'
import parseSpf from 'spf-parse'
import { getDomain, getPublicSuffix } from 'tldts'
import { describe, expect, it } from 'vitest'
import { queryDns } from '../src/dns/index.ts'
import { scenarios } from '../src/scenarios/index.ts'
import { FIXED_TIME } from '../src/testing/fake-clock.ts'
import { dnsDiagnosticSimulation } from '../src/tools/dns/dns-diagnostic.simulation.ts'
import { spfCheckSimulation } from '../src/tools/dns/spf-check.simulation.ts'
import { txtRecordSimulation } from '../src/tools/dns/txt-record.simulation.ts'
import { emailDeliverabilitySimulation } from '../src/tools/email/email-deliverability.simulation.ts'
import { isSuffix, zoneOf } from '../src/foundation/names.ts'
import { createWorld, type World } from '../src/world/world.ts'

/* Compares the tools with other libraries' readings of the world's names and records. */

const DOMAINS = ['mail.example', 'shop.example', 'news.shop.co.uk', 'www.mail.example', 'mx1.mail.example'] as const
const SEEDS = Array.from({ length: 200 }, (_, index) => `judge ${index}`)

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

// Suffixes of the documentation, the tests and the world's companies, and the most common ones.
const SUFFIXES =
  'com net org info io dev uk de fr es eu us jp au br co.uk org.uk ac.uk gov.uk ltd.uk plc.uk me.uk net.uk com.au net.au org.au edu.au gov.au co.jp ac.jp ne.jp or.jp com.br net.br org.br gov.br mil.br com.mx gob.mx gob.es com.es org.es co.nz co.za co.in co.kr com.cn com.tr com.ar gv.at co.at or.at ac.at co.il com.sg com.hk edu.sg'.split(
    ' ',
  )

/*
 * The differences between core's short list and the public suffix list. A suffix that is missing in core makes the zone one label shorter
 * than the registered domain; an extra one makes it one label longer. Neither makes two tools disagree.
 */
const MISSED = ['nhs.uk', 'police.uk', 'id.au', 'asn.au', 'go.jp', 'ed.jp', 'gr.jp', 'lg.jp', 'nom.es', 'blog.br']
const ADDED = ['co.de', 'com.de', 'co.eu', 'com.us', 'co.fr', 'org.de']

const parts = { allowPrivateDomains: false } as const

describe('the public suffix list (tldts)', () => {
  it.each(SUFFIXES)('has %s as a suffix, as the world does', (suffix) => {
    expect(getPublicSuffix(`shop.${suffix}`, parts)).toBe(suffix)
    expect(isSuffix(suffix)).toBe(true)
    for (const name of [`shop.${suffix}`, `www.shop.${suffix}`, `a.b.shop.${suffix}`])
      expect(zoneOf(name), name).toBe(getDomain(name, parts))
  })

  it.each(MISSED)('has %s, which the short list of the world lacks', (suffix) => {
    expect(getPublicSuffix(`shop.${suffix}`, parts)).toBe(suffix)
    expect(isSuffix(suffix)).toBe(false)
  })

  it.each(ADDED)('lacks %s, which the short list of the world treats as one by its pattern', (suffix) => {
    expect(getPublicSuffix(`shop.${suffix}`, parts)).not.toBe(suffix)
    expect(isSuffix(suffix)).toBe(true)
  })

  it('has the names of the world under suffixes that no one else uses: example and test (RFC 2606)', () => {
    for (const name of ['shop.example', 'www.shop.example', 'mail.test', 'edge.cdnquay.example'])
      expect(zoneOf(name)).toBe(getDomain(name, parts))
  })
})
