import { activeFaults, freshSeed, openWorld, readWorld, type WorldDocument, type WorldOptions } from '@netbox/core'
import {
  isWithin,
  queryDns,
  type RecordType,
  recordTypes,
  recordTypeOf,
  zoneStateOf,
  zoneNameOf,
} from '@netbox/core/dns'
import type { Context } from '../commands/context.ts'
import { exitCodes, type ExitCode } from '../exit.ts'
import { jsonText } from '../output/json.ts'
import { sinkOf } from '../output/result-file.ts'
import { wordMissing } from '../texts/messages.ts'
import { readSettings } from './run-options.ts'

/** Where a fact comes from. The first that lists it decides. */
type Source = 'document' | 'known' | 'scenario' | 'seed'

/** The records of one type. */
interface ShownRecords {
  readonly type: string
  readonly source: Source
  readonly outcome: string
  readonly records: readonly object[]
}

// The types that worlds have, in the order of the table of types. PTR records have names of addresses.
const types = Object.keys(recordTypes).filter((type): type is RecordType => recordTypeOf(type)?.isRead === true)

/** Returns the sources of a world, each with the world that has it and all later sources in the order of precedence. */
const worldsOf = ({ seed, scenario, at, world }: WorldOptions) => {
  const open = (options: WorldOptions) => openWorld({ seed, at, ...options }, Date.now).world
  const known = world?.known === false ? { known: false } : {}
  return {
    document: open({ scenario, world }),
    known: open({ scenario, world: known }),
    scenario: open({ scenario, world: { known: false } }),
    seed: open({ scenario: 'healthy', world: { known: false } }),
  }
}

/** Returns the source of an answer: the last one without which the answer would be another. */
const sourceOf = (answers: Readonly<Record<Source, string>>, isStated: boolean): Source => {
  if (isStated || answers.document !== answers.known) return 'document'
  if (answers.known !== answers.scenario) return 'known'
  return answers.scenario === answers.seed ? 'seed' : 'scenario'
}

const recordsShown = (worlds: ReturnType<typeof worldsOf>, name: string, stated: WorldDocument): ShownRecords[] =>
  types.flatMap((type) => {
    const ask = (world: (typeof worlds)[Source]) => {
      const { outcome, records, aliases } = queryDns(world, name, type, { validates: false })
      return { outcome, records: type === 'CNAME' ? records : [...aliases, ...records] }
    }
    const [document, known, scenario, seed] = [worlds.document, worlds.known, worlds.scenario, worlds.seed].map(ask)
    const text = (answer: unknown) => JSON.stringify(answer)
    const listed = Object.hasOwn(stated.domains?.[name]?.records ?? {}, type)
    const source = sourceOf(
      { document: text(document), known: text(known), scenario: text(scenario), seed: text(seed) },
      listed,
    )
    const { outcome = 'nxdomain', records = [] } = document ?? {}
    // An empty answer that nobody lists says nothing.
    const isSilent = outcome === 'no-data' && !listed && (source === 'seed' || source === 'document')
    return records.length === 0 && isSilent ? [] : [{ type, source, outcome, records }]
  })

const fieldText = (record: object): string =>
  'strings' in record && Array.isArray(record.strings)
    ? record.strings.map((text) => `"${text}"`).join(' ')
    : Object.entries(record)
        .filter(([field]) => field !== 'ttl' && field !== 'redirection')
        .map(([, value]) => (typeof value === 'string' && /[\s"]/.test(value) ? JSON.stringify(value) : String(value)))
        .join(' ')

const lineOf = (source: string, type: string, rest: string): string =>
  `${source.padEnd(8)}  ${type.padEnd(6)}  ${rest}`.trimEnd()

/** Returns the rows of records. A name that doesn't exist has one. */
const rowsOf = (shown: readonly ShownRecords[]): string[] => {
  const [first] = shown
  const isMissing = first !== undefined && shown.every(({ outcome }) => outcome === 'nxdomain')
  return isMissing ? [lineOf(first.source, '', 'nxdomain')] : shown.flatMap(linesOf)
}

const linesOf = ({ source, type, outcome, records }: ShownRecords): string[] =>
  records.length === 0
    ? [lineOf(source, type, outcome === 'no-data' ? 'no records' : outcome)]
    : records.map((record) =>
        lineOf(source, type, `${'ttl' in record ? String(record.ttl) : ''} ${fieldText(record)}`.trim()),
      )

/** Returns what a document says about a name besides its records: by field, as text. */
const statementsOf = ({ domains, hosts, addresses }: WorldDocument, name: string) =>
  Object.entries({ domains: domains?.[name], hosts: hosts?.[name], addresses: addresses?.[name] }).flatMap(
    ([section, facts]) =>
      Object.entries(facts ?? {}).flatMap(([field, value]) =>
        field === 'records' ? [] : [{ field: `${section}.${name}.${field}`, value }],
      ),
  )

/** Prints all that a world says about a name, by source. */
export const showName = async (context: Context, words: readonly string[]): Promise<ExitCode> => {
  const [name = '', ...others] = words
  if (name === '' || others.length > 0) throw wordMissing('world show', 'one name')
  const { seed = freshSeed(), scenario, at = new Date().toISOString(), world, json } = await readSettings(context)
  const options: WorldOptions = { seed, scenario, at, world }
  const worlds = worldsOf(options)
  const { document } = readWorld(world ?? {})
  const asked = name.toLowerCase().replace(/\.$/, '')
  const shown = {
    simulated: true,
    name: asked,
    seed,
    scenario: scenario ?? 'random',
    at,
    zone: zoneNameOf(worlds.document, asked) ?? null,
    dnssec: zoneStateOf(worlds.document, asked) ?? null,
    document: statementsOf(document, asked),
    faults: activeFaults(options, worlds.document.at).filter(
      ({ domain }) => domain === undefined || isWithin(asked, domain),
    ),
    records: recordsShown(worlds, asked, document),
  }
  const sink = sinkOf(context.options.output)
  const lines = [
    `SIMULATED. ${asked} in the world of seed ${seed}, scenario ${shown.scenario}, at ${at}.`,
    `Zone ${shown.zone ?? 'unknown'}, DNSSEC ${shown.dnssec ?? 'unknown'}.`,
    ...shown.faults.map((fault) => lineOf('scenario', fault.name, fault.domain ?? '')),
    ...shown.document.map(({ field, value }) => lineOf('document', '', `${field}: ${JSON.stringify(value)}`)),
    ...rowsOf(shown.records),
  ]
  sink.write(json ? jsonText(shown) : `${lines.join('\n')}\n`)
  sink.commit()
  return exitCodes.ran
}
