import type { Tool } from '@netbox/core'
import { useEffect, useRef } from 'react'
import { favouritesFirst, useFavourites } from '../../lib/favourites.ts'
import { openPalette } from '../../lib/palette.ts'
import { homeTexts } from '../../texts/home.ts'
import { CompactCell, FullCell } from './cell.tsx'
import { FindKey } from '../../components/ui/find-key.tsx'
import * as styles from './picker.module.css'

const FULL_COLUMNS = 4
const COMPACT_COLUMNS = 6
// Seven cells fit in one row.
const ONE_ROW = 7

const fillers = (count: number, columns: number): number[] =>
  Array.from({ length: (columns - (count % columns)) % columns }, (_, at) => at)

const Fillers = ({ count, columns }: { readonly count: number; readonly columns: number }) =>
  fillers(count, columns).map((at) => <li key={at} className={`${styles.cell} ${styles.fill}`} aria-hidden="true" />)

const Unsure = () => (
  <li>
    <button type="button" className={`${styles.cell} ${styles.note}`} onClick={() => openPalette()}>
      <span className={styles.hd}>{homeTexts.unsure.title}</span>
      <span className={styles.text}>{homeTexts.unsure.text}</span>
      <span className={styles.ft}>
        <FindKey />
      </span>
    </button>
  </li>
)

/** The tools of one category. */
export const Cells = ({
  tools: all,
  chosen,
}: {
  readonly tools: readonly Tool[]
  readonly chosen: Tool | undefined
}) => {
  const tools = favouritesFirst(all, useFavourites())
  if (chosen === undefined)
    return (
      <ul className={styles.cells}>
        {tools.map((tool) => (
          <li key={tool.id}>
            <FullCell tool={tool} />
          </li>
        ))}
        <Unsure />
        <Fillers count={tools.length + 1} columns={FULL_COLUMNS} />
      </ul>
    )
  return <CompactCells tools={tools} chosen={chosen} />
}

/** Scrolls the chosen tool to the middle of the row. */
const center = (row: HTMLElement | null, { path }: Tool): void => {
  const cell = row?.querySelector<HTMLElement>(`[href="/${path}"]`)
  if (row === null || cell === null || cell === undefined) return
  const [{ left, width }, { left: start }] = [cell.getBoundingClientRect(), row.getBoundingClientRect()]
  row.scrollLeft += left - start - (row.clientWidth - width) / 2
}

const CompactCells = ({ tools, chosen }: { readonly tools: readonly Tool[]; readonly chosen: Tool }) => {
  const row = useRef<HTMLUListElement>(null)
  useEffect(() => center(row.current, chosen), [chosen])
  const isOneRow = tools.length === ONE_ROW
  return (
    <ul
      ref={row}
      className={isOneRow ? `${styles.cells} ${styles.compact} ${styles.n7}` : `${styles.cells} ${styles.compact}`}
    >
      {tools.map((tool) => (
        <li key={tool.id}>
          <CompactCell tool={tool} isChosen={tool === chosen} />
        </li>
      ))}
      {isOneRow ? null : <Fillers count={tools.length} columns={COMPACT_COLUMNS} />}
    </ul>
  )
}
