import { Pager } from '../../../components/ui/pager.tsx'
import { PartState } from '../../../components/ui/part-state.tsx'
import { SelectField } from '../../../components/ui/select-field.tsx'
import { SearchField } from '../../../components/ui/search-field.tsx'
import { adminTexts, deedNames } from '../../../texts/admin.ts'
import { AuditTable } from './audit-table.tsx'
import { useAudit } from './use-audit.ts'

const { auditLog: texts } = adminTexts

/** The tab of the audit log: actors, actions and affected users. */
export const AuditTab = () => {
  const log = useAudit()
  const { value, search, setSearch, kind, setKind, setPage } = log
  const isFiltered = search.trim() !== '' || kind !== ''
  return (
    <div className="adm-tab">
      <section className="card pad" aria-labelledby="audit-log">
        <div className="adm-bar">
          <h2 id="audit-log">{texts.title}</h2>
          <p className="quiet sm" role="status">
            {value === undefined ? '' : texts.found(value.total)}
          </p>
        </div>
        <div className="adm-search">
          <SearchField label={texts.search} value={search} onSearch={setSearch} />
          <SelectField
            label={texts.kind}
            value={kind}
            onChange={({ currentTarget }) => setKind(currentTarget.value)}
            options={[['', texts.all], ...Object.entries(deedNames)]}
          />
        </div>
        <PartState of={log} failed={texts.failed.message} lines={6} />
        {value?.items.length === 0 ? (
          <p className="muted adm-none">{isFiltered ? texts.noneFound : texts.none}</p>
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
