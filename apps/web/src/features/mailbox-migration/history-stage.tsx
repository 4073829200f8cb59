import type { Migration } from '@netbox/contract'
import { accessNotices, labels } from '@netbox/product'
import { createElement, useEffect } from 'react'
import { Link } from 'wouter'
import { Stage } from '../../components/trace/trace.tsx'
import { deferred } from '../../lib/deferred.ts'
import { showPageFailure } from '../../lib/page-failure.ts'
import { useSession } from '../../lib/session-state.ts'
import { migrationTexts } from '../../texts/mailbox-migration.ts'
import { HistorySheet, LoadingRows } from './history-sheet.tsx'
import * as panel from '../../components/ui/panel.module.css'
import * as styles from './history-stage.module.css'

interface HistoryStageProps {
  /** The last request that this page has recorded. */
  readonly recorded: Migration | undefined
}

// Visitors have no history, and load no code for it.
const ownHistory = deferred<HistoryStageProps>('src/features/mailbox-migration/own-history.tsx', async () =>
  import('./own-history.tsx').then(({ OwnHistory }) => OwnHistory),
)

/** The last stage: earlier requests, newest first, with their states. */
export const HistoryStage = ({ recorded }: HistoryStageProps) => {
  const { status, user } = useSession()
  const OwnHistory = ownHistory.use()
  const isSignedIn = user !== undefined
  useEffect(() => {
    // A failure shows an error and does not reload the page, because the form above may be filled in.
    if (isSignedIn) ownHistory.load().catch(() => showPageFailure(true))
  }, [isSignedIn])
  if (isSignedIn && OwnHistory !== undefined) return createElement(OwnHistory, { recorded })
  return (
    <Stage name={migrationTexts.history} node="absent" line="none">
      <HistorySheet>
        {isSignedIn ? (
          <LoadingRows />
        ) : (
          <div className={`${panel.pad} ${styles.mbEmpty}`}>
            {status === 'anonymous' ? (
              <p className="muted">
                {migrationTexts.loginFirst} <Link href={accessNotices.login_required.href}>{labels.login}</Link>
              </p>
            ) : null}
          </div>
        )}
      </HistorySheet>
    </Stage>
  )
}
