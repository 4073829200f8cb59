import { useState } from 'react'
import { pagerTexts } from '../../texts/fields.ts'
import { Button } from './button.tsx'

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
