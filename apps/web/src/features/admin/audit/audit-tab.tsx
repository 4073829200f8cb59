import { Pager } from '../../../components/ui/pager.tsx'
import { PartState } from '../../../components/ui/part-state.tsx'
import { SelectField } from '../../../components/ui/select-field.tsx'
import { SearchField } from '../../../components/ui/search-field.tsx'
import { adminTexts, actionNames, type AuditAction } from '../../../texts/admin.ts'
import { AuditTable } from './audit-table.tsx'
import * as panel from '../../../components/ui/panel.module.css'
import * as adminStyles from '../admin.module.css'
import { useState } from 'react'
import { useData } from '../../../lib/use-data.ts'
import { useSettled } from '../../../lib/use-settled.ts'
import { usePage } from '../use-page.ts'
import { announceFailure } from '../failed-action.ts'

const PAGE = 25

const isAction = (text: string): text is AuditAction => Object.hasOwn(actionNames, text)

/** Loads the actions of admins that match a search, newest first, page by page. */
const useAudit = () => {
  const [search, setSearch] = useState('')
  const [kind, setKind] = useState('')
  const settled = useSettled(search.trim())
  const [page, setPage] = usePage(`${kind} ${settled}`)
  const query = { page, limit: PAGE, search: settled, ...(isAction(kind) ? { action: kind } : {}) }
  const log = useData('admin.audit', { query }, { onFailure: announceFailure(adminTexts.auditLog.failed) })
  return { ...log, search, setSearch, kind, setKind, setPage }
}

const { auditLog: texts } = adminTexts

/** The tab of the audit log: actors, actions and affected users. */
export const AuditTab = () => {
  const log = useAudit()
  const { search, setSearch, kind, setKind, setPage } = log
  const value = log.value?.data
  const isFiltered = search.trim() !== '' || kind !== ''
  return (
    <div className={adminStyles.admTab}>
      <section
        className={`${panel.card} ${adminStyles.card} ${panel.pad} ${adminStyles.pad}`}
        aria-labelledby="audit-log"
      >
        <div className={adminStyles.admBar}>
          <h2 id="audit-log">{texts.title}</h2>
          <p className="quiet sm" role="status">
            {value === undefined ? '' : texts.found(value.total)}
          </p>
        </div>
        <div className={adminStyles.admSearch}>
          <SearchField label={texts.search} value={search} onSearch={setSearch} />
          <SelectField
            label={texts.kind}
            value={kind}
            onChange={({ currentTarget }) => setKind(currentTarget.value)}
            options={[['', texts.all], ...Object.entries(actionNames)]}
          />
        </div>
        <PartState of={log} failed={texts.failed.message} lines={6} />
        {value?.items.length === 0 ? (
          <p className={`muted ${adminStyles.admNone}`}>{isFiltered ? texts.noneFound : texts.none}</p>
        ) : null}
        {value === undefined || value.items.length === 0 ? null : (
          <>
            <AuditTable entries={value.items} isLoading={log.isLoading} />
            <Pager label={texts.pages} {...value} onPage={setPage} />
          </>
        )}
      </section>
    </div>
  )
}
