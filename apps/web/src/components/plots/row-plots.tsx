import {
  type ChainPlot as Chain,
  type ListPlot as List,
  type RecordsPlot as Records,
  type Severity,
  severityWords,
  type TreeNode,
  type TreePlot as Tree,
} from '@netbox/core'
import { severityClass, Marker } from '../ui/glyphs/status-glyph.tsx'

const shapeOf = (index: number, length: number): string => {
  if (index === 0) return 'top-[21px] left-1.5 size-3.5 rounded-full bg-signal'
  return index === length - 1
    ? 'top-5 left-[5px] size-4 rounded-full border-3 border-signal bg-sheet'
    : 'top-[21px] left-1.5 size-3.5 bg-signal'
}

const chainLine = (next: Chain['links'][number] | undefined): string =>
  next?.severity === 'critical' ? 'before:text-crit before:dashes-y' : 'before:bg-signal'

const COLUMNS = 'grid-cols-1 gap-x-6 gap-y-0.5 md:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]'
// The line down to the next link.
const NEXT = 'before:absolute before:top-7 before:-bottom-7 before:left-3 before:z-1 before:w-0.5 last:before:hidden'

/** Draws links that each lead to the next on one line; a failed link breaks the line. */
export const ChainPlot = ({ plot: { links } }: { readonly plot: Chain }) => (
  <ol>
    {links.map(({ label, detail, severity }, index) => (
      <li
        // A name may occur twice, once forward and once back.
        // oxlint-disable-next-line react/no-array-index-key
        key={index}
        className={`relative grid min-h-[56px] ${COLUMNS} items-baseline border-b border-rule py-3.5 pl-9 text-ui wrap-anywhere first:border-t md:py-4 md:pl-control ${NEXT} ${chainLine(links[index + 1])}`}
      >
        {severity === 'pass' ? (
          <i className={`absolute z-2 ring-3 ring-sheet ${shapeOf(index, links.length)}`} />
        ) : (
          <span className="absolute top-[19px] left-1 z-2 size-4.5 bg-sheet">
            <Marker severity={severity} />
          </span>
        )}
        <b className="font-mono font-medium">{label}</b>
        <span className="text-ink-2">{detail}</span>
      </li>
    ))}
  </ol>
)

// The lines down to the next sibling and across to this record, and from a marker past a long record down to its included records.
const SIBLING =
  'before:absolute before:-top-2 before:bottom-2 before:left-0 before:border-l-2 before:border-signal last:before:bottom-auto last:before:h-[29px]'
const ACROSS = 'after:absolute after:top-5 after:left-0 after:w-4 after:border-t-2 after:border-signal lg:after:w-7'
const STEM = 'before:absolute before:top-8 before:bottom-0 before:left-2 before:border-l-2 before:border-signal'

const Node = ({ node: { label, detail, severity, children }, isRoot }: { node: TreeNode; isRoot: boolean }) => (
  <li className={`relative ${isRoot ? '' : `pl-5 lg:pl-8 ${SIBLING} ${ACROSS}`}`}>
    <div
      className={`relative grid grid-cols-[20px_minmax(0,1fr)] gap-x-3 py-2.5 text-ui wrap-anywhere lg:grid-cols-[20px_fit-content(50%)_minmax(0,1fr)] ${children.length === 0 ? '' : STEM}`}
    >
      <span className="z-1 pt-0.5">
        {isRoot && severity === 'pass' ? (
          <i className="block size-4.5 rounded-full border border-sheet bg-signal" />
        ) : (
          <span className="block size-4.5 bg-sheet">
            <Marker severity={severity} />
          </span>
        )}
      </span>
      <b className="font-mono font-medium">{label}</b>
      <code className="text-sm text-ink-2 max-lg:col-start-2">{detail}</code>
    </div>
    {children.length === 0 ? null : (
      <ul className="ml-2">
        {children.map((child, index) => (
          // A record may include another one twice, which is a fault that the figure shows.
          // oxlint-disable-next-line react/no-array-index-key
          <Node key={index} node={child} isRoot={false} />
        ))}
      </ul>
    )}
  </li>
)

/** Draws a tree of records, each with its included records below it. */
export const TreePlot = ({ plot: { root } }: { readonly plot: Tree }) => (
  <ul className="border-y border-rule py-1.5">
    <Node node={root} isRoot />
  </ul>
)

// The number of rows from which two columns are easier to read, for short answers.
const MANY = 8
const SHORT = 24

const listRow = {
  one: 'grid-cols-[minmax(0,1fr)_18px] py-2 md:grid-cols-[180px_minmax(24px,120px)_18px_minmax(0,1fr)] md:py-1.5',
  two: 'break-inside-avoid grid-cols-[minmax(0,1fr)_auto_18px] py-2 md:grid-cols-[180px_minmax(24px,1fr)_18px_110px] md:py-1.5',
}
const listValue = { one: 'max-md:col-span-full', two: 'max-md:col-start-2 max-md:row-start-1' }

const isWrong = (severity: Severity): boolean => severity === 'critical' || severity === 'warning'

/** Draws each entry as a line, up to the marker of its value. */
export const ListPlot = ({ plot: { items } }: { readonly plot: List }) => {
  const columns = items.length >= MANY && items.every(({ value }) => value.length <= SHORT) ? 'two' : 'one'
  return (
    <ul className={columns === 'two' ? 'gap-10 lg:columns-2' : ''}>
      {items.map(({ label, value, severity }) => (
        <li
          key={label}
          className={`grid min-h-control items-center gap-x-2 gap-y-0.5 border-t border-rule text-ui leading-ui wrap-anywhere md:gap-x-3 ${listRow[columns]} ${isWrong(severity) ? `${severityClass[severity]} font-semibold` : 'text-ink-2'}`}
        >
          <b className="font-semibold text-ink">{label}</b>
          <i className="relative -mr-3 h-0.5 bg-signal before:absolute before:-top-1 before:-left-1 before:size-2.5 before:rounded-full before:bg-signal max-md:hidden" />
          <span className="max-md:-col-start-2 max-md:row-start-1">
            <Marker severity={severity} />
          </span>
          <span className={listValue[columns]}>
            <span className="vh">{severityWords[severity].label}: </span>
            {value}
          </span>
        </li>
      ))}
    </ul>
  )
}

const cell = 'align-top font-mono text-sm wrap-anywhere max-md:border-0 max-md:p-0 md:h-control md:pt-3'
const ttlCell = 'pl-3 text-right whitespace-nowrap max-md:pr-0 md:pr-6'

/** Shows records as in a zone file: the figure is the table itself. */
export const RecordsPlot = ({ plot: { caption, records } }: { readonly plot: Records }) => {
  const hasTtl = records.some(({ ttl }) => ttl !== null)
  return (
    <table className="data-table">
      <caption className="vh">{caption}</caption>
      <thead className="max-md:sr-only">
        <tr>
          <th scope="col">Name</th>
          {hasTtl ? (
            <th scope="col" className={ttlCell}>
              TTL, s
            </th>
          ) : null}
          <th scope="col">Type</th>
          <th scope="col">Value</th>
        </tr>
      </thead>
      <tbody>
        {records.map(({ name, ttl, type, value }, index) => (
          <tr
            // Two records may be identical.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            className="max-md:flex max-md:flex-wrap max-md:gap-x-3.5 max-md:border-b max-md:border-rule max-md:py-2.5"
          >
            <th scope="row" className={`font-normal text-ink-2 max-md:basis-full ${cell}`}>
              {name}
            </th>
            {hasTtl ? (
              <td className={`${ttlCell} ${cell}`}>
                <span className="text-ink-3 md:hidden">TTL </span>
                {ttl ?? '—'}
              </td>
            ) : null}
            <td className={`whitespace-nowrap text-signal ${cell}`}>{type}</td>
            <td className={`font-medium text-ink max-md:basis-full ${cell}`}>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
