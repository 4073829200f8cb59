import type { Tool } from '@netbox/core'
import { createElement, useEffect } from 'react'
import { Trace } from '../../components/trace/trace.tsx'
import { deferred } from '../../lib/deferred.ts'
import { useSession } from '../../lib/session-state.ts'
import { whenTouched } from '../../lib/when-visible.ts'
import { AskStage } from './ask-stage.tsx'
import { forgetOthers, useVerification } from './verification-run.ts'
import type { VerificationState } from './verification-state.ts'

// The code of the stages after the form loads with the first interaction.
const stages = deferred<{ readonly state: VerificationState }>(
  'src/features/email-verification/verification-stages.tsx',
  async () => import('./verification-stages.tsx').then(({ VerificationStages }) => VerificationStages),
)

// Without this code, the list still works, and toasts show the outcome.
const load = (): void => void stages.load().catch(() => undefined)

/** The screen that verifies addresses with real mail servers: the list, the run, the results. */
export const EmailVerification = ({ tool }: { readonly tool: Tool }) => {
  const session = useSession()
  const state = useVerification()
  useEffect(() => {
    if (session.status !== 'loading') forgetOthers(session.user?.id)
  }, [session])
  const hasBegun = state.phase !== 'idle'
  const Stages = stages.use()
  useEffect(() => (hasBegun ? load() : whenTouched(load)), [hasBegun])
  return (
    <div className="wrap">
      <Trace>
        <AskStage tool={tool} />
        {hasBegun && Stages !== undefined ? createElement(Stages, { state }) : null}
      </Trace>
    </div>
  )
}
