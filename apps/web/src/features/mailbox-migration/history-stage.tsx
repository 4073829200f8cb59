import { accessNotices, labels } from '@netbox/core'
import { Link } from 'wouter'
import { FailedSheet } from '../../components/report/state-sheets.tsx'
import { Stage } from '../../components/trace/trace.tsx'
import { migrationTexts } from '../../texts/mailbox-migration.ts'
import { HistoryRow } from './history-row.tsx'
import type { UsedHistory } from './use-history.ts'

interface HistoryStageProps {
  readonly history: UsedHistory
  readonly isAnonymous: boolean
}

const Empty = ({ isAnonymous }: { readonly isAnonymous: boolean }) => (
  <div className="pad mb-empty">
    {isAnonymous ? (
      <p className="muted">
        {migrationTexts.loginFirst} <Link href={accessNotices.login_required.href}>{labels.login}</Link>
      </p>
    ) : (
      <>
        <p>
          <b>{migrationTexts.none}</b>
        </p>
        <p className="muted sm">{migrationTexts.noneWhy}</p>
      </>
    )}
  </div>
)

const Loading = () => (
  <div className="pad mb-loading" role="status">
    <p className="vh">{migrationTexts.loading}</p>
    <i />
    <i />
  </div>
)

const Shown = ({ history, isAnonymous }: HistoryStageProps) => {
  const { phase, items, total, more } = history
  if (items.length === 0) {
    if (phase === 'loading') return <Loading />
    return phase === 'loaded' || isAnonymous ? <Empty isAnonymous={isAnonymous} /> : <div className="pad mb-empty" />
  }
  return (
    <>
      <ul className="mb-list" aria-label={migrationTexts.requests}>
        {items.map((migration) => (
          <HistoryRow key={migration.id} migration={migration} />
        ))}
      </ul>
      {items.length < total && phase !== 'failed' ? (
        <div className="mb-more">
          <button type="button" className="btn sm" aria-disabled={phase === 'loading'} onClick={more}>
            {phase === 'loading' ? labels.loading : migrationTexts.more}
          </button>
        </div>
      ) : null}
    </>
  )
}

/** The last stage: earlier requests, newest first, with where each stands. */
export const HistoryStage = ({ history, isAnonymous }: HistoryStageProps) => {
  const { phase, items, total, error = '', retry } = history
  const facts = items.length === 0 ? [] : [migrationTexts.records(total), migrationTexts.newestFirst]
  return (
    <Stage
      name={migrationTexts.history}
      node={items.length === 0 ? 'absent' : 'step'}
      facts={facts}
      line={items.length === 0 ? 'none' : 'drawn'}
    >
      {phase === 'failed' && items.length === 0 ? null : (
        <section className="card mb-history" aria-labelledby="history-title">
          <h2 id="history-title">{migrationTexts.requests}</h2>
          <Shown history={history} isAnonymous={isAnonymous} />
        </section>
      )}
      {phase === 'failed' ? (
        <FailedSheet error={{ code: 'failed', title: migrationTexts.historyFailed, message: error }} onRetry={retry} />
      ) : null}
    </Stage>
  )
}
