import { beforeAll, describe, expect, it } from 'vitest'
import type { ToolId } from '../catalogue/catalogue.ts'
import { type Finding, severities } from '../reports/report.ts'
import { createToolbox } from '../runs/create-toolbox.ts'
import { scenarios } from '../scenarios/index.ts'
import { FIXED_TIME } from '../testing/fake-clock.ts'
import { blockLists } from '../network/block-lists.ts'
import { tools } from '../tools/index.ts'
import type { WorldDocument } from '../world-document/world-document.ts'
import { findFinding, findingCatalogue } from './index.ts'

const LIST_ENTRY = `2.0.0.127.${blockLists[0]?.zone}`

/** Inputs besides each tool's own example. */
const INPUTS: { readonly [Id in ToolId]?: readonly string[] } = {
  'a-record': ['a.b.missing.example', LIST_ENTRY],
  'arin-lookup': ['127.0.0.1', 'a.b.missing.example', '198.51.100.25'],
  'blacklist-check': ['127.0.0.1', 'a.b.missing.example', '198.51.100.25'],
  'cname-lookup': ['www.shop.example', 'shop.example'],
  'dnssec-check': ['a.b.missing.example'],
  'email-migration': ['imap.mail.example:143', 'imap.mail.example:110', 'imap.mail.example:1143', '127.0.0.1:993'],
  'email-validation': [
    'not an address',
    'a.b@',
    'info@mail.example',
    'ana@198.51.100.25',
    'jos\u00e9@mail.example',
    'a..b@mail.example',
  ],
  'geoip-lookup': ['127.0.0.1', 'a.b.missing.example'],
  'header-analyzer': [
    'From: Ana <ana@mail.example>',
    'From: ana@mail.example\nFrom: ben@shop.example',
    'From: ana@mail.example, ben@mail.example',
    'From: ana@mail.invalid',
    'Subject: no author',
  ],
  'mx-record': ['www.shop.example', 'shop.example', 'bank.example'],
  'ping-test': ['127.0.0.1', 'a.b.missing.example'],
  'ptr-lookup': ['127.0.0.1'],
  'smtp-test': ['127.0.0.1:25', 'mail.example:443', 'mail.example:587', 'mail.example:25'],
  'soa-record': ['www.shop.example'],
  'spf-generator': [
    'mail.example',
    'mail.example mx -all',
    ...[8, 11, 40].map(
      (count) => `mail.example ${Array.from({ length: count }, (_, index) => `n${index}.example`).join(' ')}`,
    ),
    'mail.example 10.0.0.1 0.0.0.0/1',
    'mail.example 0.0.0.0/1 128.0.0.0/1',
    'mail.example 10.0.0.0/8',
  ],
  'tcp-port-test': [
    'shop.example:80',
    'shop.example:23',
    'shop.example:3306',
    'shop.example:4009',
    '127.0.0.1:80',
    'mail.example:110',
  ],
  traceroute: ['127.0.0.1', 'shop.example'],
  'txt-record': [
    '_dmarc.mail.example',
    '_dmarc.www.mail.example',
    '_mta-sts.mail.example',
    '_smtp._tls.mail.example',
    'default._bimi.mail.example',
    'default._domainkey.mail.example',
    'x._domainkey.mail.example',
    LIST_ENTRY,
  ],
  'whois-lookup': ['www.shop.example', 'a.b.missing.example'],
}

/** A world in which every name of the list has these text records, and what else is stated. */
const textsAt = (names: Readonly<Record<string, readonly string[]>>, world: WorldDocument = {}): WorldDocument => ({
  ...world,
  domains: {
    ...world.domains,
    ...Object.fromEntries(Object.entries(names).map(([name, TXT]) => [name, { records: { TXT } }])),
  },
})

const headersFrom = (address: string, more = '') =>
  `From: ana@a.example\nReturn-Path: <ana@a.example>\nReceived: from x ([${address}]) by mx.inbox.example with ESMTPS${more}`
const SPF_TOOLS = ['spf-check', 'txt-record', 'email-deliverability', 'dns-diagnostic'] as const
const all = (ids: readonly ToolId[], input: string) => ids.map((id) => [id, input] as const)
const spfWorld = (...texts: string[]) =>
  [
    textsAt({ 'a.example': texts }),
    [...all(SPF_TOOLS, 'a.example'), ['header-analyzer', headersFrom('203.0.113.25')] as const],
  ] as const
const DMARC_RUNS = [...all(['email-deliverability'], 'a.example'), ...all(['txt-record'], '_dmarc.a.example')]
const dmarcWorld = (...texts: string[]) =>
  [
    textsAt({ '_dmarc.a.example': texts, 'a.example': ['v=spf1 ip4:192.0.2.1 ~all'] }),
    [...DMARC_RUNS, ['header-analyzer', headersFrom('203.0.113.25')] as const],
  ] as const
const QUERIES: readonly ToolId[] = [
  'a-record',
  'cname-lookup',
  'dns-diagnostic',
  'dns-propagation',
  'dnssec-check',
  'mx-record',
  'soa-record',
  'spf-check',
  'txt-record',
]

/** Stated worlds, each with runs, for findings about what the seed never makes. */
const STATED: readonly (readonly [WorldDocument, readonly (readonly [ToolId, string])[]])[] = [
  [
    {
      hosts: {
        'www.shop.example': {
          http: {
            routes: [
              {
                path: '/',
                reply: {
                  text: 'Weak',
                  headers: {
                    'X-Frame-Options': 'ALLOWALL',
                    'X-Content-Type-Options': 'none',
                    'Permissions-Policy': '*',
                  },
                },
              },
            ],
          },
        },
      },
    },
    [['header-security', 'www.shop.example']],
  ],
  ...['drop', 'truncate', { rcode: 'servfail' }].map(
    (rule) => [{ faults: [{ do: rule }] } as WorldDocument, all(QUERIES, 'shop.example')] as const,
  ),
  [{ faults: [{ match: { server: 1 }, do: 'drop' }] }, all(QUERIES, 'shop.example')],
  spfWorld('v=spf1 mx -all', 'v=spf1 -all'),
  spfWorld('v=spf1 a:none.invalid ~all'),
  spfWorld('v=spf1 a:no1.invalid a:no2.invalid a:no3.invalid -all'),
  spfWorld('v=spf1 ip4:192.0.2.1 -all mx'),
  spfWorld('v=spf1 include:none.invalid -all'),
  spfWorld('v=spf1 +all'),
  spfWorld('v=spf1 ptr -all'),
  spfWorld('v=spf1 redirect=%{i}.a.example'),
  spfWorld('"v=spf1 -all'),
  spfWorld('x'.repeat(300)),
  dmarcWorld('v=DMARC1; p=reject; pct=50'),
  dmarcWorld('v=DMARC1; p=reject; t=y; rua=mailto:d@a.example'),
  dmarcWorld('v=DMARC1 p=reject'),
  dmarcWorld('v=DMARC1; p=none'),
  spfWorld('v=spf1 ?all'),
  spfWorld('v=spf1 ip4:203.0.113.25 -all'),
  spfWorld('v=spf1 mx:b.example -all'),
  [
    { domains: { 'a.example': { dns: 'servfail' } } },
    [...all(QUERIES, 'a.example'), ['header-analyzer', headersFrom('203.0.113.25')], ['whois-lookup', 'a.example']],
  ],
  [
    { domains: { 'a.example': { dns: 'nxdomain' } } },
    [
      ['header-analyzer', headersFrom('203.0.113.25')],
      ['dns-propagation', 'a.example'],
    ],
  ],
  [
    { domains: { 'a.example': { records: { A: ['192.0.2.1'], MX: [{ priority: 0, exchange: '.' }] } } } },
    all(QUERIES, 'a.example'),
  ],
  [{ domains: { 'a.example': { records: { A: ['192.0.2.1'] } } } }, all(QUERIES, 'a.example')],
  [
    {
      domains: {
        'a.example': { records: { MX: [{ priority: 0, exchange: 'b.a.example' }] } },
        'b.a.example': { records: { CNAME: 'shop.example' } },
      },
    },
    all(QUERIES, 'a.example'),
  ],
  [
    {
      domains: {
        'a.example': { records: { MX: [{ priority: 0, exchange: 'b.a.example' }] } },
        'b.a.example': { dns: 'nxdomain' },
      },
    },
    all(QUERIES, 'a.example'),
  ],
  [{ domains: { 'a.example': { records: { AAAA: ['2001:db8::1'] } } } }, all(QUERIES, 'a.example')],
  [
    {
      domains: {
        'x.a.example': { records: { CNAME: 'y.a.example' } },
        'y.a.example': { records: { CNAME: 'shop.example' } },
      },
    },
    all(QUERIES, 'x.a.example'),
  ],
  [
    {
      domains: {
        'x.a.example': { records: { CNAME: 'y.a.example' } },
        'y.a.example': { records: { CNAME: 'x.a.example' } },
      },
    },
    all(QUERIES, 'x.a.example'),
  ],
  ...['v=DKIM1; t=y; p=AAAA', 'v=DKIM1; k=rsa; p=%', 'v=DKIM1; k=ed25519; t=y; p=' + 'A'.repeat(43) + '='].map(
    (text) =>
      [
        textsAt({ 'default._domainkey.a.example': [text], 'a.example': ['v=spf1 ip4:192.0.2.1 ~all'] }),
        [
          ['txt-record', 'default._domainkey.a.example'],
          ['email-deliverability', 'a.example'],
        ] as const,
      ] as const,
  ),
  [{ domains: { 'default._domainkey.a.example': { dns: 'servfail' } } }, [['email-deliverability', 'a.example']]],
  ...[{ reply: '451 4.7.1 Later' }, { close: 'before-greeting' } as const].map(
    (rule) =>
      [
        { hosts: { 'mx1.shop.example': { smtp: { rules: [{ do: rule }] } } } },
        [
          ['smtp-test', 'mx1.shop.example:25'],
          ['email-validation', 'postmaster@shop.example'],
        ] as const,
      ] as const,
  ),
  [{ hosts: { 'shop.example': { http: { rules: [{ do: 'hang' }] } } } }, [['header-security', 'shop.example']]],
  [
    { domains: { '_dmarc.a.example': { dns: 'servfail' }, 'a.example': { records: { TXT: ['v=spf1 -all'] } } } },
    DMARC_RUNS,
  ],
]

const drawn: Finding[] = []

beforeAll(async () => {
  for (const { name: scenario } of scenarios) {
    for (let seed = 0; seed < (scenario === 'random' ? 30 : 1); seed++) {
      const box = createToolbox({ seed: `${seed}`, scenario, at: FIXED_TIME, plan: 'enterprise' })
      for (const { id, placeholder } of tools)
        for (const input of [placeholder, ...(INPUTS[id] ?? [])]) drawn.push(...(await box.run(id, input)).findings)
    }
  }
  for (const [world, runs] of STATED) {
    const box = createToolbox({ seed: 'k3f9', scenario: 'healthy', at: FIXED_TIME, plan: 'enterprise', world })
    for (const [id, input] of runs) drawn.push(...(await box.run(id, input)).findings)
  }
})

/** The findings that no run above has, and why. */
const ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  'a pasted message: header-analyzer.test.ts': [
    'analyzer-claims',
    'analyzer-clear-hop',
    'analyzer-clock',
    'analyzer-date',
    'analyzer-dkim-fail',
    'analyzer-dkim-permerror',
    'analyzer-dkim-temperror',
    'analyzer-dkim-unverified',
    'analyzer-many-authors',
    'analyzer-prompt',
    'analyzer-slow-hop',
    'analyzer-spf-unaligned',
    'analyzer-unread',
  ],
  'a stated zone: world-documents.test.ts, stated-spf.test.ts and their neighbors': [
    'deliver-dkim-failure',
    'dns-others',
    'mx-implicit',
    'soa-expire-early',
    'soa-serial-form',
    'spf-failure',
    'spf-hosts',
    'txt-dmarc-failure',
    'whois-one-server',
    'whois-unresolved',
  ],
  'a rare line, network or day': [
    'ping-jitter',
    'ping-no-reply',
    'ping-some-loss',
    'ptr-unresolved',
    'trace-step-unexplained',
    'whois-new',
  ],
  'an unusual input': ['validation-literal', 'spfgen-long', 'spfgen-lookups-near', 'spfgen-wide'],
}

describe('the catalogue of findings', () => {
  it('has the severity of each finding in a drawn run', () => {
    const others = drawn.filter(({ code, severity }) => !(findFinding(code)?.severities.includes(severity) ?? false))
    expect(others.map(({ code, severity }) => `${severity} ${code}`)).toEqual([])
  })

  it('has only findings that runs have', () => {
    const seen = new Set(drawn.map(({ code }) => code))
    // The findings of preflight are about files: apps/cli/src/preflight/preflight.test.ts has each of them.
    const never = findingCatalogue
      .flatMap(({ code, tool }) => (tool === 'preflight' ? [] : [code]))
      .filter((code) => !seen.has(code))
    expect(never.toSorted()).toEqual(Object.values(ELSEWHERE).flat().toSorted())
  })

  it('has each code once, so that it has one page', () => {
    expect(new Set(findingCatalogue.map(({ code }) => code)).size).toBe(findingCatalogue.length)
  })

  it.each(findingCatalogue)(
    'has a title, severities and a standard of one form: $code',
    ({ title, severities: own, rfc }) => {
      expect(title).toMatch(/^[A-Z].{8,78}[^.]$|^\p{Ll}.*[^.]$/u)
      // No name of a host and no number of a run.
      expect(title).not.toMatch(/\.(example|test)\b|\d+\.\d/)
      expect(severities.filter((severity) => own.includes(severity))).toEqual(own)
      if (rfc !== undefined) expect(rfc).toMatch(/^RFC \d{4}(, section \d+(\.\d+)*)?$/)
    },
  )

  it('has the scenarios that require a finding', () => {
    for (const { name, findings: required } of scenarios)
      for (const codes of Object.values(required))
        for (const code of Object.keys(codes)) expect(findFinding(code)?.scenarios, code).toContain(name)
  })
})
