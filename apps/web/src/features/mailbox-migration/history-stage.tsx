import { accessNotices, labels } from '@netbox/product'
import { createElement, useEffect } from 'react'
import { Link } from 'wouter'
import { Stage } from '../../components/trace/trace.tsx'
import { deferred } from '../../lib/deferred.ts'
import { showPageFailure } from '../../lib/page-failure.ts'
import { migrationTexts } from '../../texts/mailbox-migration.ts'
import type { UsedHistory } from './use-history.ts'
import * as panel from '../../components/ui/panel.module.css'
import * as styles from './history-stage.module.css'

// Visitors have no history.
const known = deferred<{ readonly history: UsedHistory }>(
  'src/features/mailbox-migration/known-history.tsx',
  async () => import('./known-history.tsx').then(({ KnownHistory }) => KnownHistory),
)

interface HistoryStageProps {
  readonly history: UsedHistory
  readonly isAnonymous: boolean
}

const Empty = ({ isAnonymous }: { readonly isAnonymous: boolean }) => (
  <div className={`${panel.pad} ${styles.mbEmpty}`}>
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
  <div className={`${panel.pad} ${styles.mbLoading}`} role="status">
    <p className="vh">{migrationTexts.loading}</p>
    <i />
    <i />
  </div>
)

const Nothing = ({ history: { phase }, isAnonymous }: HistoryStageProps) => {
  const isCertain = phase === 'loaded' || isAnonymous
  return (
    <section className={`${panel.card} ${styles.mbHistory}`} aria-labelledby="history-title">
      <h2 id="history-title">{migrationTexts.requests}</h2>
      {phase === 'loading' ? <Loading /> : null}
      {phase !== 'loading' && isCertain ? <Empty isAnonymous={isAnonymous} /> : null}
      {phase !== 'loading' && !isCertain ? <div className={`${panel.pad} ${styles.mbEmpty}`} /> : null}
    </section>
  )
}

/** The last stage: earlier requests, newest first, with their states. */
export const HistoryStage = ({ history, isAnonymous }: HistoryStageProps) => {
  const { phase, items, total } = history
  const isKnown = items.length > 0 || phase === 'failed'
  const Known = known.use()
  useEffect(() => {
    // Doesn't reload the page, because the form above may be filled in.
    if (isKnown) known.load().catch(() => showPageFailure(true))
  }, [isKnown])
  const facts = items.length === 0 ? [] : [migrationTexts.records(total), migrationTexts.newestFirst]
  return (
    <Stage
      name={migrationTexts.history}
      node={items.length === 0 ? 'absent' : 'step'}
      facts={facts}
      line={items.length === 0 ? 'none' : 'drawn'}
    >
      {isKnown && Known !== undefined ? (
        createElement(Known, { history })
      ) : (
        <Nothing history={isKnown ? { ...history, phase: 'loading' } : history} isAnonymous={isAnonymous} />
      )}
    </Stage>
  )
}
