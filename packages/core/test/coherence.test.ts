import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseAddress } from '../src/foundation/addresses.ts'
import type { PortAnswer } from '../src/world/facts.ts'
import { resolves } from '../src/world/answers/existence.ts'
import { whyNoWeb } from '../src/world/answers/web.ts'
import { failsHandshake } from '../src/tools/email/smtp-test.dialogue.ts'
import { mailServerOf } from '../src/world/mail/mail.ts'
import { certificateFaultOf } from '../src/world/hosts/stated-hosts.ts'
import { addressFaultOf } from '../src/world/hosts/hosts.ts'
import { canonicalName } from '../src/world/hosts/machines.ts'
import { dmarcOf } from '../src/world/answers/mail-dns.ts'
import { overridesAt } from '../src/world/overrides-at.ts'
import type { World } from '../src/world/world.ts'
import { FIXED_TIME } from '../src/testing/fake-clock.ts'
import { aRecordSimulation } from '../src/tools/dns/a-record.simulation.ts'
import { dnsDiagnosticSimulation } from '../src/tools/dns/dns-diagnostic.simulation.ts'
import { mxRecordSimulation } from '../src/tools/dns/mx-record.simulation.ts'
import { spfCheckSimulation } from '../src/tools/dns/spf-check.simulation.ts'
import { emailDeliverabilitySimulation } from '../src/tools/email/email-deliverability.simulation.ts'
import { emailValidationSimulation } from '../src/tools/email/email-validation.simulation.ts'
import { headerAnalyzer } from '../src/tools/email/header-analyzer/header-analyzer.ts'
import { headerAnalyzerSimulation } from '../src/tools/email/header-analyzer/header-analyzer.simulation.ts'
import { smtpTestSimulation } from '../src/tools/email/smtp-test.simulation.ts'
import { arinLookupSimulation } from '../src/tools/network/arin-lookup.simulation.ts'
import { blacklistCheckSimulation } from '../src/tools/network/blacklist-check.simulation.ts'
import { geoipLookupSimulation } from '../src/tools/network/geoip-lookup.simulation.ts'
import { pingTestSimulation } from '../src/tools/network/ping-test.simulation.ts'
import { tcpPortTestSimulation } from '../src/tools/network/tcp-port-test.simulation.ts'
import { tracerouteSimulation } from '../src/tools/network/traceroute.simulation.ts'
import { headerSecuritySimulation } from '../src/tools/security/header-security.simulation.ts'
import { httpsTestSimulation } from '../src/tools/security/https-test.simulation.ts'
import { specialPurposeOf } from '../src/network/networks.ts'
import { everyWorld } from './support/worlds.ts'
import { acceptedNames as domains } from './support/names.ts'

/*
 * Tools of different categories agree about one world, for every seed, time and scenario. The claims among the DNS tools are in
 * src/tools/dns/coherence.test.ts.
 */

const addresses = fc
  .oneof(fc.ipV4(), fc.ipV6())
  .map(parseAddress)
  .filter((ip) => ip !== undefined)
const documentation = fc.nat(255).map((last) => `198.51.100.${last}`)
const hosts = fc.oneof(domains, addresses, documentation)
const seeds = fc.string({ minLength: 1, maxLength: 12 })
// Any instant within twenty years, so that no claim depends on the date.
const instants = fc.integer({ min: FIXED_TIME, max: FIXED_TIME + 20 * 365 * 86_400_000 })

const reports = { mx: mxRecordSimulation, deliverability: emailDeliverabilitySimulation }

/** Returns the findings of one of the two tools with which the other reports are compared. */
const findingsOf = (tool: keyof typeof reports, domain: string, world: World) =>
  tool === 'mx'
    ? reports.mx.report(reports.mx.simulate(domain, world), world, domain).findings
    : reports.deliverability.report(reports.deliverability.simulate(domain, world), world, domain).findings

const DOWN = /^mx(?:-backup)?-(?<how>silent|refused)$/

/** Returns how the mail servers of a domain answer, from the report of mx-record. */
const answersBy = (domain: string, world: World): { exchange: string; answer: PortAnswer }[] => {
  const findings = findingsOf('mx', domain, world)
  return mxRecordSimulation.simulate(domain, world).records.map(({ exchange }) => {
    const finding = findings.find(({ code, title }) => DOWN.test(code) && title.startsWith(`${exchange} `))
    const how = DOWN.exec(finding?.code ?? '')?.groups?.['how']
    return { exchange, answer: how === 'silent' || how === 'refused' ? how : 'open' }
  })
}

/** Returns how a port answers, from the report of tcp-port-test. */
const answerBy = (host: string, port: number, world: World): PortAnswer => {
  const endpoint = { host, port }
  const result = tcpPortTestSimulation.simulate(endpoint, world)
  const { findings } = tcpPortTestSimulation.report(result, world, endpoint)
  if (result.status === 'OPEN') return 'open'
  return findings.some(({ code }) => code === 'tcp-refused') ? 'refused' : 'silent'
}

/** Returns how a mail server answers, from the report of smtp-test. */
const greetingBy = (host: string, port: number, world: World): PortAnswer => {
  const endpoint = { host, port }
  const result = smtpTestSimulation.simulate(endpoint, world)
  const { findings } = smtpTestSimulation.report(result, world, endpoint)
  if (result.reachable) return 'open'
  return findings.some(({ code }) => code === 'smtp-refused') ? 'refused' : 'silent'
}

describe('one world, many tools', () => {
  const inEveryWorld = (
    subjects: fc.Arbitrary<string>,
    claim: (subject: string, world: World, where: string, name: string) => void,
  ): void => {
    const drawn = fc
      .constantFrom(...everyWorld)
      .chain((kind) => fc.tuple(fc.constant(kind), fc.oneof(subjects, fc.constant(kind.domain))))
    fc.assert(
      fc.property(drawn, seeds, instants, ([{ name, open }, subject], seed, at) => {
        const where = `seed ${JSON.stringify(seed)}, ${subject}, at ${at}, world ${name}`
        claim(subject, open(seed, at), where, name)
      }),
    )
  }

  it('locates an address in one country and with one provider: geoip-lookup and arin-lookup agree', () => {
    inEveryWorld(hosts, (host, world, where) => {
      const { ip, country, isp } = geoipLookupSimulation.simulate(host, world)
      const registry = arinLookupSimulation.simulate(host, world)
      expect({ ip, country, organization: isp }, where).toEqual({
        ip: registry.ip,
        country: registry.country,
        organization: registry.organization,
      })
    })
  })

  it('has one address for a host: every tool that names it shows the address of a-record', () => {
    inEveryWorld(domains, (host, world, where) => {
      const first = aRecordSimulation.simulate(host, world).records[0]?.address ?? null
      expect(geoipLookupSimulation.simulate(host, world).ip, where).toBe(first)
      expect(arinLookupSimulation.simulate(host, world).ip, where).toBe(first)
      expect(blacklistCheckSimulation.simulate(host, world).ip, where).toBe(first)
    })
  })

  it('ends a traceroute at the A record of the host, about a ping away', () => {
    inEveryWorld(domains, (host, world, where) => {
      const first = aRecordSimulation.simulate(host, world).records[0]?.address
      const last = tracerouteSimulation.simulate(host, world).hops.at(-1)
      const { avg_time: average } = pingTestSimulation.simulate(host, world)
      // An address that is gone ends a route in silence, and no route leads to a special-purpose address.
      const isSpecial = first !== undefined && specialPurposeOf(first) !== undefined
      const isGone = last?.ip === null || (last === undefined && isSpecial)
      if (!isGone) expect(last?.ip, where).toBe(first)
      expect(average === null, where).toBe(first === undefined || isGone)
      if (last === undefined || average === null) return
      const times = [last.time1, last.time2, last.time3].filter((time) => time !== null)
      const end = times.reduce((sum, time) => sum + time, 0) / times.length
      expect(Math.abs(end - average) / average, `${end} and ${average} ms, ${where}`).toBeLessThan(0.15)
    })
  })

  it('receives the sent packets less the lost ones, and orders their times', () => {
    inEveryWorld(hosts, (host, world, where) => {
      const ping = pingTestSimulation.simulate(host, world)
      const lost = ping.results.filter(({ time }) => time === null).length
      expect(ping.packets_received, where).toBe(ping.packets_sent - lost)
      expect(ping.packet_loss, where).toBeCloseTo((lost / ping.packets_sent) * 100, 1)
      const { min_time: least, avg_time: average, max_time: most } = ping
      if (least === null || average === null || most === null) {
        expect([least, average, most, ping.packets_received], where).toEqual([null, null, null, 0])
      } else expect(least <= average && average <= most, `${least} ${average} ${most}, ${where}`).toBe(true)
    })
  })

  it('loses packets in ping exactly if traceroute loses probes from some hop to the end', () => {
    inEveryWorld(hosts, (host, world, where) => {
      const { packets_sent: sent, packets_received: received } = pingTestSimulation.simulate(host, world)
      const last = tracerouteSimulation.simulate(host, world).hops.at(-1)
      if (last === undefined) expect(received, where).toBe(0)
      else expect([last.time1, last.time2, last.time3].includes(null), where).toBe(received < sent)
    })
  })

  it('calls an address BLACKLISTED exactly if some source lists it', () => {
    inEveryWorld(hosts, (host, world, where) => {
      const { status, sources, score } = blacklistCheckSimulation.simulate(host, world)
      const isListed = sources.some(({ listed }) => listed)
      expect(status, where).toBe(isListed ? 'BLACKLISTED' : 'CLEAN')
      expect(score > 0, where).toBe(isListed)
    })
  })

  it('has one answer of a mail server on every mail port: mx-record, smtp-test and tcp-port-test agree', () => {
    inEveryWorld(domains, (domain, world, where) => {
      for (const { exchange, answer } of answersBy(domain, world)) {
        for (const port of [25, 465, 587]) {
          expect(answerBy(exchange, port, world), `${exchange}:${port}, ${where}`).toBe(answer)
          expect(greetingBy(exchange, port, world), `${exchange}:${port}, ${where}`).toBe(answer)
        }
      }
    })
  })

  it('finds the first mail server of a scenario by its name and by each of its addresses', () => {
    inEveryWorld(domains, (domain, world, where, name) => {
      // Without a scenario, the seed decides for each address separately, and domains share machines.
      if (name.includes('random')) return
      // Some scenarios break the IPv6 address of a host alone.
      if (name.startsWith('ipv6-')) return
      if (overridesAt(world, canonicalName(world, domain)).exchange === undefined) return
      for (const { exchange, answer } of answersBy(domain, world))
        for (const { address } of aRecordSimulation.simulate(exchange, world).records)
          expect(greetingBy(address, 25, world), `${exchange}, ${address}, ${where}`).toBe(answer)
    })
  })

  it('finds a mail port open, refused or silent in tcp-port-test as smtp-test does, on any host', () => {
    inEveryWorld(hosts, (host, world, where) => {
      if (aRecordSimulation.simulate(host, world).records.length === 0) return
      for (const port of [25, 465, 587])
        expect(greetingBy(host, port, world), `port ${port}, ${where}`).toBe(answerBy(host, port, world))
    })
  })

  it('judges the mail servers in dns-diagnostic and email-deliverability as mx-record finds them', () => {
    inEveryWorld(domains, (domain, world, where) => {
      const answers = answersBy(domain, world).map(({ answer }) => answer)
      // The domain can't be looked up; names.test.ts covers that case.
      if (answers.length === 0) return
      const failures = { silent: /\b(?:is|are) silent\b/, refused: /\brefuses? connections\b/, open: /^$/ }
      const { checks } = dnsDiagnosticSimulation.simulate(domain, world)
      const check = checks.find(({ name: of }) => of === 'Mail servers')
      const finding = findingsOf('deliverability', domain, world).find(({ code }) =>
        /^deliver-(?:exchanges|silent|first|fallback)/.test(code),
      )
      const codes = findingsOf('deliverability', domain, world).map(({ code }) => code)
      expect(codes.includes('deliver-unresolved'), where).toBe(answers.length === 0)
      if (answers.length === 0) return expect([check, finding], where).toEqual([undefined, undefined])
      const [first = 'open'] = answers
      const down = answers.filter((answer) => answer !== 'open')
      expect(finding?.severity === 'pass', where).toBe(down.length === 0)
      const about = first === 'open' || down.length === answers.length ? down : [first]
      const [kind = 'open'] = about
      if (down.length === 0 || new Set(about).size > 1) return
      expect(check?.detail, where).toMatch(failures[kind])
      expect(finding?.title, where).toMatch(failures[kind])
    })
  })

  it('accepts mail for an address exactly if the report of mx-record finds a mail server that answers', () => {
    inEveryWorld(domains, (domain, world, where) => {
      const answering = answersBy(domain, world).some(({ answer }) => answer === 'open')
      expect(emailValidationSimulation.simulate(`ana@${domain}`, world).mx_check, where).toBe(answering)
    })
  })

  it('treats a missing mailbox the same: email-validation and the dialogue of smtp-test agree', () => {
    const verdicts: Readonly<Record<string, boolean | null>> = { '550': false, '451': null, '450': null, '250': null }
    inEveryWorld(domains, (domain, world, where) => {
      const answering = answersBy(domain, world).find(({ answer }) => answer === 'open')
      if (answering === undefined) return
      const endpoint = { host: answering.exchange, port: 25 }
      const { plot } = smtpTestSimulation.report(smtpTestSimulation.simulate(endpoint, world), world, endpoint)
      const lines = plot.kind === 'dialogue' ? plot.lines.map(({ text }) => text) : []
      const asked = lines.findIndex((text) => text.startsWith('RCPT TO:'))
      // After a failed handshake, smtp-test does not ask.
      if (asked < 0 && overridesAt(world, answering.exchange).handshake !== undefined) return
      const reply = lines.slice(asked).find((text) => /^\d{3} /.test(text)) ?? ''
      const local = lines[asked]?.slice('RCPT TO:<'.length).split('@', 1)[0]
      const { deliverable } = emailValidationSimulation.simulate(`${local}@${domain}`, world)
      expect(deliverable, `${reply}, ${where}`).toBe(verdicts[reply.slice(0, 3)])
    })
  })

  it('offers TLS in smtp-test exactly if the dialogue shows STARTTLS, and AUTH only once the connection is encrypted', () => {
    inEveryWorld(domains, (domain, world, where) => {
      for (const { exchange, answer } of answersBy(domain, world)) {
        if (answer !== 'open') continue
        const endpoint = { host: exchange, port: 587 }
        const result = smtpTestSimulation.simulate(endpoint, world)
        const { plot } = smtpTestSimulation.report(result, world, endpoint)
        const lines = plot.kind === 'dialogue' ? plot.lines.map(({ text }) => text) : []
        const starts = lines.findIndex((text) => /^250[- ]STARTTLS$/.test(text))
        const signs = lines.findIndex((text) => /^250[- ]AUTH /.test(text))
        expect(starts >= 0, where).toBe(result.supports_tls)
        // A server that offers TLS shows AUTH after the handshake only.
        if (result.auth_methods.length === 0) {
          expect(signs, where).toBe(-1)
          expect(failsHandshake(world, exchange) || mailServerOf(world, exchange).stripped, where).toBe(true)
          continue
        }
        expect(signs, where).toBeGreaterThan(starts)
        expect(lines[signs]?.slice('250-AUTH '.length).split(' '), where).toEqual(result.auth_methods)
      }
    })
  })

  it('delays connections as the path loses packets: one lost SYN costs a second, in every tool', () => {
    inEveryWorld(hosts, (host, world, where) => {
      const { results, packet_loss: loss } = pingTestSimulation.simulate(host, world)
      const { response_time: connected } = tcpPortTestSimulation.simulate({ host, port: 25 }, world)
      const { response_time: greeted } = smtpTestSimulation.simulate({ host, port: 25 }, world)
      if (connected !== null) expect(connected >= 1000, where).toBe(results[0]?.time === null)
      const lost = results.slice(0, 2).filter(({ time }) => time === null).length
      if (greeted !== null) expect(greeted >= 1000, where).toBe(lost > 0)
      if (greeted !== null && connected !== null) expect(greeted, where).toBeGreaterThan(connected)
      if (loss === 0 && greeted !== null) expect(greeted, where).toBeLessThan(2000)
    })
  })

  it('judges SPF and DMARC once: email-deliverability, spf-check and header-analyzer agree', () => {
    inEveryWorld(domains, (domain, world, where) => {
      const { spf_valid: valid, dmarc_policy: policy } = emailDeliverabilitySimulation.simulate(domain, world)
      const spf = spfCheckSimulation.simulate(domain, world)
      expect(valid, where).toBe(spf.valid)
      expect(policy, where).toBe(dmarcOf(world, domain).policy)
      if (!resolves(world, domain)) return expect(valid, where).toBe(false)
      // An unrelated server, so that the evaluation reads the whole record.
      const read = headerAnalyzer.input.parse(
        `From: ana@${domain}\nReturn-Path: <ana@${domain}>\nReceived: from x ([192.0.2.25]) by mx.inbox.example with ESMTPS`,
      )
      if (read === undefined) throw new Error(`no header block, ${where}`)
      const { spf_result: spfResult, dmarc_result: dmarcResult } = headerAnalyzerSimulation.simulate(read.value, world)
      if (spfResult !== 'temperror') {
        expect(!['none', 'permerror'].includes(spfResult), where).toBe(valid)
        expect(spfResult === 'none', where).toBe(spf.spf_record === null)
      }
      if (dmarcResult !== 'temperror') expect(dmarcResult === 'none', where).toBe(policy === 'missing')
    })
  })

  it('reports a listing in email-deliverability as in blacklist-check', () => {
    inEveryWorld(domains, (domain, world, where) => {
      if (!resolves(world, domain)) return
      const codes = new Set(findingsOf('deliverability', domain, world).map(({ code }) => code))
      const [first] = mxRecordSimulation.simulate(domain, world).records
      const ip = aRecordSimulation.simulate(first?.exchange ?? '', world).records[0]?.address ?? ''
      const { status } = blacklistCheckSimulation.simulate(ip, world)
      expect(codes.has('deliver-listed'), where).toBe(status === 'BLACKLISTED')
    })
  })

  it('grades an HTTPS server F exactly if its certificate is not valid, and A+ only without an issue', () => {
    inEveryWorld(domains, (domain, world, where) => {
      const { ssl_grade, certificate_valid, expires_in_days, issues } = httpsTestSimulation.simulate(domain, world)
      expect(ssl_grade === 'F', where).toBe(!certificate_valid)
      const isRefused = certificateFaultOf(world, domain) !== undefined
      expect(certificate_valid, where).toBe(expires_in_days !== null && expires_in_days >= 0 && !isRefused)
      expect(ssl_grade === 'A+', where).toBe(issues.length === 0)
    })
  })

  it('finds port 443 open in tcp-port-test exactly if https-test and header-security find a server', () => {
    inEveryWorld(domains, (domain, world, where) => {
      // Web clients go on to the next address if one does not answer.
      const isOpenAt = (host: string): boolean =>
        tcpPortTestSimulation.simulate({ host, port: 443 }, world).status === 'OPEN'
      const next = resolves(world, domain) ? addressFaultOf(world, domain)?.next : undefined
      const isOpen = isOpenAt(domain) || (next !== undefined && isOpenAt(next))
      const isClosing = whyNoWeb(world, domain) === 'tls-closes'
      expect(httpsTestSimulation.simulate(domain, world).protocols.length > 0, where).toBe(isOpen && !isClosing)
      const { headers } = headerSecuritySimulation.simulate(domain, world)
      if (!isOpen)
        expect(
          headers.filter(({ present }) => present),
          where,
        ).toEqual([])
    })
  })
})
