import { labels } from '@netbox/product'
import { FailedSheet } from '../../components/report/state-sheets.tsx'
import { migrationTexts } from '../../texts/mailbox-migration.ts'
import { HistoryRow } from './history-row.tsx'
import type { UsedHistory } from './use-history.ts'
import * as buttonStyles from '../../components/ui/button.module.css'
import * as panel from '../../components/ui/panel.module.css'
import * as styles from './history-stage.module.css'

const Rows = ({ items, total, phase, more }: UsedHistory) => (
  <section className={`${panel.card} ${styles.mbHistory}`} aria-labelledby="history-title">
    <h2 id="history-title">{migrationTexts.requests}</h2>
    <ul aria-label={migrationTexts.requests}>
      {items.map((migration) => (
        <HistoryRow key={migration.id} migration={migration} />
      ))}
    </ul>
    {items.length < total && phase !== 'failed' ? (
      <div className={styles.mbMore}>
        <button type="button" className={`${buttonStyles.btn} sm`} aria-disabled={phase === 'loading'} onClick={more}>
          {phase === 'loading' ? labels.loading : migrationTexts.more}
        </button>
      </div>
    ) : null}
  </section>
)

/** The loaded requests, and the reason if more can't be loaded. */
export const KnownHistory = ({ history }: { readonly history: UsedHistory }) => {
  const { phase, items, error = '', retry } = history
  return (
    <>
      {items.length === 0 ? null : <Rows {...history} />}
      {phase === 'failed' ? (
        <FailedSheet error={{ code: 'failed', title: migrationTexts.historyFailed, message: error }} onRetry={retry} />
      ) : null}
    </>
  )
}
