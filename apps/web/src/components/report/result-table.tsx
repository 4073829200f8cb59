import { isObject, type PlacesPlot } from '@netbox/core'
import { reportTexts } from '../../texts/report.ts'
import { DataTable, isProse, type TableData } from '../plots/data-table.tsx'
import { StatusGlyph, severityClass } from '../ui/glyphs/status-glyph.tsx'
import { Caption, sheetEdge, SheetSection, Breakable } from './sheet.tsx'

/** A part of a result: single fields, or a list as its own table. */
export type ResultBlock =
  | {
      readonly kind: 'fields'
      readonly fields: readonly { readonly label: string; readonly values: readonly string[] }[]
    }
  | ({ readonly kind: 'table'; readonly label: string } & TableData)

const INITIALS = new Set([
  'ip',
  'asn',
  'ttl',
  'dns',
  'mx',
  'ns',
  'spf',
  'dkim',
  'dmarc',
  'ssl',
  'tls',
  'id',
  'smtp',
  'isp',
  'dnssec',
  'cname',
  'a',
])

/** Converts a JSON name to words: `packets_sent` → `Packets sent`, `ip` → `IP`. */
export const fieldLabel = (name: string): string => {
  const words = name.split('_').map((word) => (INITIALS.has(word) ? word.toUpperCase() : word))
  const label = words.join(' ')
  return label.charAt(0).toUpperCase() + label.slice(1)
}

type Row = Readonly<Record<string, unknown>>

const show = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return '—'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const tableOf = (label: string, rows: readonly Row[]): ResultBlock => {
  const names = Object.keys(rows[0] ?? {})
  return {
    kind: 'table',
    label,
    columns: names.map((name) => ({
      label: fieldLabel(name),
      isNumber: rows.every((row) => row[name] === null || typeof row[name] === 'number'),
    })),
    rows: rows.map((row) => names.map((name) => show(row[name]))),
  }
}

const fieldsOf = (label: string, value: unknown): { label: string; values: string[] }[] => {
  if (isObject(value))
    return Object.entries(value).flatMap(([name, inner]) => fieldsOf(`${label}, ${fieldLabel(name)}`, inner))
  if (Array.isArray(value)) return [{ label, values: value.length === 0 ? ['none'] : value.map(show) }]
  return [{ label, values: [show(value)] }]
}

const isTable = (value: unknown): value is readonly Row[] =>
  Array.isArray(value) && value.length > 0 && value.every(isObject)

/** Lays out a result under its JSON names: single fields first, in order, then each list of objects as a table. */
export const resultBlocks = (result: unknown): ResultBlock[] => {
  if (!isObject(result)) return [{ kind: 'fields', fields: fieldsOf('Result', result) }]
  const entries = Object.entries(result)
  const fields = entries
    .filter(([, value]) => !isTable(value))
    .flatMap(([name, value]) => fieldsOf(fieldLabel(name), value))
  const tables = entries.flatMap(([name, value]) => (isTable(value) ? [tableOf(fieldLabel(name), value)] : []))
  return [...(fields.length === 0 ? [] : [{ kind: 'fields', fields } as const]), ...tables]
}

const LONG = 44

// A long value takes a whole row, so that it needs fewer lines.
const isLong = (values: readonly string[]): boolean => values.some((value) => value.length > LONG)

const fieldGrid = {
  short: 'grid-cols-[minmax(0,2fr)_minmax(0,3fr)] md:grid-cols-[180px_minmax(0,1fr)]',
  long: 'col-span-full grid-cols-1 md:grid-cols-[180px_minmax(0,1fr)]',
}

const Block = ({ block }: { block: ResultBlock }) =>
  block.kind === 'table' ? (
    <div className="mt-5">
      <h3 className="mb-2 font-sans text-ui font-semibold tracking-normal">{block.label}</h3>
      <DataTable name={block.label} columns={block.columns} rows={block.rows} />
    </div>
  ) : (
    <dl className="grid grid-cols-1 gap-x-10 border-t border-ink xl:grid-cols-2">
      {block.fields.map(({ label, values }) => (
        <div
          key={label}
          className={`grid content-start gap-x-4 border-b border-rule py-2.5 text-ui ${isLong(values) ? fieldGrid.long : fieldGrid.short}`}
        >
          <dt className="text-ink-2">{label}</dt>
          {values.map((value, at) => (
            <dd
              // The same value may occur twice in a list.
              // oxlint-disable-next-line react/no-array-index-key
              key={at}
              className={`-col-end-1 wrap-anywhere ${isProse(value) ? 'max-w-text' : 'font-mono text-sm leading-read'}`}
            >
              <Breakable text={value} />
            </dd>
          ))}
        </div>
      ))}
    </dl>
  )

interface ResultTableProps {
  readonly result: unknown
  readonly number: number
  /** Whether the table is initially closed, because the figure shows all data of the result. */
  readonly isFolded: boolean
}

/** Shows the result itself, field by field. Printed, it is always open. */
export const ResultTable = ({ result, number, isFolded }: ResultTableProps) => (
  <details
    className={`group border-t border-rule py-3 open:pt-5 open:pb-6 print:details-content:block print:details-content:h-auto print:details-content:[content-visibility:visible] ${sheetEdge}`}
    open={!isFolded}
  >
    <summary className="flex no-marker items-baseline gap-2.5 text-ui text-ink-2 group-open:mb-4 after:ml-auto shows-hides print:after:hidden">
      <b className="font-display text-base font-medium text-ink">{reportTexts.table(number)}</b>{' '}
      {reportTexts.resultTable}
    </summary>
    {resultBlocks(result).map((block) => (
      <Block key={block.kind === 'table' ? block.label : ''} block={block} />
    ))}
  </details>
)

const isServer = (value: unknown): value is { readonly location: string; readonly resolver: string } =>
  typeof value === 'object' &&
  value !== null &&
  'location' in value &&
  typeof value.location === 'string' &&
  'resolver' in value &&
  typeof value.resolver === 'string'

/** Finds the resolver at each place, if the result names them. */
const resolversOf = (result: unknown): ReadonlyMap<string, string> => {
  const servers: unknown = typeof result === 'object' && result !== null && 'servers' in result ? result.servers : []
  const known: readonly unknown[] = Array.isArray(servers) ? servers : []
  return new Map(known.filter(isServer).map(({ location, resolver }) => [location, resolver]))
}

type Place = PlacesPlot['places'][number]

const Answer = ({ place, resolver }: { place: Place; resolver: string | undefined }) => {
  const isWell = place.severity === 'pass'
  return (
    <li
      className={`grid grid-cols-[16px_minmax(min-content,1fr)_minmax(0,auto)] gap-2 border-b border-rule py-2 text-ui leading-ui ${isWell ? '' : severityClass[place.severity]}`}
    >
      {isWell ? (
        <i className="mt-1 ml-0.5 size-2.5 rounded-full bg-signal" />
      ) : (
        <span className="mt-0.5 w-[15px]">
          <StatusGlyph severity={place.severity} />
        </span>
      )}
      <div>
        <b className="block font-semibold text-ink">{place.location}</b>
        {resolver === undefined ? null : <code className="text-xs text-ink-3">{resolver}</code>}
      </div>
      <div className="text-right wrap-anywhere">
        <code className={`block text-xs ${isWell ? 'text-ink' : ''}`}>{place.value}</code>
        <span className={`text-xs ${isWell ? 'text-ink-3' : ''}`}>{place.note}</span>
      </div>
    </li>
  )
}

interface RegionsTableProps {
  readonly places: readonly Place[]
  readonly result: unknown
  readonly number: number
}

/** Shows the answers of all places, by region. */
export const RegionsTable = ({ places, result, number }: RegionsTableProps) => {
  const resolvers = resolversOf(result)
  const regions = [...new Set(places.map(({ region }) => region))]
  return (
    <SheetSection>
      <Caption name={reportTexts.table(number)}>{reportTexts.regions}</Caption>
      <div className="grid grid-cols-1 gap-x-6 gap-y-5 md:grid-cols-2 min-[1361px]:grid-cols-4">
        {regions.map((region) => {
          const here = places.filter((place) => place.region === region)
          const well = here.filter(({ severity }) => severity === 'pass').length
          return (
            <section key={region}>
              <h3 className="flex justify-between border-b border-ink pb-1.5 font-sans text-ui font-semibold tracking-normal">
                {region}
                <span className="font-mono text-xs font-normal text-ink-3">
                  {reportTexts.regionWell(well, here.length)}
                </span>
              </h3>
              <ul>
                {here.map((place) => (
                  <Answer key={place.location} place={place} resolver={resolvers.get(place.location)} />
                ))}
              </ul>
            </section>
          )
        })}
      </div>
    </SheetSection>
  )
}
