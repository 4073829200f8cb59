import { Children, type ComponentProps, type ReactNode, useState } from 'react'
import { showDay, showMinute } from '../../lib/page/time.ts'
import { pagerTexts } from '../../texts/fields.ts'
import { Button } from './button.tsx'

interface RecordsProps extends ComponentProps<'table'> {
  /** The name of the table, for screen readers. */
  readonly 'aria-label': string
  readonly columns: readonly ReactNode[]
  /** Whether the names of the rows are words, not addresses or paths. */
  readonly isNamed?: boolean
}

const NAMED = '[&_:where(tbody_th)]:font-sans [&_:where(tbody_th)]:text-ui'

/**
 * A table of records, whose rows are the children. In a narrow place, a row becomes a block: its `th` fills the first line, and its cells
 * follow; a cell with `data-line` has a line of its own. A cell with `data-head` shows that word before its value, because a block has no
 * column heads.
 */
export const Records = ({ columns, isNamed = false, children, className = '', ...table }: RecordsProps) => (
  <div className="@container">
    <table
      {...table}
      className={`records aria-busy:[&>tbody]:opacity-60 ${isNamed ? NAMED : '[&_:where(tbody_th)]:font-normal'} ${className}`}
    >
      <ColumnHeads names={columns} />
      <tbody>{children}</tbody>
    </table>
  </div>
)

/** The head of a table, from the names of its columns. */
const ColumnHeads = ({ names }: { readonly names: readonly ReactNode[] }) => (
  <thead>
    <tr>
      {Children.map(names, (name) => (
        <th scope="col">{name}</th>
      ))}
    </tr>
  </thead>
)

interface RowProps {
  /** The button or the mark at the end of the entry. */
  readonly action?: ReactNode
  readonly children: ReactNode
}

/** An entry of `Rows`. On a phone, its action is below its text. */
export const Row = ({ action, children }: RowProps) => (
  <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-1 wrap-anywhere max-sm:grid-cols-1 max-sm:justify-items-start [&>button]:min-h-9 [&>button]:text-ui [&>button]:whitespace-nowrap">
    <div>{children}</div>
    {action}
  </li>
)

interface RowsProps extends ComponentProps<'ul'> {
  /** Whether nothing is above the entries, so that they need no line above them. */
  readonly isFirst?: boolean
}

/** The entries of a card, with a hairline between them. */
export const Rows = ({ isFirst = false, className = '', ...list }: RowsProps) => (
  <ul
    {...list}
    className={`[&>li]:border-b [&>li]:border-rule [&>li]:py-3 [&>li:last-child]:border-b-0 [&>li:last-child]:pb-0 ${isFirst ? '' : 'border-t-line border-ink'} ${className}`}
  />
)

/** Shows the time of an event: to the minute, or only the day, with the minute on hover. */
export const Timestamp = ({ at, isDay = false }: { readonly at: string; readonly isDay?: boolean }) => (
  <time dateTime={at} {...(isDay ? { title: showMinute(at) } : {})}>
    {isDay ? showDay(at) : showMinute(at)}
  </time>
)

/** Stores the current page of a list; a new search begins with the first page. */
export const usePage = (search: string): [page: number, setPage: (page: number) => void] => {
  const [turned, turn] = useState({ search, page: 1 })
  return [turned.search === search ? turned.page : 1, (page) => turn({ search, page })]
}

interface PagerProps {
  /** The name of the paged list. */
  readonly label: string
  readonly page: number
  readonly limit: number
  readonly total: number
  readonly onPage: (page: number) => void
}

/** The page buttons of a list. The buttons stay on the first and last page, so that the keyboard focus is not lost. */
export const Pager = ({ label, page, limit, total, onPage }: PagerProps) => {
  const last = Math.max(1, Math.ceil(total / limit))
  if (last === 1 && page === 1) return null
  const turn = (to: number) => () => to >= 1 && to <= last && onPage(to)
  return (
    <nav className="flex flex-wrap items-center justify-end gap-x-3 gap-y-2.5" aria-label={label}>
      <span className="mono quiet mr-auto">
        {pagerTexts.span((page - 1) * limit + 1, Math.min(page * limit, total), total)}
      </span>
      <Button isSmall aria-disabled={page <= 1} onClick={turn(page - 1)}>
        {pagerTexts.previous}
      </Button>
      <Button isSmall aria-disabled={page >= last} onClick={turn(page + 1)}>
        {pagerTexts.next}
      </Button>
    </nav>
  )
}

interface ExpiryProps {
  /** The end; null for none. */
  readonly at: string | null
  readonly isDay?: boolean
  readonly words: Readonly<Record<'never' | 'expires' | 'expired', string>>
}

/** Says when something ends, or has ended. */
export const Expiry = ({ at, isDay = false, words }: ExpiryProps) => {
  const [now] = useState(() => Date.now())
  if (at === null) return words.never
  return (
    <>
      {Date.parse(at) <= now ? words.expired : words.expires} <Timestamp at={at} isDay={isDay} />
    </>
  )
}
