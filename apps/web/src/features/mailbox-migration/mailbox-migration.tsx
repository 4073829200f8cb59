import type { Migration } from '@netbox/contract'
import type { Tool } from '@netbox/core'
import { useState } from 'react'
import { Trace } from '../../components/trace/trace.tsx'
import { HistoryStage } from './history-stage.tsx'
import { MigrationStage } from './migration-stage.tsx'

/** The screen for requests to move a mailbox: the two mailboxes, and the earlier requests. */
export const MailboxMigration = ({ tool }: { readonly tool: Tool }) => {
  const [recorded, setRecorded] = useState<Migration>()
  return (
    <div className="wrap">
      <Trace>
        <MigrationStage tool={tool} onRecorded={setRecorded} />
        <HistoryStage recorded={recorded} />
      </Trace>
    </div>
  )
}
