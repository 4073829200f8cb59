import type { Profile, ResponseOf } from '@netbox/contract'
import { adminNotices } from '@netbox/product'
import { useState } from 'react'
import { useData } from '../../../lib/use-data.ts'
import { useSettled } from '../../../lib/use-settled.ts'
import { usePage } from '../use-page.ts'
import { announceFailure } from '../failed-action.ts'

const PAGE = 25

type Users = ResponseOf<'admin.profiles'>

/** Replaces a profile with its changed version. */
export const withProfile = ({ data }: Users, profile: Profile): Users => ({
  data: { ...data, items: data.items.map((item) => (item.id === profile.id ? profile : item)) },
})

/** Loads the users that match a search, newest first, page by page. */
export const useUsers = () => {
  const [search, setSearch] = useState('')
  const settled = useSettled(search.trim())
  const [page, setPage] = usePage(settled)
  const users = useData(
    'admin.profiles',
    { query: { page, limit: PAGE, search: settled } },
    { onFailure: announceFailure(adminNotices.users_not_loaded) },
  )
  return { ...users, search, setSearch, setPage }
}
