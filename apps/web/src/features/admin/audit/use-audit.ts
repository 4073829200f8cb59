import { useState } from 'react'
import { useData } from '../../../lib/use-data.ts'
import { useSettled } from '../../../lib/use-settled.ts'
import { adminTexts, type AuditAction, actionNames } from '../../../texts/admin.ts'
import { usePage } from '../use-page.ts'
import { announceFailure } from '../failed-action.ts'

const PAGE = 25

const isAction = (text: string): text is AuditAction => Object.hasOwn(actionNames, text)

/** Lists admins' actions, newest first, a page at a time, for a search. */
export const useAudit = () => {
  const [search, setSearch] = useState('')
  const [kind, setKind] = useState('')
  const settled = useSettled(search.trim())
  const [page, setPage] = usePage(`${kind} ${settled}`)
  const query = { page, limit: PAGE, search: settled, ...(isAction(kind) ? { action: kind } : {}) }
  const log = useData('admin.audit', { query }, { onFailure: announceFailure(adminTexts.auditLog.failed) })
  return { ...log, search, setSearch, kind, setKind, setPage }
}
