import { useState } from 'react'
import { useSettled } from '../../../lib/use-settled.ts'
import { adminTexts, type AuditAction, deedNames } from '../../../texts/admin.ts'
import { usePage } from '../use-page.ts'
import { usePart } from '../use-part.ts'

const PAGE = 25

const isAction = (text: string): text is AuditAction => Object.hasOwn(deedNames, text)

/** Lists admins' actions, newest first, a page at a time, for a search. */
export const useAudit = () => {
  const [search, setSearch] = useState('')
  const [kind, setKind] = useState('')
  const settled = useSettled(search.trim())
  const [page, setPage] = usePage(`${kind} ${settled}`)
  const log = usePart(`${page} ${kind} ${settled}`, adminTexts.auditLog.failed, async (client, signal) => {
    const query = { page, limit: PAGE, search: settled, ...(isAction(kind) ? { action: kind } : {}) }
    return (await client.call('admin.audit', { query, signal })).data
  })
  return { ...log, search, setSearch, kind, setKind, setPage }
}
