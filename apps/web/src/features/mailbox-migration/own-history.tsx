import type { Migration } from '@netbox/contract'
import { labels } from '@netbox/product'
import { ViewerCache } from '../../components/layouts/viewer-cache.tsx'
import { FailedSheet } from '../../components/report/state-sheets.tsx'
import { Stage } from '../../components/trace/trace.tsx'
import { useSession } from '../../lib/session-state.ts'
import { migrationTexts } from '../../texts/mailbox-migration.ts'
import { HistoryRow } from './history-row.tsx'
import { HistorySheet, LoadingRows } from './history-sheet.tsx'
import { type History, useHistory } from './use-history.ts'
import * as buttonStyles from '../../components/ui/button.module.css'
import * as panel from '../../components/ui/panel.module.css'
import * as styles from './history-stage.module.css'

const None = () => (
  <div className={`${panel.pad} ${styles.mbEmpty}`}>
    <p>
      <b>{migrationTexts.none}</b>
    </p>
    <p className="muted sm">{migrationTexts.noneWhy}</p>
  </div>
)

interface RowsProps extends Pick<History, 'total' | 'isLoading' | 'failure' | 'more'> {
  readonly items: readonly Migration[]
}

const Rows = ({ items, total, isLoading, failure, more }: RowsProps) => (
  <>
    <ul aria-label={migrationTexts.requests}>
      {items.map((migration) => (
        <HistoryRow key={migration.id} migration={migration} />
      ))}
    </ul>
    {items.length < total && failure === undefined ? (
      <div className={styles.mbMore}>
        <button type="button" className={`${buttonStyles.btn} sm`} aria-disabled={isLoading} onClick={more}>
          {isLoading ? labels.loading : migrationTexts.more}
        </button>
      </div>
    ) : null}
  </>
)

interface OwnHistoryProps {
  readonly recorded: Migration | undefined
}

const UserHistory = ({ userId, recorded }: OwnHistoryProps & { readonly userId: string }) => {
  const history = useHistory(userId, recorded)
  const { items, total, failure, retry } = history
  const isEmpty = items === undefined || items.length === 0
  return (
    <Stage
      name={migrationTexts.history}
      node={isEmpty ? 'absent' : 'step'}
      facts={isEmpty ? [] : [migrationTexts.records(total), migrationTexts.newestFirst]}
      line={isEmpty ? 'none' : 'drawn'}
    >
      {isEmpty && failure !== undefined ? null : (
        <HistorySheet>
          {items === undefined ? <LoadingRows /> : isEmpty ? <None /> : <Rows {...history} items={items} />}
        </HistorySheet>
      )}
      {failure === undefined ? null : (
        <FailedSheet
          error={{ code: 'failed', title: migrationTexts.historyFailed, message: failure.message }}
          onRetry={retry}
        />
      )}
    </Stage>
  )
}

/** The requests of the signed-in user. */
export const OwnHistory = ({ recorded }: OwnHistoryProps) => {
  const { user } = useSession()
  return user === undefined ? null : (
    <ViewerCache>
      <UserHistory userId={user.id} recorded={recorded} />
    </ViewerCache>
  )
}
