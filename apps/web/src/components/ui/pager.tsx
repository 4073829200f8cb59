import { pagerTexts } from '../../texts/fields.ts'
import * as buttonStyles from './button.module.css'
import * as styles from './pager.module.css'

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
    <nav className={styles.pager} aria-label={label}>
      <span className="mono">{pagerTexts.span((page - 1) * limit + 1, Math.min(page * limit, total), total)}</span>
      <button type="button" className={`${buttonStyles.btn} sm`} aria-disabled={page <= 1} onClick={turn(page - 1)}>
        {pagerTexts.previous}
      </button>
      <button type="button" className={`${buttonStyles.btn} sm`} aria-disabled={page >= last} onClick={turn(page + 1)}>
        {pagerTexts.next}
      </button>
    </nav>
  )
}
