import type { AuditEntry } from '@netbox/contract'
import { useState } from 'react'
import { Card } from '../../components/ui/card.tsx'
import { SearchField, SelectField } from '../../components/ui/field.tsx'
import { Pager, usePage, Records, Timestamp } from '../../components/ui/records.tsx'
import { PartState } from '../../components/ui/part-state.tsx'
import { useData } from '../../lib/session/data.tsx'
import { useSettled } from '../../lib/page/time.ts'
import { actionNames, actionTexts, adminTexts, type AuditAction } from '../../texts/admin.ts'
import { announceFailure } from './failed-action.ts'

const { auditLog: texts } = adminTexts
const PAGE = 25

/** The name of an operator who uses a shell on the server. */
const SHELL = 'shell'

const isKnown = (action: string): action is AuditAction => Object.hasOwn(actionTexts, action)

/** Describes an action. Actions that only newer versions know appear with their stored names. */
export const whatOf = ({ action, detail }: AuditEntry): string =>
  isKnown(action) ? actionTexts[action](detail) : action

/** Returns the name of the actor. */
export const whoOf = ({ actor_id: id, actor_email: email }: AuditEntry): string =>
  email ?? (id === SHELL ? texts.shell : texts.gone)

// The targets of these actions are not users.
const impersonal: ReadonlySet<string> = new Set(['notification.create', 'service.update', 'profiles.sync'])

/** Returns the affected user; empty if there is none. */
export const whomOf = ({ action, target_id: id, target_email: email, detail }: AuditEntry): string => {
  if (email !== null) return email
  const { email: named } = detail
  if (typeof named === 'string') return named
  return id === null || impersonal.has(action) ? '' : texts.gone
}

const Row = ({ entry }: { readonly entry: AuditEntry }) => (
  <tr>
    <td className="mono whitespace-nowrap">
      <Timestamp at={entry.created_at} />
    </td>
    <td className={entry.actor_email === null ? '' : 'mono'}>{whoOf(entry)}</td>
    <td>{whatOf(entry)}</td>
    <td className={entry.target_email === null ? '' : 'mono'}>{whomOf(entry)}</td>
  </tr>
)

/** Loads the actions of admins that match a search, newest first, page by page. */
const useAudit = () => {
  const [search, setSearch] = useState('')
  const [kind, setKind] = useState('')
  const settled = useSettled(search.trim())
  const [page, setPage] = usePage(`${kind} ${settled}`)
  const query = { page, limit: PAGE, search: settled, ...(isKnown(kind) ? { action: kind } : {}) }
  const log = useData('admin.audit', { query }, { onFailure: announceFailure(texts.failed) })
  return { ...log, search, setSearch, kind, setKind, setPage }
}

/** The tab of the audit log: actors, actions and affected users. */
export const AuditTab = () => {
  const log = useAudit()
  const { search, setSearch, kind, setKind, setPage } = log
  const value = log.value?.data
  const isFiltered = search.trim() !== '' || kind !== ''
  return (
    <Card
      title={texts.title}
      aside={
        <p className="quiet sm" role="status">
          {value === undefined ? '' : texts.found(value.total)}
        </p>
      }
    >
      <div className="mb-5 grid grid-cols-[minmax(0,420px)_minmax(0,260px)] gap-x-4 gap-y-3 max-md:grid-cols-1">
        <SearchField label={texts.search} value={search} onSearch={setSearch} />
        <SelectField
          label={texts.kind}
          value={kind}
          onChange={({ currentTarget }) => setKind(currentTarget.value)}
          options={[['', texts.all], ...Object.entries(actionNames)]}
        />
      </div>
      <PartState of={log} failed={texts.failed.message} lines={6} />
      {value?.items.length === 0 ? <p className="muted">{isFiltered ? texts.noneFound : texts.none}</p> : null}
      {value === undefined || value.items.length === 0 ? null : (
        <>
          <Records aria-label={texts.title} aria-busy={log.isLoading} columns={Object.values(texts.columns)}>
            {value.items.map((entry) => (
              <Row key={entry.id} entry={entry} />
            ))}
          </Records>
          <Pager label={texts.pages} {...value} onPage={setPage} />
        </>
      )}
    </Card>
  )
}
