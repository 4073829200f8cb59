import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { verificationTexts } from '../../texts/email-verification.ts'
import { ResultRow } from './result-row.tsx'
import { ROW_HEIGHT, rowAfterKey, scrollToRow } from './row-window.ts'
import type { Rows } from './rows.ts'
import { useRowWindow } from './use-row-window.ts'
import * as styles from './results-list.module.css'

const { columns } = verificationTexts

interface ResultsListProps {
  readonly rows: Rows
  readonly selected: number
  readonly onSelect: (email: string) => void
  readonly isGoing: boolean
}

const Heads = () => (
  <div className={styles.vfHeads} aria-hidden="true">
    <span>{columns.address}</span>
    <span>{columns.status}</span>
    <span>{columns.confidence}</span>
    <span>{columns.reply}</span>
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
    <div className={styles.vfTable}>
      <Heads />
      <div
        ref={place}
        className={styles.vfRows}
        role="listbox"
        tabIndex={0}
        aria-label={verificationTexts.list}
        aria-activedescendant={selected >= first && selected < end ? rowId(selected) : undefined}
        onScroll={onScroll}
        onKeyDown={onKeyDown}
      >
        <div role="presentation" style={{ height: rows.count * ROW_HEIGHT }}>
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
