import type { Page, Profile } from '@netbox/contract'
import { adminNotices } from '@netbox/product'
import { useState } from 'react'
import { useSettled } from '../../../lib/use-settled.ts'
import { usePage } from '../use-page.ts'
import { usePart } from '../use-part.ts'

const PAGE = 25

/** Replaces a profile by the changed one. */
export const withProfile = (page: Page<Profile>, profile: Profile): Page<Profile> => ({
  ...page,
  items: page.items.map((item) => (item.id === profile.id ? profile : item)),
})

/** Lists the users, newest first, a page at a time, as searched. */
export const useUsers = () => {
  const [search, setSearch] = useState('')
  const settled = useSettled(search.trim())
  const [page, setPage] = usePage(settled)
  const users = usePart(`${page} ${settled}`, adminNotices.users_not_loaded, async (client, signal) => {
    const { data } = await client.call('admin.profiles', { query: { page, limit: PAGE, search: settled }, signal })
    return data
  })
  return { ...users, search, setSearch, setPage }
}
