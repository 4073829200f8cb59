import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ResultOf, ToolId } from '../src/catalogue/catalogue.ts'
import {
  acceptanceOf,
  mailAuthenticationOf,
  mailHostAt,
  propagationOf,
  queryDns,
  type RecordType,
  spfPolicyOf,
  trustChainOf,
  type World,
  zoneOf,
} from '../src/dns/index.ts'
import { parseInput } from '../src/inputs/input.ts'
import { addressesOf, addressPlan, pathOf, specialPurposeOf } from '../src/network/index.ts'
import { openWorld } from '../src/runs/open-world.ts'
import { scenarios, type ScenarioText } from '../src/scenarios/index.ts'
import { FIXED_TIME } from '../src/testing/fake-clock.ts'
import type { ToolDefinition } from '../src/tools/define-tool.ts'
import { tools } from '../src/tools/index.ts'
import { inNetwork, isAddress, withPort } from '../src/foundation/addresses.ts'

/*
 * The entries `dns`, `network` and `web` return the facts of a world to programs that serve it. Each field of a tool's result is either
 * a fact from these entries or a judgement of the tool. Tools that read the entries themselves need no comparison.
 */

/** Result fields with the values that the entries return. */
type Facts<Id extends ToolId> = (world: World, input: string) => Partial<ResultOf<Id>>

// With this many tries, no answer is lost, so the test can compare the records.
const ask = <Type extends RecordType>(world: World, name: string, type: Type) =>
  queryDns(world, name, type, { tries: 1000 })

/** Returns whether a tool reaches a host through a validating resolver. */
const isReached = (world: World, host: string): boolean =>
  addressesOf(world, host).length > 0 && (isAddress(host) || ask(world, host, 'A').outcome !== 'failure')

const STATES = { secure: 'SECURE', insecure: 'INSECURE', bogus: 'BOGUS' } as const
const ALGORITHMS: Readonly<Record<number, string>> = { 8: 'RSASHA256', 13: 'ECDSAP256SHA256', 15: 'ED25519' }

const spreadOf = (world: World, domain: string) => {
  const answers = propagationOf(world, domain)
  const current = answers.filter(({ status }) => status === 'current').length
  return {
    propagation_status: current === answers.length ? ('COMPLETE' as const) : ('PARTIAL' as const),
    current,
    servers: answers.length,
  }
}

const soaOf = (world: World, domain: string) => {
  const zone = zoneOf(world, domain)
  return zone === undefined || ask(world, domain, 'A').outcome === 'failure' ? undefined : zone
}

const facts: { readonly [Id in ToolId]?: Facts<Id> } = {
  'soa-record': (world, domain) => {
    const soa = soaOf(world, domain)?.soa
    return {
      primary_ns: soa?.primary ?? null,
      admin_email: soa?.mailbox.replace('.', '@') ?? null,
      serial: soa?.serial ?? null,
      refresh: soa?.refresh ?? null,
      retry: soa?.retry ?? null,
      expire: soa?.expire ?? null,
      minimum: soa?.minimum ?? null,
    }
  },
  'dns-diagnostic': (world, domain) => {
    const zone = zoneOf(world, domain)
    const seen = soaOf(world, domain)
    const spf = isReached(world, domain) ? mailAuthenticationOf(world, domain)?.spf : undefined
    return {
      a: (['A', 'AAAA'] as const).flatMap((type) => ask(world, domain, type).records.map(({ address }) => address)),
      mx: ask(world, domain, 'MX').records.map(({ priority, exchange }) => ({ priority, exchange })),
      nameservers: seen?.nameservers.map(({ host }) => host) ?? [],
      soa: { primary_ns: seen?.soa.primary ?? null, serial: seen?.soa.serial ?? null },
      txt: ask(world, domain, 'TXT').records.map(({ value }) => value),
      spf: { spf_record: spf?.records[0] ?? null, valid: spf?.state === 'valid', lookups: spf?.lookups ?? 0 },
      dnssec: { status: STATES[zone?.dnssec ?? 'insecure'], chain_valid: zone?.dnssec === 'secure' },
      propagation: spreadOf(world, domain),
    }
  },
  'dnssec-check': (world, domain) => {
    const zone = zoneOf(world, domain)
    const key = zone === undefined ? undefined : trustChainOf(world, zone.name).at(-1)?.dnskey
    return {
      dnssec_enabled: zone?.dnssec !== 'insecure',
      status: STATES[zone?.dnssec ?? 'insecure'],
      chain_valid: zone?.dnssec === 'secure',
      algorithms: key === undefined || key === null ? [] : [ALGORITHMS[key.algorithm] ?? ''],
    }
  },
  'spf-check': (world, domain) => {
    const spf = ask(world, domain, 'TXT').outcome === 'failure' ? undefined : spfPolicyOf(world, domain)
    return {
      spf_record: spf?.records[0] ?? null,
      valid: spf?.state === 'valid',
      includes: [...(spf?.includes ?? [])],
      mechanisms: [...(spf?.terms ?? [])],
    }
  },
  'email-validation': (world, email) => {
    const [local = '', domain = ''] = email.split('@')
    const answering = ask(world, domain, 'MX').records.find(({ exchange }) => mailHostAt(world, exchange).answers)
    const state = answering === undefined ? 'refused' : acceptanceOf(world, answering.exchange, { local, domain })
    const deliverable = { exists: true, refused: false, any: null, later: null, 'not-served': null }[state]
    return { mx_check: answering !== undefined, deliverable }
  },
  'email-deliverability': (world, domain) => {
    const found = mailAuthenticationOf(world, domain)
    return {
      spf_valid: found?.spf.state === 'valid',
      dkim_configured: found?.dkim.state === 'valid',
      // A missing name may have a policy from above, which `mailAuthenticationOf` doesn't tell.
      ...(found === undefined ? {} : { dmarc_policy: found.dmarc.policy }),
    }
  },
}

// Fields that are not facts of a world: the input, scores, grades and advice.
const JUDGEMENTS = /^(?:domain|host|ip|port|email|.*_score|score|ssl_grade|recommendations?|issues|warnings|checks)$/
const OTHERS: { readonly [Id in ToolId]?: readonly string[] } = {
  'email-validation': ['valid', 'syntax_check', 'domain_check'],
}
// These tools read only their input: a message's header, the senders of an SPF record, the form of a migration.
const WITHOUT_FACTS = ['header-analyzer', 'spf-generator', 'email-migration']
// These tools read the entries, so nothing is left to compare.
const READERS = [
  'a-record',
  'arin-lookup',
  'blacklist-check',
  'cname-lookup',
  'dns-propagation',
  'geoip-lookup',
  'header-security',
  'https-test',
  'mx-record',
  'ping-test',
  'ptr-lookup',
  'smtp-test',
  'tcp-port-test',
  'traceroute',
  'txt-record',
  'whois-lookup',
]

const domains = fc.oneof(
  fc.stringMatching(/^(?:[a-z]{1,6}\.)?[a-z]{1,8}\.(?:example|test|co\.uk)$/),
  fc.constantFrom('mail.example', 'www.shop.example', 'mx1.mail.example', 'ns1.zonecraft.example', 'co.uk'),
  fc.constantFrom('missing.invalid', 'a.b.shop.example', '_dmarc.shop.example', 'harvest-trap.example'),
  fc.constantFrom('25.100.51.198.in-addr.arpa', '2.0.0.127.harvest-trap.example', '_spf.helpdesk.example'),
)
const addresses = fc.oneof(
  fc.ipV4().filter((text) => !text.startsWith('0.')),
  fc.ipV6().map((text) => new URL(`http://[${text}]/`).hostname.slice(1, -1)),
  fc.constantFrom('198.51.100.25', '203.0.113.16', '198.18.7.100', '198.19.255.1', '2001:db8:7::64'),
)
const hosts = fc.oneof(domains, addresses)
const ports = fc.oneof(fc.constantFrom(25, 80, 443, 465, 587, 2525), fc.integer({ min: 1, max: 65_535 }))
const endpoints = fc.tuple(hosts, ports).map(([host, port]) => withPort(host, port))
const emails = fc.tuple(fc.stringMatching(/^[a-z]{1,9}$/), domains).map(([local, domain]) => `${local}@${domain}`)

const INPUTS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  'Domain Name': domains,
  'IP Address': hosts,
  'IP/Domain:Port': endpoints,
  'SMTP Details': endpoints,
  'Email Addresses': emails,
}

const seeds = fc.string({ minLength: 1, maxLength: 12 })
const worldFor = (seed: string, scenario: ScenarioText) =>
  openWorld({ seed, scenario, at: FIXED_TIME }, () => FIXED_TIME).world

const definitions: readonly ToolDefinition[] = tools
const compared = definitions.filter(({ id }) => ![...WITHOUT_FACTS, ...READERS].includes(id))

/** Returns the facts of a tool by its id, ignoring its type. */
const factsOf = (id: string): ((world: World, input: string) => Readonly<Record<string, unknown>>) | undefined =>
  Object.entries(facts).find(([tool]) => tool === id)?.[1]

describe('the entries for programs', () => {
  it.each(compared)('return the facts that $id shows, in every scenario', async ({ id, input, load }) => {
    const simulation = await load()
    const texts = INPUTS[input.type]
    if (texts === undefined) throw new RangeError(`no inputs for ${input.type}`)
    fc.assert(
      fc.property(seeds, fc.constantFrom(...scenarios), texts, (seed, { name }, text) => {
        const { value, canonical } = parseInput(input, text) ?? {}
        const result = simulation.simulate(value, worldFor(seed, name))
        // A separate but equal world, so that no memoized fact of the tool is used.
        expect(result).toMatchObject(factsOf(id)?.(worldFor(seed, name), canonical ?? '') ?? {})
      }),
    )
  })

  it.each(compared)('omit no fact of $id', ({ id, input, placeholder, resultSchema }) => {
    const { canonical = '' } = parseInput(input, placeholder) ?? {}
    const given = Object.keys(factsOf(id)?.(worldFor('k3f9', 'healthy'), canonical) ?? {})
    const { properties = {} } = resultSchema as { readonly properties?: object }
    const others: readonly string[] = Object.entries(OTHERS).find(([tool]) => tool === id)?.[1] ?? []
    const missing = Object.keys(properties).filter(
      (field) => !given.includes(field) && !JUDGEMENTS.test(field) && !others.includes(field),
    )
    expect(missing).toEqual([])
  })
})

describe('the address plan', () => {
  it('contains every address that a world generates, in a range marked as used', () => {
    const used = addressPlan.filter((range) => range.used)
    fc.assert(
      fc.property(seeds, fc.constantFrom(...scenarios), domains, (seed, { name }, domain) => {
        const world = worldFor(seed, name)
        const zone = zoneOf(world, domain)
        const found = [
          ...addressesOf(world, domain),
          ...(zone?.nameservers.flatMap((server) => server.addresses) ?? []),
          ...propagationOf(world, domain).flatMap(({ resolver, address }) => [resolver.address, address ?? []].flat()),
          ...(pathOf(world, domain)?.hops.flatMap(({ address }) => address ?? []) ?? []),
        ].filter((address) => specialPurposeOf(address) === undefined)
        for (const address of found) {
          const ranges = used.filter(({ prefix }) => {
            const [base = '', bits] = prefix.split('/')
            return inNetwork(address, base, Number(bits))
          })
          expect(ranges, address).toHaveLength(1)
        }
      }),
    )
  })
})
