import fc from 'fast-check'
import { expect, it } from 'vitest'
import { mailAuthenticationOf, queryDns, spfPolicyOf } from '../src/dns/index.ts'
import { WorldDocumentError } from '../src/errors/document-errors.ts'
import { parseInput } from '../src/inputs/inputs.ts'
import { finishReport } from '../src/reports/report.ts'
import { createToolbox } from '../src/runs/create-toolbox.ts'
import { openWorld } from '../src/runs/open-world.ts'
import type { WorldDocument, WorldDomain } from '../src/world-document/world-document.ts'
import { FIXED_TIME } from '../src/testing/fake-clock.ts'
import type { ToolDefinition } from '../src/tools/define-tool.ts'
import { tools } from '../src/tools/index.ts'
import { SENDERS } from '../src/world/names/companies.ts'
import { senderOf } from '../src/world/mail/policies.ts'
import type { World } from '../src/world/world.ts'
import { casesOf } from './support/runner.ts'

/* Whatever a document defines, a run asks a bounded number of questions and gives a bounded report. */

// The limit of a document from a stranger (`withinBounds` of the contract).
const MOST_BYTES = 16_384

// Documents that were drawn needed at most 2,000 reads. Without limits, one needs millions.
const MOST_READS = 10_000
const MOST_OUTPUT = 1_000_000

const definitions: readonly ToolDefinition[] = tools
const simulations = await Promise.all(definitions.map(async (tool) => ({ tool, simulation: await tool.load() })))

const START = 'n0.example'
const HOST = 'mx.n0.example'
const INPUTS: Readonly<Record<string, string>> = {
  'a-record': `www.${START}`,
  'cname-lookup': `www.${START}`,
  'email-migration': `${HOST}:993`,
  'email-validation': `ana@${START}`,
  'header-analyzer': `Received: from ${HOST} (${HOST} [198.51.100.7]) by mx.other.example; Thu, 01 Jan 2026 00:00:00 +0000\nFrom: Ana <ana@${START}>\nReturn-Path: <ana@${START}>\nDKIM-Signature: v=1; a=rsa-sha256; d=${START}; s=s1; h=from; bh=AA==; b=AA==`,
  'smtp-test': `${HOST}:25`,
  'spf-generator': `${START} mx include:n1.example include:n2.example`,
  'tcp-port-test': `${HOST}:443`,
}
const inputOf = ({ id, input }: ToolDefinition): string =>
  INPUTS[id] ?? (input.type === 'IP Address' ? '198.51.100.7' : START)

/** Opens a world that counts how often its stated facts are read: each such read is a DNS question. */
const countReads = (document: WorldDocument, seed: string): { world: World; reads: () => number } => {
  const { world } = openWorld({ seed, at: FIXED_TIME, world: document }, () => FIXED_TIME)
  let reads = 0
  const { facts } = world
  if (facts === undefined) throw new Error('no facts')
  const records = new Map(facts.records)
  records.get = (name) => {
    reads++
    if (reads > MOST_READS) throw new Error(`more than ${MOST_READS} reads`)
    return facts.records.get(name)
  }
  return { world: { ...world, facts: { ...facts, records } }, reads: () => reads }
}

const expectBounded = (document: WorldDocument, seed = 'k3f9'): void => {
  for (const { tool, simulation } of simulations) {
    const { world } = countReads(document, seed)
    const value = parseInput<unknown>(tool.input, inputOf(tool))?.value
    if (value === undefined) throw new Error(`${tool.id} refuses ${inputOf(tool)}`)
    const result = simulation.simulate(value, world)
    const report = finishReport(simulation.report(result, world, value))
    expect(JSON.stringify([document, result, report]).length, tool.id).toBeLessThan(MOST_OUTPUT)
  }
  const { world } = countReads(document, seed)
  mailAuthenticationOf(world, START)
  for (const name of Object.keys(document.domains ?? {})) spfPolicyOf(world, name)
}

const spf = (...terms: string[]): WorldDomain => ({ records: { TXT: [`v=spf1 ${terms.join(' ')} -all`] } })
const nameAt = (index: number): string => `n${index}.example`
const range = <Value>(count: number, make: (index: number) => Value): Value[] =>
  Array.from({ length: count }, (_, index) => make(index))
const include = (index: number): string => `include:${nameAt(index)}`

it.each<[string, Readonly<Record<string, WorldDomain>>]>([
  ['includes itself', { [START]: spf(include(0), include(0), include(0), include(0)) }],
  ['redirects to itself', { [START]: { records: { TXT: [`v=spf1 redirect=${START}`] } } }],
  ['is in a circle', { [START]: spf(include(1), include(1)), 'n1.example': spf(include(0), include(0)) }],
  [
    'includes many records at each of many levels',
    Object.fromEntries(range(30, (at) => [nameAt(at), spf(...range(10, () => include(at + 1)))])),
  ],
  [
    'includes all others, as they do',
    Object.fromEntries(range(30, (at) => [nameAt(at), spf(...range(30, (to) => include(to)))])),
  ],
])('a record that %s needs more than ten lookups, and the report shows at most a few of them', (_what, domains) => {
  const world: WorldDocument = { domains }
  expectBounded(world)
  const { world: opened, reads } = countReads(world, 'k3f9')
  expect(spfPolicyOf(opened, START)).toMatchObject({ state: 'lookups', lookups: 11 })
  // Counting ends after twenty lookups, each of which reads a few facts of its name.
  expect(reads()).toBeLessThan(300)
})

it('spf-check says so for a record that includes itself, and draws each of its terms at most once', async () => {
  const domains = { [START]: spf(include(0), include(0), include(0), include(0)) }
  const { verdict, findings, plot } = await createToolbox({ seed: 'k3f9', world: { domains } }).run('spf-check', START)
  expect(verdict.sentence).toBe('Receivers give up: more than ten lookups, and ten are allowed.')
  expect(findings[0]?.title).toBe('The record needs more than ten DNS lookups; receivers stop after 10')
  expect(plot).toMatchObject({ root: { label: START, children: [{ label: START, children: [] }] } })
})

it('a record with exactly ten lookups is valid, however often it includes a domain', () => {
  const domains = { [START]: spf(...range(5, () => include(1))), 'n1.example': spf('mx') }
  expect(spfPolicyOf(countReads({ domains }, 'k3f9').world, START)).toMatchObject({ state: 'valid', lookups: 10 })
})

it('aliases are followed up to sixteen in a row, in a circle or a chain of any length', () => {
  const chain = (count: number): WorldDocument => ({
    domains: Object.fromEntries(
      range(count, (at) => [`h${at}.${START}`, { records: { CNAME: `h${at + 1}.${START}` } }]),
    ),
  })
  for (const count of [16, 17, 500]) expectBounded(chain(count))
  const answerOf = (count: number) => {
    const { world } = openWorld({ world: chain(count), seed: 'k3f9', scenario: 'healthy' }, () => FIXED_TIME)
    return queryDns(world, `h0.${START}`, 'A')
  }
  expect(answerOf(16)).toMatchObject({ outcome: 'found', aliases: { length: 16 } })
  expect(answerOf(17)).toMatchObject({ outcome: 'failure', aliases: [] })
})

it('a hundred names may have a scenario of their own, and more are refused', () => {
  const document = (count: number): WorldDocument => ({
    domains: Object.fromEntries(range(count, (at) => [nameAt(at), { scenario: 'mx-down' }])),
  })
  expectBounded(document(100))
  expect(() => openWorld({ world: document(101) }, () => FIXED_TIME)).toThrow(
    'domains: At most 100 names can have a scenario of their own, not 101.',
  )
})

it('a hundred rules for queries look up the nameservers of a name once', () => {
  const domains = { [START]: { records: { NS: range(50, (at) => `ns${at}.${START}`) } } }
  const answers = range(100, (at) => ({
    match: { name: START, type: 'A', nth: at + 1 },
    do: { answer: { A: ['198.51.100.7'] } },
  }))
  expectBounded({ domains, faults: answers })
  expectBounded({ domains, faults: range(100, (at) => ({ match: { nth: `${at + 900}..` }, do: 'drop' })) })
})

it('the addresses of a hundred stated hosts are looked up once for all mail servers', () => {
  const names = range(90, (at) => `mx${at}.${START}`)
  const MX = names.map((exchange) => ({ priority: 1, exchange }))
  const hosts = Object.fromEntries(names.map((name) => [name, { certificate: { expires: '2026-12-01' } }]))
  expectBounded({ domains: { [START]: { records: { MX } } }, hosts })
})

it('a sender that includes its customer, whose record follows from the seed, is a circle that ends', () => {
  const domains = Object.fromEntries(SENDERS.map((name) => [senderOf(name), spf(include(0))]))
  for (let seed = 0; seed < 40; seed++) expectBounded({ domains }, `seed ${seed}`)
})

// Names that refer to each other: the domain of the inputs, other domains, names of several levels, senders, and names that no host has.
const POOL: readonly string[] = [
  ...range(8, nameAt),
  ...range(6, (at) => `h${at}.${START}`),
  ...['www', 'mx', 'a.b', '_dmarc', 's1._domainkey'].map((label) => `${label}.${START}`),
  ...SENDERS.slice(0, 3).map((name) => senderOf(name)),
  ...['-a-', 'a.*.b', String.raw`a\.b`].map((label) => `${label}.${START}`),
]
const host = fc.constantFrom(...POOL.filter((name) => !name.startsWith('_')), 'mail', 'nothing.invalid')
const anyName = fc.constantFrom(...POOL)
const address = fc.integer({ min: 1, max: 250 }).map((last) => `198.51.100.${last}`)
const many = <Value>(item: fc.Arbitrary<Value>) => fc.array(item, { minLength: 1, maxLength: 150, size: 'max' })
const term = fc.oneof(
  { weight: 6, arbitrary: anyName.map((name) => `include:${name}`) },
  fc.tuple(fc.constantFrom('a', 'mx', 'exists', 'ptr'), host).map(([kind, name]) => `${kind}:${name}`),
  anyName.map((name) => `redirect=${name}`),
  fc.constantFrom('mx', 'a', 'ptr', 'nonsense', 'include:%{i}.n1.example', 'a:%{p}.example'),
)
const text = fc.oneof(
  { weight: 6, arbitrary: many(term).map((terms) => `v=spf1 ${terms.join(' ')}`) },
  fc.constantFrom('v=DMARC1; p=reject', 'v=DKIM1; k=rsa; p=AAAA', ''),
  fc.integer({ min: 1, max: 4000 }).map((length) => 'x'.repeat(length)),
)
const recordsOf = fc.record(
  {
    A: many(address),
    TXT: many(text).map((texts) => texts.slice(0, 30)),
    MX: fc.oneof(
      many(fc.record({ priority: fc.nat(9), exchange: host })),
      fc.constant([{ priority: 0, exchange: '.' }]),
    ),
    NS: many(host),
    SRV: many(fc.record({ priority: fc.nat(9), weight: fc.nat(9), port: fc.constant(25), host })),
    CAA: many(host),
  },
  { requiredKeys: [] },
)
const domain = fc.oneof(
  { weight: 6, arbitrary: fc.record<WorldDomain>({ records: recordsOf, complete: fc.boolean() }) },
  { weight: 2, arbitrary: host.map((target): WorldDomain => ({ records: { CNAME: target } })) },
  { weight: 1, arbitrary: host.map((target): WorldDomain => ({ records: { DNAME: target } })) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<WorldDomain[]>({ dns: 'nxdomain' }, { dns: 'servfail' }, { dns: 'silent' }),
  },
  { weight: 1, arbitrary: fc.constantFrom<WorldDomain[]>({ scenario: 'spf-permerror' }, { scenario: 'mx-down' }) },
)

/** Returns the largest part of a document that is within the limits and that core accepts. */
const acceptedPart = (entries: readonly (readonly [string, WorldDomain])[]): WorldDocument => {
  const domains = new Map(entries)
  const documentOf = (): WorldDocument => ({
    domains: Object.fromEntries(domains),
    addresses: { '198.51.100.7': { ptr: HOST } },
  })
  for (;;) {
    const [last = ''] = [...domains.keys()].slice(-1)
    const document = documentOf()
    try {
      if (JSON.stringify(document).length > MOST_BYTES) throw new Error('too large')
      openWorld({ world: document }, () => FIXED_TIME)
      return document
    } catch (error) {
      // Removes the entry that contradicts another one.
      domains.delete(error instanceof WorldDocumentError && error.path[0] === 'domains' ? String(error.path[1]) : last)
    }
  }
}

it('every tool reads a bounded number of facts and gives a bounded report, whatever a document holds', () => {
  const documents = fc
    .array(
      fc.tuple(
        fc.oneof(
          { weight: 4, arbitrary: anyName },
          anyName.map((name) => `*.${name}`),
        ),
        domain,
      ),
      { minLength: 1, maxLength: 20, size: 'max' },
    )
    .map(acceptedPart)
  fc.assert(
    fc.property(documents, fc.constantFrom('k3f9', 'one', 'two'), (document, seed) => expectBounded(document, seed)),
    { numRuns: casesOf(80) },
  )
})
