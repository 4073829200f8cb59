import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { finishReport, type Severity } from '../../reports/report.ts'
import { FIXED_TIME } from '../../testing/fake-clock.ts'
import type { World } from '../../world/world.ts'
import type { Simulation } from '../define-tool.ts'
import { aRecordSimulation } from './a-record.simulation.ts'
import { cnameLookupSimulation } from './cname-lookup.simulation.ts'
import { dnsDiagnosticSimulation } from './dns-diagnostic.simulation.ts'
import { dnsPropagationSimulation } from './dns-propagation.simulation.ts'
import { dnssecCheckSimulation } from './dnssec-check.simulation.ts'
import { mxRecordSimulation } from './mx-record.simulation.ts'
import { soaRecordSimulation } from './soa-record.simulation.ts'
import { spfCheckSimulation } from './spf-check.simulation.ts'
import { txtRecordSimulation } from './txt-record.simulation.ts'
import { whoisLookupSimulation } from './whois-lookup.simulation.ts'
import { everyWorld } from '../../../test/support/worlds.ts'
import { labels, suffixes } from '../../../test/support/names.ts'

// Domains and names that people use directly below them, which all exist; test/names.test.ts covers other names.
const domains = fc
  .tuple(fc.constantFrom('', 'www.', 'api.', 'mail2.', 'mta-sts.'), labels, suffixes)
  .map(([below, domain, end]) => `${below}${domain}.${end}`)
// Any instant within twenty years, so that no claim depends on the date.
const instants = fc.integer({ min: FIXED_TIME, max: FIXED_TIME + 20 * 365 * 86_400_000 })

const TRUST = { SECURE: 'pass', INSECURE: 'info', BOGUS: 'critical' } as const

/** Returns the severity that one tool gives a domain. */
const severityOf = <Result>(simulation: Simulation<string, Result>, domain: string, world: World): Severity =>
  finishReport(simulation.report(simulation.simulate(domain, world), world, domain)).verdict.severity

const isBogus = (domain: string, world: World): boolean =>
  dnssecCheckSimulation.simulate(domain, world).status === 'BOGUS'

/** Returns whether aliases of a domain dangle in a world. */
const isDangling = (name: string, domain: string): boolean =>
  name === 'cname-dangling' || (name.includes('cname-dangling:shop.example') && /(?:^|\.)shop\.example$/.test(domain))

describe('the DNS tools', () => {
  const inEveryWorld = (claim: (domain: string, world: World, where: string, name: string) => void): void => {
    const drawn = fc
      .constantFrom(...everyWorld)
      .chain((kind) => fc.tuple(fc.constant(kind), fc.oneof(domains, fc.constant(kind.domain))))
    fc.assert(
      fc.property(drawn, fc.string({ minLength: 1, maxLength: 12 }), instants, ([{ name, open }, domain], seed, at) => {
        claim(domain, open(seed, at), `seed ${JSON.stringify(seed)}, ${domain}, at ${at}, world ${name}`, name)
      }),
    )
  }

  it('find the primary of the SOA record among the nameservers of WHOIS', () => {
    inEveryWorld((domain, world, where) => {
      const { nameservers } = whoisLookupSimulation.simulate(domain, world)
      const { primary_ns: primary } = soaRecordSimulation.simulate(domain, world)
      expect(primary === null, where).toBe(isBogus(domain, world))
      if (primary !== null) expect(nameservers, where).toContain(primary)
    })
  })

  it('read one SPF record: the v=spf1 text of txt-record is the record of spf-check', () => {
    inEveryWorld((domain, world, where) => {
      const texts = txtRecordSimulation.simulate(domain, world).records.map(({ value }) => value)
      const policies = texts.filter((value) => value.startsWith('v=spf1'))
      const { spf_record: record, valid } = spfCheckSimulation.simulate(domain, world)
      expect(policies[0] ?? null, where).toBe(record)
      if (valid) expect(policies, where).toHaveLength(1)
    })
  })

  it('find an A record for every MX target', () => {
    inEveryWorld((domain, world, where) => {
      for (const { exchange } of mxRecordSimulation.simulate(domain, world).records) {
        const { records } = aRecordSimulation.simulate(exchange, world)
        const hasAddress = records.some(({ type }) => type === 'A')
        expect(hasAddress, `${exchange}, ${where}`).toBe(true)
      }
    })
  })

  it('agree on DNSSEC: the chain is valid exactly when the status is SECURE', () => {
    inEveryWorld((domain, world, where) => {
      const {
        status,
        chain_valid: valid,
        dnssec_enabled: enabled,
        algorithms,
      } = dnssecCheckSimulation.simulate(domain, world)
      expect(valid, where).toBe(status === 'SECURE')
      expect(enabled, where).toBe(status !== 'INSECURE')
      expect(algorithms.length > 0, where).toBe(enabled)
    })
  })

  it('know a registration that began in the past and ends in the future', () => {
    inEveryWorld((domain, world, where) => {
      const { creation_date: creation, expiration_date: expiration } = whoisLookupSimulation.simulate(domain, world)
      if (creation === null || expiration === null) throw new Error(`no registration, ${where}`)
      expect(Date.parse(creation), where).toBeLessThan(world.at)
      expect(Date.parse(expiration), where).toBeGreaterThan(world.at)
      // The registration expires on an anniversary, at the time of day of its creation.
      if (!creation.includes('-02-29T')) expect(expiration.slice(4), where).toBe(creation.slice(4))
    })
  })

  it('show as the current address of propagation the first of a-record, or none if there is none or the zone is bogus', () => {
    inEveryWorld((domain, world, where) => {
      const [first] = aRecordSimulation.simulate(domain, world).records
      const { servers } = dnsPropagationSimulation.simulate(domain, world)
      const current = servers.filter(({ status }) => status === 'current')
      expect(current.length, where).toBeGreaterThan(0)
      const failed = servers.filter(({ status }) => status === 'failed')
      expect(failed, where).toEqual(isBogus(domain, world) ? servers.filter(({ validates }) => validates) : [])
      // The tools use a validating resolver.
      if (failed.length > 0) return expect(first, where).toBeUndefined()
      for (const { address, ttl } of current) {
        expect(address, where).toBe(first?.address ?? null)
        if (first !== undefined) expect(ttl, where).toBeLessThanOrEqual(first.ttl)
      }
    })
  })

  it('leave a name without an address only if its alias dangles or its zone is bogus', () => {
    inEveryWorld((domain, world, where, name) => {
      const { records } = aRecordSimulation.simulate(domain, world)
      const { cname } = cnameLookupSimulation.simulate(domain, world)
      const dangles = isDangling(name, domain) && cname !== null
      expect(records.length === 0, where).toBe(dangles || isBogus(domain, world))
    })
  })

  it('follow an alias to a name with its records and their TTL, unless it dangles: then that name does not exist', () => {
    inEveryWorld((domain, world, where, name) => {
      const { cname } = cnameLookupSimulation.simulate(domain, world)
      if (cname === null) return
      const records = (host: string) => aRecordSimulation.simulate(host, world).records
      expect(records(cname), where).toEqual(records(domain))
      if (!isDangling(name, domain)) {
        // An alias has no records except its CNAME (RFC 1034, section 3.6.2): queries for it return the target's records.
        const exchanges = (host: string) => mxRecordSimulation.simulate(host, world).records
        const texts = (host: string) => txtRecordSimulation.simulate(host, world).records
        expect(exchanges(domain), where).toEqual(exchanges(cname))
        expect(texts(domain), where).toEqual(texts(cname))
      }
      expect(records(cname).length === 0, where).toBe(isDangling(name, domain))
      expect(cnameLookupSimulation.simulate(cname, world).cname, where).toBeNull()
      const { sentence } = cnameLookupSimulation.report(cnameLookupSimulation.simulate(cname, world), world, cname)
      expect(sentence === 'There is no such name.', where).toBe(isDangling(name, domain))
    })
  })

  it('report in dns-diagnostic the same as individually', () => {
    inEveryWorld((domain, world, where) => {
      const whole = dnsDiagnosticSimulation.simulate(domain, world)
      const soa = soaRecordSimulation.simulate(domain, world)
      const spf = spfCheckSimulation.simulate(domain, world)
      const dnssec = dnssecCheckSimulation.simulate(domain, world)
      const { propagation_status: propagation, servers } = dnsPropagationSimulation.simulate(domain, world)
      expect(whole, where).toMatchObject({
        a: aRecordSimulation.simulate(domain, world).records.map(({ address }) => address),
        mx: mxRecordSimulation
          .simulate(domain, world)
          .records.map(({ priority, exchange }) => ({ priority, exchange })),
        nameservers: isBogus(domain, world) ? [] : whoisLookupSimulation.simulate(domain, world).nameservers,
        soa: { primary_ns: soa.primary_ns, serial: soa.serial },
        txt: txtRecordSimulation.simulate(domain, world).records.map(({ value }) => value),
        spf: { spf_record: spf.spf_record, valid: spf.valid },
        dnssec: { status: dnssec.status, chain_valid: dnssec.chain_valid },
        propagation: {
          propagation_status: propagation,
          current: servers.filter(({ status }) => status === 'current').length,
          servers: servers.length,
        },
      })
    })
  })

  it('judge in dns-diagnostic as individually; only an unsigned zone, a note elsewhere, does not pass there', () => {
    inEveryWorld((domain, world, where) => {
      const checks = new Map(
        dnsDiagnosticSimulation.simulate(domain, world).checks.map(({ name: of, status }) => [of, status]),
      )
      const alone = {
        'Mail servers': severityOf(mxRecordSimulation, domain, world),
        Zone: severityOf(soaRecordSimulation, domain, world),
        SPF: severityOf(spfCheckSimulation, domain, world),
      }
      if (aRecordSimulation.simulate(domain, world).records.length === 0)
        return expect([...checks], where).toEqual([
          ['Addresses', 'critical'],
          ['DNSSEC', TRUST[dnssecCheckSimulation.simulate(domain, world).status]],
        ])
      for (const [of, severity] of Object.entries(alone)) {
        expect(checks.get(of), `${of}, ${where}`).toBe(severity === 'info' ? 'pass' : severity)
      }
      expect(checks.get('DNSSEC'), where).toBe(TRUST[dnssecCheckSimulation.simulate(domain, world).status])
      const partial = dnsPropagationSimulation.simulate(domain, world).propagation_status === 'PARTIAL'
      expect(checks.get('Propagation'), where).toBe(partial ? 'warning' : 'pass')
    })
  })
})
