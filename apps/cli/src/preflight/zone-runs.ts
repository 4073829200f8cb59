import { createToolbox, isAtLeast, openWorld, type Severity, type ToolId, type WorldDocument } from '@netbox/core'
import { isToolError } from '../exit.ts'
import { isWithin, queryDns, spfPolicyOf } from '@netbox/core/dns'
import type { ZoneRecord } from '@netbox/simulated-internet/world-files'
import { textOf, type ZoneFinding } from './zone-checks.ts'

/** The world of all runs: facts outside the zone are without faults, and always the same. */
export const PREFLIGHT_WORLD = { seed: 'preflight', scenario: 'healthy', at: '2026-01-01T00:00:00.000Z' } as const

/** The findings that only the zone causes, by tool. Other findings depend on servers, networks or other zones. */
const FOLLOWS: { readonly [Id in ToolId]?: { readonly codes: RegExp; readonly least: Severity } } = {
  'mx-record': { codes: /^mx-(?:alias-host|no-address)$/, least: 'warning' },
  'spf-check': { codes: /^spf-(?!queries|failure)/, least: 'warning' },
  'txt-record': { codes: /^txt-(?:bimi|dkim|dmarc|mta-sts(?!-unfetched)|tls-rpt)/, least: 'warning' },
  'soa-record': { codes: /^soa-(?:expire-early|retry-long|minimum-long)$/, least: 'info' },
  'cname-lookup': { codes: /^cname-(?:dangling|endless)$/, least: 'warning' },
}

interface ZoneRun {
  readonly tool: ToolId
  readonly input: string
  /** The record with which people look for the fault. */
  readonly record: ZoneRecord | undefined
}

const isPolicy = (name: string): boolean => /^(?:_dmarc|_mta-sts|_smtp\._tls|[^.]+\._bimi|.+\._domainkey)\./.test(name)

/** Returns the runs that a zone needs: for each name, the tools that judge its records. */
const runsOf = (zone: string, records: readonly ZoneRecord[]): readonly ZoneRun[] => {
  const of = (tool: ToolId, isFor: (record: ZoneRecord) => boolean): ZoneRun[] =>
    [...Map.groupBy(records.filter(isFor), ({ name }) => name)].map(([input, [record]]) => ({ tool, input, record }))
  const mail = records.find(({ name, type, value }) => name === zone && type === 'MX' && isExchange(value))
  const has = (tool: ToolId, runs: readonly ZoneRun[], input: string): ZoneRun[] =>
    mail === undefined || runs.some((run) => run.input === input) ? [] : [{ tool, input, record: mail }]
  const spf = of('spf-check', (record) => record.type === 'TXT' && /^"?v=spf1/i.test(textOf(record)))
  const texts = of('txt-record', ({ name, type }) => isPolicy(name) && type === 'TXT')
  return [
    ...of('soa-record', ({ type }) => type === 'SOA'),
    ...of('mx-record', ({ type, value }) => type === 'MX' && isExchange(value)),
    // A domain with mail servers sends mail too.
    ...spf,
    ...has('spf-check', spf, zone),
    ...texts,
    ...has('txt-record', texts, `_dmarc.${zone}`),
    ...of('cname-lookup', ({ type }) => type === 'CNAME'),
  ]
}

/** Returns whether a value names a mail server: it is an MX record's, and not null. */
const isExchange = (value: object | undefined): boolean =>
  value !== undefined && 'exchange' in value && value.exchange !== '.' && value.exchange !== ''

const REFERENCE = /(?:^|\s)[+?~-]?(?:include:|redirect=)([^\s%]+)/gi

/** Returns the names outside a zone to which its records lead. */
const outsideNamesOf = (zone: string, records: readonly ZoneRecord[]) => {
  const isOutside = (name: string): boolean => name.includes('.') && !isWithin(name, zone)
  const hosts = records.flatMap(({ type, value }) =>
    Object.entries(value ?? {}).flatMap(([field, text]: [string, unknown]) =>
      /^(?:MX exchange|CNAME target)$/.test(`${type} ${field}`) && typeof text === 'string' ? [text] : [],
    ),
  )
  const policies = records
    .filter(({ type }) => type === 'TXT')
    .flatMap((record) =>
      Array.from(textOf(record).matchAll(REFERENCE), ([, name = '']) => name.toLowerCase().replace(/\.$/, '')),
    )
  return { hosts: hosts.filter(isOutside), policies: policies.filter(isOutside) }
}

/** States what the zone needs from other zones and the simulated internet doesn't have: hosts with an address, and SPF records. */
export const assumptionsFor = (zone: string, records: readonly ZoneRecord[]): WorldDocument => {
  const { world } = openWorld(PREFLIGHT_WORLD, () => 0)
  const { hosts, policies } = outsideNamesOf(zone, records)
  const domains: Record<string, { records: { A?: string[]; TXT?: string[] } }> = {}
  for (const name of hosts)
    if (queryDns(world, name, 'A', { validates: false }).records.length === 0)
      domains[name] = { records: { A: ['192.0.2.80'] } }
  for (const name of policies)
    if ((spfPolicyOf(world, name)?.records.length ?? 0) === 0)
      domains[name] = { records: { ...domains[name]?.records, TXT: ['v=spf1 ip4:192.0.2.0/24 ~all'] } }
  return { domains }
}

/** A finding of a tool about a name of a zone. */
export interface ToolFinding extends ZoneFinding {
  readonly tool: ToolId
}

/** Runs the tools that judge the records of a zone, in the world of its document. Returns the findings that follow from the zone. */
export const runTools = async (
  zone: string,
  records: readonly ZoneRecord[],
  world: WorldDocument,
): Promise<readonly ToolFinding[]> => {
  // These runs judge the user's own file, so they count towards no daily limit.
  const box = createToolbox({ ...PREFLIGHT_WORLD, world, plan: 'enterprise' })
  const found: ToolFinding[] = []
  for (const { tool, input, record } of runsOf(zone, records)) {
    const follows = FOLLOWS[tool]
    if (follows === undefined) continue
    const { findings } = await box.run(tool, input).catch((error: unknown) => {
      // A tool refuses names such as *.shop.example, at which it can't look.
      if (isToolError(error) && error.code === 'invalid_input') return { findings: [] }
      throw error
    })
    for (const finding of findings)
      if (follows.codes.test(finding.code) && isAtLeast(finding.severity, follows.least))
        found.push({ ...finding, tool, name: input, ...(record === undefined ? {} : { line: record.line }) })
  }
  return found
}
