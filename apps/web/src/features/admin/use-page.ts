import { useState } from 'react'

/** Keeps which page of a list is shown; another search begins with its first one. */
export const usePage = (search: string): [page: number, setPage: (page: number) => void] => {
  const [turned, turn] = useState({ search, page: 1 })
  return [turned.search === search ? turned.page : 1, (page) => turn({ search, page })]
}
