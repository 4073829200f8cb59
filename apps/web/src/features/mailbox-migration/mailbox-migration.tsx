import type { Tool } from '@netbox/core'
import { Trace } from '../../components/trace/trace.tsx'
import { useSession } from '../../lib/session-state.ts'
import { HistoryStage } from './history-stage.tsx'
import { MigrationStage } from './migration-stage.tsx'
import { useHistory } from './use-history.ts'

/** The screen for requests to move a mailbox: the two mailboxes, and the earlier requests. */
export const MailboxMigration = ({ tool }: { readonly tool: Tool }) => {
  const { status, user } = useSession()
  const history = useHistory(user?.id)
  return (
    <div className="wrap">
      <Trace>
        <MigrationStage tool={tool} onRecorded={history.add} />
        <HistoryStage history={history} isAnonymous={status === 'anonymous'} />
      </Trace>
    </div>
  )
}
