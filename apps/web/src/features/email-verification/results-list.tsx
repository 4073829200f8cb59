import type { Verification } from '@netbox/contract'
import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { Chip } from '../../components/ui/chips.tsx'
import { verificationTexts } from '../../texts/email-verification.ts'
import { Confidence, codesOf, reasonOf, StatusMark } from '../../components/verification/verification.tsx'
import { ROW_HEIGHT, rowAfterKey, scrollToRow, useRowWindow } from './row-window.ts'
import type { Rows } from './verification-results.ts'

const { columns } = verificationTexts

const COLUMNS =
  'grid grid-cols-[minmax(0,1fr)_112px_142px_78px] gap-x-3 pr-4 pl-6 max-md:grid-cols-[minmax(0,1fr)_auto] max-md:pl-4'

interface ResultRowProps {
  readonly id: string
  readonly email: string
  readonly result: Verification | undefined
  readonly index: number
  readonly count: number
  readonly isSelected: boolean
  readonly isGoing: boolean
  readonly onSelect: (index: number) => void
}

const Known = ({ result }: { readonly result: Verification }) => (
  <>
    <StatusMark status={result.status} />
    <Confidence value={result.confidence} />
    <code className="text-right text-xs whitespace-nowrap text-ink-2">
      {codesOf(result) ?? verificationTexts.noReply}
    </code>
  </>
)

const SKETCH = 'block h-3 bg-[repeating-linear-gradient(135deg,var(--color-tint)_0_6px,var(--color-press)_6px_7px)]'

// The placeholder of a row without a result: hatched, without a glyph.
const Coming = () => (
  <>
    <i className={`${SKETCH} w-20`} />
    <i className={`${SKETCH} w-24`} />
    <i className={`${SKETCH} w-16 justify-self-end`} />
  </>
)

/** One address with its result, or pending. */
const ResultRow = (props: ResultRowProps) => {
  const { id, email, result, index, count, isSelected, isGoing, onSelect } = props
  const waits = isGoing ? verificationTexts.waiting : verificationTexts.notAsked
  return (
    // The list keeps the focus and handles keys; a row reacts only to the pointer.
    <div
      id={id}
      role="option"
      aria-selected={isSelected}
      aria-posinset={index + 1}
      aria-setsize={count}
      className={`${COLUMNS} absolute inset-x-0 top-0 h-12 cursor-default items-center border-b border-rule last:border-b-transparent hover:bg-tint selectable-row max-md:[&>:nth-child(n+3)]:hidden`}
      style={{ transform: `translateY(${index * ROW_HEIGHT}px)` }}
      onClick={() => onSelect(index)}
    >
      <div className="min-w-0">
        <div className="flex items-center gap-2">
          <code className={`truncate text-sm leading-ui font-medium ${result === undefined ? 'text-ink-3' : ''}`}>
            {email}
          </code>
          {result?.role === true ? <Chip isSmall>{verificationTexts.role}</Chip> : null}
        </div>
        <span className="block truncate text-xs leading-ui text-ink-2">
          {result === undefined ? waits : reasonOf(result)}
        </span>
      </div>
      {result === undefined ? isGoing ? <Coming /> : null : <Known result={result} />}
    </div>
  )
}

interface ResultsListProps {
  readonly rows: Rows
  readonly selected: number
  readonly onSelect: (email: string) => void
  readonly isGoing: boolean
}

const Heads = () => (
  <div className={`${COLUMNS} border-b border-rule-2 py-1.5 text-xs text-ink-3 max-md:hidden`} aria-hidden="true">
    <span>{columns.address}</span>
    <span>{columns.status}</span>
    <span>{columns.confidence}</span>
    <span className="text-right">{columns.reply}</span>
  </div>
)

/** The rows, in a scrolling area of 24 rem. Only the visible rows are in the page. */
export const ResultsList = ({ rows, selected, onSelect, isGoing }: ResultsListProps) => {
  const id = useId()
  const place = useRef<HTMLDivElement>(null)
  const { first, end, onScroll } = useRowWindow(place, { count: rows.count, rowHeight: ROW_HEIGHT })
  const rowId = (index: number): string => `${id}-${index}`
  const select = (index: number): void => {
    const email = rows.at(index)?.email
    if (email !== undefined) onSelect(email)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const next = rowAfterKey(event.key, selected, rows.count)
    if (next === undefined) return
    event.preventDefault()
    select(next)
  }
  useEffect(() => {
    // The first address that bounces is selected automatically, and may be far below.
    const list = place.current
    if (list === null) return
    const { scrollTop: top, clientHeight: height } = list
    list.scrollTop = scrollToRow(selected, { top, height, rowHeight: ROW_HEIGHT })
  }, [selected])
  return (
    <div className="min-w-0">
      <Heads />
      <div
        ref={place}
        className="max-h-[24rem] overflow-auto focus-visible:-outline-offset-2"
        role="listbox"
        tabIndex={0}
        aria-label={verificationTexts.list}
        aria-activedescendant={selected >= first && selected < end ? rowId(selected) : undefined}
        onScroll={onScroll}
        onKeyDown={onKeyDown}
      >
        <div className="relative overflow-hidden" role="presentation" style={{ height: rows.count * ROW_HEIGHT }}>
          {Array.from({ length: end - first }, (_, at) => first + at).map((index) => (
            <ResultRow
              key={index}
              id={rowId(index)}
              email={rows.at(index)?.email ?? ''}
              result={rows.at(index)?.result}
              index={index}
              count={rows.count}
              isSelected={index === selected}
              isGoing={isGoing}
              onSelect={select}
            />
          ))}
        </div>
      </div>
    </div>
  )
}
