import { useState } from 'react'

/** Stores the current page of a list; a new search begins with the first page. */
export const usePage = (search: string): [page: number, setPage: (page: number) => void] => {
  const [turned, turn] = useState({ search, page: 1 })
  return [turned.search === search ? turned.page : 1, (page) => turn({ search, page })]
}
