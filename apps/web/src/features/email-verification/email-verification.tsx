import type { Tool } from '@netbox/core'
import { useEffect } from 'react'
import { Trace } from '../../components/trace/trace.tsx'
import { useSession } from '../../lib/session-state.ts'
import { AskStage } from './ask-stage.tsx'
import { ResultsStage } from './results-stage.tsx'
import { RunStage } from './run-stage.tsx'
import { forgetOthers, useVerification } from './verification-run.ts'
import '../../styles/buttons.css'
import '../../styles/chips.css'
import '../../styles/panel.css'
import '../../styles/progress.css'
import '../../styles/report.css'
import './email-verification.css'

/** The screen that asks real mail servers about addresses: the list, the run, what is known of each. */
export const EmailVerification = ({ tool }: { readonly tool: Tool }) => {
  const session = useSession()
  const state = useVerification()
  useEffect(() => {
    if (session.status !== 'loading') forgetOthers(session.user?.id)
  }, [session])
  const hasBegun = state.phase !== 'idle'
  return (
    <div className="wrap">
      <Trace>
        <AskStage tool={tool} />
        {hasBegun ? <RunStage state={state} /> : null}
        {hasBegun ? <ResultsStage state={state} /> : null}
      </Trace>
    </div>
  )
}
