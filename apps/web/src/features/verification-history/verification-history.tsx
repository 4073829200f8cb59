import { verificationStatuses, statusAppearance } from '@netbox/product'
import { Link } from 'wouter'
import { SimulatedMark } from '../../components/report/simulated-mark.tsx'
import { BackGlyph } from '../../components/ui/glyphs/section-glyphs.tsx'
import { Pager } from '../../components/ui/pager.tsx'
import { PartState } from '../../components/ui/part-state.tsx'
import { SelectField } from '../../components/ui/select-field.tsx'
import { SearchField } from '../../components/ui/search-field.tsx'
import { useViewer } from '../../lib/viewer.ts'
import { historyTexts } from '../../texts/verification-history.ts'
import { ExportBar } from './export-bar.tsx'
import { LONGEST_SEARCH } from './history-query.ts'
import { HistoryTable } from './history-table.tsx'
import { NoResults } from './no-results.tsx'
import { useHistory } from './use-history.ts'
import { useHistoryQuery } from './use-history-query.ts'
import * as button from '../../components/ui/button.module.css'
import * as panel from '../../components/ui/panel.module.css'
import * as styles from './verification-history.module.css'

const statuses = verificationStatuses.map((status) => [status, statusAppearance(status).label] as const)

const Head = ({ isOwn }: { readonly isOwn: boolean }) => (
  <header className={styles.vhHead}>
    <div>
      <p className={styles.back}>
        <Link href="/dashboard/email">
          <BackGlyph />
          {historyTexts.back}
        </Link>
      </p>
      <h1>{historyTexts.title}</h1>
      <p className="muted">{isOwn ? historyTexts.lead : historyTexts.leadViewed}</p>
    </div>
    {isOwn ? (
      <Link className={`${button.btn} ${button.go}`} href="/email-validation">
        {historyTexts.verifyMore}
      </Link>
    ) : null}
  </header>
)

const Filters = ({ wanted, text, setText, ask }: ReturnType<typeof useHistoryQuery>) => (
  <search className={styles.vhSearch}>
    <SearchField label={historyTexts.search} maxLength={LONGEST_SEARCH} value={text} onSearch={setText} />
    <SelectField
      label={historyTexts.status}
      value={wanted.status ?? ''}
      onChange={({ currentTarget }) =>
        ask({ status: verificationStatuses.find((status) => status === currentTarget.value) })
      }
      options={[['', historyTexts.allStatuses], ...statuses]}
    />
  </search>
)

const Results = ({ query, isOwn }: { readonly query: ReturnType<typeof useHistoryQuery>; readonly isOwn: boolean }) => {
  const { wanted, ask, correct } = query
  const { history, value, isBeyond } = useHistory(wanted, correct)
  const isFiltered = wanted.status !== undefined || wanted.q !== ''
  const hasNothing = value?.total === 0 && !isFiltered
  const filter = { status: wanted.status, q: wanted.q }
  return (
    <section className={`${panel.card} ${panel.pad} ${styles.vhSheet}`} aria-label={historyTexts.table}>
      {hasNothing ? null : <Filters {...query} />}
      <div className={styles.vhBar}>
        <p className="quiet sm" role="status">
          {value === undefined || hasNothing ? '' : historyTexts.found(value.total)}
        </p>
        {value?.items.some(({ simulated }) => simulated) === true ? <SimulatedMark /> : null}
        {value === undefined || value.total === 0 ? null : (
          <ExportBar key={`${wanted.status} ${wanted.q}`} filter={filter} total={value.total} />
        )}
      </div>
      <PartState of={history} failed={historyTexts.failed} lines={8} />
      {value === undefined || isBeyond ? null : value.items.length === 0 ? (
        <NoResults isFiltered={isFiltered} isOwn={isOwn} onAll={() => ask({ status: undefined, q: '' })} />
      ) : (
        <>
          <HistoryTable entries={value.items} isLoading={history.isLoading} />
          <Pager label={historyTexts.pages} {...value} onPage={(page) => ask({ page })} />
        </>
      )}
    </section>
  )
}

const History = ({ isOwn }: { readonly isOwn: boolean }) => {
  const query = useHistoryQuery()
  return (
    <>
      <Head isOwn={isOwn} />
      <Results query={query} isOwn={isOwn} />
    </>
  )
}

/** The searchable verified addresses of a user: by status and by a part of the address, page by page. */
export const VerificationHistory = () => {
  const viewer = useViewer()
  return viewer === undefined ? null : <History key={viewer.user.id} isOwn={viewer.actor === undefined} />
}
