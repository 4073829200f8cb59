import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { queryDns, type DnsAnswer, type RecordType } from '../src/dns/index.ts'
import { finishReport, type Report } from '../src/reports/report.ts'
import { FIXED_TIME } from '../src/testing/fake-clock.ts'
import type { Simulation } from '../src/tools/define-tool.ts'
import { aRecordSimulation } from '../src/tools/dns/a-record.simulation.ts'
import { cnameLookupSimulation } from '../src/tools/dns/cname-lookup.simulation.ts'
import { dnsDiagnosticSimulation } from '../src/tools/dns/dns-diagnostic.simulation.ts'
import { dnsPropagationSimulation } from '../src/tools/dns/dns-propagation.simulation.ts'
import { dnssecCheckSimulation } from '../src/tools/dns/dnssec-check.simulation.ts'
import { mxRecordSimulation } from '../src/tools/dns/mx-record.simulation.ts'
import { soaRecordSimulation } from '../src/tools/dns/soa-record.simulation.ts'
import { spfCheckSimulation } from '../src/tools/dns/spf-check.simulation.ts'
import { txtRecordSimulation } from '../src/tools/dns/txt-record.simulation.ts'
import { whoisLookupSimulation } from '../src/tools/dns/whois-lookup.simulation.ts'
import { emailDeliverabilitySimulation } from '../src/tools/email/email-deliverability.simulation.ts'
import { emailMigrationSimulation } from '../src/tools/email/email-migration.simulation.ts'
import { emailValidationSimulation } from '../src/tools/email/email-validation.simulation.ts'
import { smtpTestSimulation } from '../src/tools/email/smtp-test.simulation.ts'
import { arinLookupSimulation } from '../src/tools/network/arin-lookup.simulation.ts'
import { blacklistCheckSimulation } from '../src/tools/network/blacklist-check.simulation.ts'
import { geoipLookupSimulation } from '../src/tools/network/geoip-lookup.simulation.ts'
import { pingTestSimulation } from '../src/tools/network/ping-test.simulation.ts'
import { tcpPortTestSimulation } from '../src/tools/network/tcp-port-test.simulation.ts'
import { tracerouteSimulation } from '../src/tools/network/traceroute.simulation.ts'
import { headerSecuritySimulation } from '../src/tools/security/header-security.simulation.ts'
import { httpsTestSimulation } from '../src/tools/security/https-test.simulation.ts'
import { blockLists, LIST_ENTRY, REFUSALS } from '../src/world/names/block-lists.ts'
import { arpaOf } from '../src/foundation/names.ts'
import type { World } from '../src/world/world.ts'
import { everyWorld } from './support/worlds.ts'
import { labels as label } from './support/names.ts'

/*
 * Each tool shows the answer of the tools' resolver for a name: its records, NXDOMAIN, NODATA or SERVFAIL. The names cover every kind:
 * domains, hosts, deeper names, services, suffixes, reverse names and entries of block lists.
 */

/** The addresses by which a block list answers, to which nothing connects. */
const listCodes = new Set<string>([LIST_ENTRY, REFUSALS.own, REFUSALS.public].map(({ address }) => address))

const top = fc.constantFrom('example', 'test', 'co.uk', 'com.au')
const domains = fc.tuple(label, top).map((labels) => labels.join('.'))
const hosts = fc
  .tuple(fc.oneof(label, fc.constantFrom('www', 'mx1', 'ns2', 'imap')), domains)
  .map((labels) => labels.join('.'))
const deep = fc.tuple(fc.oneof(label, fc.constantFrom('mx1', 'www')), hosts).map((labels) => labels.join('.'))
const services = fc
  .tuple(
    fc.constantFrom(
      '_dmarc',
      '_spf',
      '_25._tcp',
      '_mta-sts',
      '_smtp._tls',
      '_tls',
      'default._bimi',
      '_bimi',
      '_submission._tcp',
      '_tcp',
      's1._domainkey',
      '_domainkey',
      '_anything',
    ),
    fc.oneof(domains, hosts, deep, fc.constantFrom('example', 'co.uk', 'newsletters.example')),
  )
  .map((labels) => labels.join('.'))
const suffixes = fc.constantFrom('com', 'example', 'co.uk', 'com.au', 'arpa', 'in-addr.arpa', 'ip6.arpa')
const invalid = fc
  .tuple(fc.oneof(hosts, domains), fc.constantFrom('invalid', 'onion', 'local', 'alt', 'localhost', 'lan'))
  .map((labels) => labels.join('.'))
const free = fc
  .tuple(fc.constantFrom('', 'www.', 'a.b.', '_dmarc.'), fc.constantFrom('missing.example', 'missing.com'))
  .map((parts) => parts.join(''))
const v4 = fc.oneof(
  fc.nat(255).map((last) => `198.51.100.${last}`),
  fc.ipV4(),
)
const reversed = (address: string): string => address.split('.').toReversed().join('.')
const reverse = fc
  .tuple(v4, fc.nat(3), fc.constantFrom('', 'www.', 'x25.'))
  .map(([address, cut, before]) => `${before}${reversed(address).split('.').slice(cut).join('.')}.in-addr.arpa`)
const reverseV6 = fc.tuple(fc.nat(0xffff), fc.nat(31)).map(([last, cut]) =>
  arpaOf(`2001:db8::${last.toString(16)}`)
    .split('.')
    .slice(cut)
    .join('.'),
)
const listed = fc
  .tuple(
    fc.oneof(v4.map(reversed), fc.constantFrom('2.0.0.127', '1.0.0.127', '0.0.127', 'www', '100.51.198')),
    fc.constantFrom(...blockLists),
  )
  .map(([before, { zone }]) => `${before}.${zone}`)
const lists = fc.constantFrom(...blockLists.map(({ zone }) => zone))
const anyName = fc.oneof(domains, hosts, deep, services, suffixes, invalid, free, reverse, reverseV6, listed, lists)
const seeds = fc.string({ minLength: 1, maxLength: 12 })

const reportOf = <Value, Result>(tool: Simulation<Value, Result>, value: Value, world: World): Report =>
  finishReport(tool.report(tool.simulate(value, world), world, value))
// With this many tries, no answer is lost.
const ask = <Type extends RecordType>(world: World, name: string, type: Type) =>
  queryDns(world, name, type, { tries: 1000 })

const isNothing = ({ outcome }: DnsAnswer): boolean => outcome !== 'found'
const textOf = ({ verdict, findings }: Report): string =>
  [verdict.sentence, verdict.detail, ...findings.flatMap(({ title, detail }) => [title, detail])].join(' ')

/** Tools that connect to a host, or look up its address. */
const connecting: Readonly<Record<string, (name: string, world: World) => Report>> = {
  'ping-test': (name, world) => reportOf(pingTestSimulation, name, world),
  traceroute: (name, world) => reportOf(tracerouteSimulation, name, world),
  'tcp-port-test': (name, world) => reportOf(tcpPortTestSimulation, { host: name, port: 443 }, world),
  'smtp-test': (name, world) => reportOf(smtpTestSimulation, { host: name, port: 25 }, world),
  'email-migration': (name, world) => reportOf(emailMigrationSimulation, { host: name, port: 993 }, world),
  'https-test': (name, world) => reportOf(httpsTestSimulation, name, world),
  'header-security': (name, world) => reportOf(headerSecuritySimulation, name, world),
  'geoip-lookup': (name, world) => reportOf(geoipLookupSimulation, name, world),
  'arin-lookup': (name, world) => reportOf(arinLookupSimulation, name, world),
  'blacklist-check': (name, world) => reportOf(blacklistCheckSimulation, name, world),
}
const others: Readonly<Record<string, (name: string, world: World) => Report>> = {
  'a-record': (name, world) => reportOf(aRecordSimulation, name, world),
  'cname-lookup': (name, world) => reportOf(cnameLookupSimulation, name, world),
  'dns-diagnostic': (name, world) => reportOf(dnsDiagnosticSimulation, name, world),
  'dns-propagation': (name, world) => reportOf(dnsPropagationSimulation, name, world),
  'dnssec-check': (name, world) => reportOf(dnssecCheckSimulation, name, world),
  'email-deliverability': (name, world) => reportOf(emailDeliverabilitySimulation, name, world),
  'email-validation': (name, world) => reportOf(emailValidationSimulation, `postmaster@${name}`, world),
  'mx-record': (name, world) => reportOf(mxRecordSimulation, name, world),
  'soa-record': (name, world) => reportOf(soaRecordSimulation, name, world),
  'spf-check': (name, world) => reportOf(spfCheckSimulation, name, world),
  'whois-lookup': (name, world) => reportOf(whoisLookupSimulation, name, world),
}

describe('every kind of name', () => {
  const inEveryWorld = (
    names: fc.Arbitrary<string>,
    claim: (name: string, world: World, where: string) => void,
  ): void =>
    fc.assert(
      fc.property(fc.constantFrom(...everyWorld), seeds, names, ({ name: kind, open }, seed, name) => {
        claim(name, open(seed, FIXED_TIME), `${name}, seed ${JSON.stringify(seed)}, world ${kind}`)
      }),
    )

  it('has in each tool the records that the resolver returns', () => {
    inEveryWorld(anyName, (name, world, where) => {
      const a = aRecordSimulation.simulate(name, world).records
      const asked = (['A', 'AAAA'] as const).flatMap((type) =>
        ask(world, name, type).records.map((record) => ({ type, ...record })),
      )
      expect(
        a.toSorted((one, other) => one.type.localeCompare(other.type)),
        where,
      ).toEqual(asked)
      expect(mxRecordSimulation.simulate(name, world).records, where).toEqual(ask(world, name, 'MX').records)
      const texts = ask(world, name, 'TXT').records
      expect(txtRecordSimulation.simulate(name, world).records, where).toEqual(texts)
      const policy = texts.find(({ value }) => value.startsWith('v=spf1'))
      expect(spfCheckSimulation.simulate(name, world).spf_record, where).toBe(policy?.value ?? null)
      const cname = ask(world, name, 'CNAME').records[0]
      expect(cnameLookupSimulation.simulate(name, world), where).toEqual({
        domain: name,
        cname: cname?.target ?? null,
        ttl: cname?.ttl ?? null,
      })
      const whole = dnsDiagnosticSimulation.simulate(name, world)
      expect(whole.a, where).toEqual(a.map(({ address }) => address))
      expect(whole.mx, where).toEqual(
        ask(world, name, 'MX').records.map(({ priority, exchange }) => ({ priority, exchange })),
      )
      expect(whole.txt, where).toEqual(texts.map(({ value }) => value))
    })
  })

  it('has in soa-record the record of the zone that answers, whether the name exists or not', () => {
    inEveryWorld(anyName, (name, world, where) => {
      const answer = ask(world, name, 'SOA')
      const { serial, primary_ns: primary } = soaRecordSimulation.simulate(name, world)
      if (answer.outcome === 'failure') return expect([serial, primary], where).toEqual([null, null])
      // For an alias, the answer is the answer of its target.
      if (answer.aliases.length > 0) return
      const record = answer.records[0] ?? answer.authority?.record
      expect([serial, primary], where).toEqual([record?.serial, record?.primary])
    })
  })

  it('has sixteen resolvers in dns-propagation that answer as they do to a query', () => {
    inEveryWorld(anyName, (name, world, where) => {
      for (const { resolver, address, status, validates } of dnsPropagationSimulation.simulate(name, world).servers) {
        const answers = (['A', 'AAAA'] as const).map((type) =>
          queryDns(world, name, type, { server: resolver, tries: 1000 }),
        )
        const found = answers.flatMap(({ records }) => records)[0]?.address ?? null
        expect(found, `${resolver}, ${where}`).toBe(address)
        expect(answers[0]?.outcome === 'failure', where).toBe(status === 'failed')
        if (status === 'failed') expect(validates, where).toBe(true)
      }
    })
  })

  it('never passes in a tool if it does not exist or fails validation', () => {
    inEveryWorld(anyName, (name, world, where) => {
      const { outcome } = ask(world, name, 'TXT')
      if (outcome !== 'nxdomain' && outcome !== 'failure') return
      for (const [tool, run] of Object.entries({ ...connecting, ...others })) {
        // A registry does not check signatures, and for an alias it returns the registration of the alias's own domain.
        if (tool === 'whois-lookup' && (outcome === 'failure' || ask(world, name, 'CNAME').outcome === 'found'))
          continue
        const report = run(name, world)
        expect(report.verdict.severity, `${tool}: ${report.verdict.sentence} ${where}`).toBe('critical')
      }
      const text = textOf(reportOf(pingTestSimulation, name, world))
      expect(text, where).toMatch(outcome === 'failure' ? /SERVFAIL/ : /NXDOMAIN|does not exist/)
    })
  })

  it('is not connected to without an address from the resolver', () => {
    inEveryWorld(anyName, (name, world, where) => {
      const found = [ask(world, name, 'A'), ask(world, name, 'AAAA')]
      const isEntry = found[0]?.records.some(({ address }) => listCodes.has(address)) === true
      const unresolved = found.every(isNothing) || isEntry
      for (const [tool, run] of Object.entries(connecting)) {
        const codes = run(name, world).findings.map(({ code }) => code)
        expect(
          codes.some((code) => code.endsWith('-unresolved')),
          `${tool}, ${where}`,
        ).toBe(unresolved)
      }
    })
  })

  it('has no mail in the email tools if the resolver returns no mail server', () => {
    inEveryWorld(anyName, (name, world, where) => {
      const none = isNothing(ask(world, name, 'MX'))
      const validation = emailValidationSimulation.simulate(`postmaster@${name}`, world)
      if (none) expect(validation, where).toMatchObject({ mx_check: false, deliverable: false })
      const { deliverability_score: score } = emailDeliverabilitySimulation.simulate(name, world)
      expect(score === 0, where).toBe(none)
    })
  })

  it('answers a query for its mail or texts with the alias and the target’s records', () => {
    inEveryWorld(hosts, (name, world, where) => {
      const alias = ask(world, name, 'CNAME').records[0]
      if (alias === undefined) return
      for (const type of ['A', 'AAAA', 'MX', 'TXT', 'SOA', 'NS', 'CAA', 'SRV', 'PTR'] as const) {
        const [answer, target] = [ask(world, name, type), ask(world, alias.target, type)]
        expect([answer.outcome, answer.records], `${type} of ${where}`).toEqual([target.outcome, target.records])
        expect(answer.aliases, where).toEqual([{ name, ...alias }])
      }
    })
  })
})
