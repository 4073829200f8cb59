import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { queryDns } from '../src/dns/index.ts'
import { scenarios } from './support/scenarios.ts'
import { FIXED_TIME } from '../src/testing/fake-clock.ts'
import { aRecordSimulation } from '../src/tools/dns/a-record.simulation.ts'
import { dnsPropagationSimulation } from '../src/tools/dns/dns-propagation.simulation.ts'
import { mxRecordSimulation } from '../src/tools/dns/mx-record.simulation.ts'
import { emailDeliverabilitySimulation } from '../src/tools/email/email-deliverability.simulation.ts'
import { smtpTestSimulation } from '../src/tools/email/smtp-test.simulation.ts'
import { arinLookupSimulation } from '../src/tools/network/arin-lookup.simulation.ts'
import { blacklistCheckSimulation } from '../src/tools/network/blacklist-check.simulation.ts'
import { geoipLookupSimulation } from '../src/tools/network/geoip-lookup.simulation.ts'
import { pingTestSimulation } from '../src/tools/network/ping-test.simulation.ts'
import { ptrLookupSimulation } from '../src/tools/network/ptr-lookup.simulation.ts'
import { tracerouteSimulation } from '../src/tools/network/traceroute.simulation.ts'
import { parseAddress } from '../src/foundation/addresses.ts'
import { whyUnreachable } from '../src/world/answers/existence.ts'
import { addressOf } from '../src/world/hosts/hosts.ts'
import { machineOverridesAt } from '../src/world/hosts/machine-at.ts'
import { machineOf } from '../src/world/hosts/machines.ts'
import { arpaOf } from '../src/foundation/names.ts'
import { specialBlockOf } from '../src/foundation/special-addresses.ts'
import { WORKING } from '../src/world/decisions.ts'
import { createWorld, type World } from '../src/world/world.ts'
import { namesOf } from './support/names.ts'

/*
 * All tools agree about the facts of an address (its PTR record, its holder, its AS number, its location), for hosts, mail servers and
 * every router of every route.
 */

// Includes the first and the last of the domains with derivable server names.
const known = fc.constantFrom('postlane.example', 'harbour.example', 'mail.example', 'shop.example', 'office.example')
const domains = fc.oneof(
  known,
  // Domains and names directly below them, which all exist, and deeper ones, which do not.
  namesOf(3),
)
// All of the world's own address space, and some ordinary addresses.
const nets = ['192.0.2.', '198.51.100.', '203.0.113.'] as const
const addresses = fc.oneof(
  fc.tuple(fc.constantFrom(...nets), fc.nat(255)).map(([net, last]) => net + last),
  fc.tuple(fc.nat(1), fc.nat(255), fc.nat(255)).map(([half, net, last]) => `198.${18 + half}.${net}.${last}`),
  fc
    .tuple(fc.nat(0xffff), fc.oneof(fc.nat(130), fc.nat(0xffff)))
    .map(([site, last]) => parseAddress(`2001:db8:${site.toString(16)}::${last.toString(16)}`) ?? ''),
  fc
    .oneof(fc.ipV4(), fc.ipV6())
    .map((text) => parseAddress(text) ?? '')
    .filter((address) => address !== ''),
)
// The gateway and a router of the access line. Their names are below domains that people also query.
const access = fc.constantFrom('198.19.255.1', '198.19.255.70')
const ordinary = fc
  .oneof({ weight: 5, arbitrary: addresses }, access)
  .filter((address) => specialBlockOf(address) === undefined)
const seeds = fc.string({ minLength: 1, maxLength: 12 })

const plain = { validates: false, tries: 1000 }

const hopsTo = (host: string, world: World) => {
  const result = tracerouteSimulation.simulate(host, world)
  const { plot } = tracerouteSimulation.report(result, world, host)
  return result.hops.map((hop, index) => ({
    ...hop,
    network: plot.kind === 'hops' ? plot.hops[index]?.network : undefined,
  }))
}

/** Returns the mail tools' findings about a PTR record, as the last word of each finding's code. */
const reverseFindings = (findings: readonly { readonly code: string }[], prefix: string): string[] =>
  findings.flatMap(({ code }) => (code.startsWith(prefix) ? [code.slice(prefix.length).replace(/^-/, '')] : []))

describe.each([...scenarios])('addresses in $name', ({ name, overrides }) => {
  const inEveryWorld = (
    subjects: fc.Arbitrary<string>,
    claim: (subject: string, world: World, where: string) => void,
  ): void => {
    fc.assert(
      fc.property(seeds, subjects, (seed, subject) => {
        const where = `seed ${JSON.stringify(seed)}, ${subject}, scenario ${name}`
        claim(subject, createWorld(seed, FIXED_TIME, overrides), where)
      }),
    )
  }

  it('lead to a name and back; without a name only if the seed decides, and elsewhere only in ptr-mismatch, apart from the infrastructure', () => {
    inEveryWorld(ordinary, (ip, world, where) => {
      const { hostname, valid } = ptrLookupSimulation.simulate(ip, world)
      if (hostname === null) {
        expect([valid, overrides.reverse], where).toEqual([false, undefined])
        return
      }
      const found = aRecordSimulation.simulate(hostname, world).records.map(({ address }) => address)
      const isBogus = whyUnreachable(world, hostname)?.reason === 'bogus'
      const isImmune = machineOverridesAt(world, machineOf(world, ip)) === WORKING
      expect(valid, where).toBe((name !== 'ptr-mismatch' || isImmune) && !isBogus)
      expect(found.includes(ip), `${hostname}: ${found.join(' ')}, ${where}`).toBe(valid)
    })
  })

  it('have one PTR record, holder, AS number and location at every hop, in every tool', () => {
    inEveryWorld(fc.oneof(domains, ordinary), (host, world, where) => {
      for (const { hop, ip, hostname, network } of hopsTo(host, world)) {
        if (ip === null) continue
        const { asn, organization, country } = arinLookupSimulation.simulate(ip, world)
        const place = geoipLookupSimulation.simulate(ip, world)
        expect(network, `hop ${hop}, ${where}`).toBe(`${asn} ${organization}, ${place.city}`)
        expect([place.isp, place.country], where).toEqual([organization, country])
        expect(ptrLookupSimulation.simulate(ip, world).hostname, `hop ${hop}, ${where}`).toBe(hostname)
        const asked = queryDns(world, arpaOf(ip), 'PTR', plain).records.map((record) => record.host)
        expect(asked, where).toEqual(hostname === null ? [] : [hostname])
      }
    })
  })

  it('appear once on a route, whose number of hops matches the TTL of a ping', () => {
    inEveryWorld(fc.oneof(domains, ordinary), (host, world, where) => {
      const met = hopsTo(host, world).flatMap(({ ip }) => (ip === null ? [] : [ip]))
      expect(new Set(met).size, `${met.join(' ')}, ${where}`).toBe(met.length)
      const { hops } = tracerouteSimulation.simulate(host, world)
      const ttl = pingTestSimulation.simulate(host, world).results.find((packet) => packet.ttl !== null)?.ttl
      const last = hops.at(-1)
      // An address that is gone ends a route in silence.
      if (last !== undefined) expect(ttl, where).toBe(last.ip === null ? undefined : 65 - hops.length)
    })
  })

  it('of routers lose packets in ping exactly as a trace to them does', () => {
    inEveryWorld(fc.oneof(domains, ordinary), (host, world, where) => {
      for (const { ip } of hopsTo(host, world)) {
        if (ip === null) continue
        const { packets_sent: sent, packets_received: received } = pingTestSimulation.simulate(ip, world)
        const last = tracerouteSimulation.simulate(ip, world).hops.at(-1)
        expect([last?.time1, last?.time2, last?.time3].includes(null), `${ip}, ${where}`).toBe(received < sent)
      }
    })
  })

  it('of a mail server have the PTR record that it greets with, or every tool shows why not', () => {
    inEveryWorld(domains, (domain, world, where) => {
      const [first] = mxRecordSimulation.simulate(domain, world).records
      const exchange = first?.exchange ?? ''
      const sent = emailDeliverabilitySimulation.report(
        emailDeliverabilitySimulation.simulate(domain, world),
        world,
        domain,
      ).findings
      // There is no mail server if the domain does not exist, fails validation or has a dangling alias.
      expect(first === undefined, where).toBe(sent.some(({ code }) => code === 'deliver-unresolved'))
      expect(first === undefined, where).toBe(whyUnreachable(world, domain, 'mail') !== undefined)
      if (first === undefined) return
      const ip = aRecordSimulation.simulate(exchange, world).records[0]?.address ?? ''
      const ptr = ptrLookupSimulation.simulate(ip, world)
      const [kind] = reverseFindings(sent, 'deliver-reverse')
      const codes = ptrLookupSimulation.report(ptr, world, ip).findings.map(({ code }) => code)
      expect(codes[0], where).toBe(
        { '': 'ptr-confirmed', generic: 'ptr-confirmed', missing: 'ptr-missing', mismatch: 'ptr-mismatch' }[kind ?? ''],
      )
      expect(codes.includes('ptr-generic'), where).toBe(kind === 'generic')
      const blacklist = blacklistCheckSimulation.report(blacklistCheckSimulation.simulate(ip, world), world, ip)
      expect(reverseFindings(blacklist.findings, 'blacklist-reverse'), where).toEqual([kind])
      for (const host of [exchange, ip]) {
        const endpoint = { host, port: 25 }
        const result = smtpTestSimulation.simulate(endpoint, world)
        const { findings, plot } = smtpTestSimulation.report(result, world, endpoint)
        if (!result.reachable) continue
        expect(reverseFindings(findings, 'smtp-reverse'), where).toEqual([kind])
        const banner =
          plot.kind === 'dialogue' ? (plot.lines.find(({ from }) => from === 'them')?.text.split(' ')[1] ?? '') : ''
        expect(banner === ptr.hostname, `${banner}, ${ptr.hostname}, ${where}`).toBe(kind === '')
        // The name in a greeting resolves to the server, even if its PTR record is wrong (RFC 5321, section 2.3.5).
        expect(
          aRecordSimulation.simulate(banner, world).records.map(({ address }) => address),
          where,
        ).toContain(ip)
      }
      if (overrides.reverse === 'matches') expect(kind, where).toBe('')
    })
  })

  it('of the servers of known domains are confirmed if the name can be looked up, in every tool', () => {
    inEveryWorld(known, (domain, world, where) => {
      const ip = addressOf(world, `mx1.${domain}`)
      const ptr = ptrLookupSimulation.simulate(ip, world)
      const host = ptr.hostname ?? ''
      const leadsBack = aRecordSimulation.simulate(host, world).records.some(({ address }) => address === ip)
      expect(ptr.valid, where).toBe(leadsBack)
      const report = ptrLookupSimulation.report(ptr, world, ip)
      const isBogus = ptr.hostname !== null && whyUnreachable(world, host)?.reason === 'bogus'
      expect(
        report.findings.some(({ code }) => code === 'ptr-unresolved'),
        where,
      ).toBe(isBogus)
      const blacklist = blacklistCheckSimulation.report(blacklistCheckSimulation.simulate(ip, world), world, ip)
      const smtp = smtpTestSimulation.simulate({ host: ip, port: 25 }, world)
      const dialogue = smtpTestSimulation.report(smtp, world, { host: ip, port: 25 })
      const trace = tracerouteSimulation.report(tracerouteSimulation.simulate(ip, world), world, ip)
      if (!isBogus) return
      expect(reverseFindings(blacklist.findings, 'blacklist-reverse'), where).toEqual(['mismatch'])
      if (smtp.reachable) expect(reverseFindings(dialogue.findings, 'smtp-reverse'), where).toEqual(['mismatch'])
      expect(
        trace.findings.map(({ code }) => code),
        where,
      ).toContain('trace-names-differ')
    })
  })

  it('of the servers of known domains have exactly those names', () => {
    inEveryWorld(known, (domain, world, where) => {
      for (const number of [1, 2, 3]) {
        for (const { address } of aRecordSimulation.simulate(`mx${number}.${domain}`, world).records) {
          const { hostname } = ptrLookupSimulation.simulate(address, world)
          if (overrides.reverse === 'matches') expect(hostname, where).toBe(`mx${number}.${domain}`)
        }
      }
    })
  })

  it('of resolvers are in the locations where dns-propagation queries them', () => {
    inEveryWorld(domains, (domain, world, where) => {
      for (const { location, resolver } of dnsPropagationSimulation.simulate(domain, world).servers)
        expect(geoipLookupSimulation.simulate(resolver, world).city, where).toBe(location)
    })
  })
})

describe('AS numbers', () => {
  it('belong to one organization each, and each organization has one', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const world = createWorld(seed, FIXED_TIME)
        const holders = new Map<string, string>()
        const numbers = new Map<string, string>()
        for (let net = 0; net < 512; net++) {
          const ip = `198.${18 + (net >> 8)}.${net & 255}.200`
          const { asn, organization } = arinLookupSimulation.simulate(ip, world)
          if (asn === null || organization === null) throw new Error(ip)
          expect(holders.get(asn) ?? organization).toBe(organization)
          expect(numbers.get(organization) ?? asn).toBe(asn)
          holders.set(asn, organization)
          numbers.set(organization, asn)
          // The AS numbers for documentation (RFC 5398) and private use (RFC 6996).
          expect(Number(asn.slice(2))).toBeGreaterThanOrEqual(64_496)
          expect(Number(asn.slice(2))).toBeLessThanOrEqual(65_534)
        }
        expect(holders.size).toBeGreaterThan(50)
      }),
      { numRuns: 20 },
    )
  })
})

describe('mail servers of an ordinary world', () => {
  it('mostly have their own PTR record, some a generic one and some none', () => {
    const world = createWorld('k3f9', FIXED_TIME)
    const kinds = { own: 0, generic: 0, missing: 0 }
    for (let index = 0; index < 400; index++) {
      const ip = aRecordSimulation.simulate(`mx1.company${index}.example`, world).records[0]?.address ?? ''
      const { hostname } = ptrLookupSimulation.simulate(ip, world)
      kinds[hostname === null ? 'missing' : hostname.startsWith('ip-') ? 'generic' : 'own']++
    }
    expect(kinds.own).toBeGreaterThan(240)
    expect(kinds.generic).toBeGreaterThan(20)
    expect(kinds.missing).toBeGreaterThan(5)
  })
})
