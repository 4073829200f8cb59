import type { Migration } from '@netbox/contract'
import { accessNotices, labels } from '@netbox/product'
import { Link } from 'wouter'
import { Stage } from '../../components/stages/stage-list.tsx'
import { PartBoundary } from '../../components/ui/page-boundary.tsx'
import { lazyPart } from '../../lib/page/lazy-part.ts'
import { useSession } from '../../lib/session/session.ts'
import { migrationTexts } from '../../texts/mailbox-migration.ts'
import { HistorySheet, LoadingRows } from './history-sheet.tsx'

interface HistoryStageProps {
  /** The last request that this page has recorded. */
  readonly recorded: Migration | undefined
}

// Visitors have no history, and load no code for it.
const OwnHistory = lazyPart(async () => (await import('./own-history.tsx')).OwnHistory)

const Loading = () => (
  <Stage name={migrationTexts.history} node="absent" line="none">
    <HistorySheet>
      <LoadingRows />
    </HistorySheet>
  </Stage>
)

/** The last stage: earlier requests, newest first, with their states. */
export const HistoryStage = ({ recorded }: HistoryStageProps) => {
  const { status, user } = useSession()
  if (user !== undefined)
    return (
      <PartBoundary fallback={<Loading />}>
        <OwnHistory recorded={recorded} />
      </PartBoundary>
    )
  return (
    <Stage name={migrationTexts.history} node="absent" line="none">
      <HistorySheet>
        <div className="border-t border-rule px-6 py-5 max-md:px-4">
          {status === 'anonymous' ? (
            <p className="muted">
              {migrationTexts.loginFirst} <Link href={accessNotices.login_required.href}>{labels.login}</Link>
            </p>
          ) : null}
        </div>
      </HistorySheet>
    </Stage>
  )
}
