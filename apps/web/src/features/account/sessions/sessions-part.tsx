import type { AccountSession, ResponseOf } from '@netbox/contract'
import { useState } from 'react'
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx'
import { FormAlert } from '../../../components/ui/form-alert.tsx'
import { PartState } from '../../../components/ui/part-state.tsx'
import { accountNotice } from '../../../lib/failure.ts'
import { useAction } from '../../../lib/use-action.ts'
import type { Loaded } from '../../../lib/use-data.ts'
import { accountTexts } from '../../../texts/account.ts'
import { Section } from '../section.tsx'
import { SessionRow } from './session-row.tsx'
import * as buttonStyles from '../../../components/ui/button.module.css'
import * as accountStyles from '../account.module.css'

const { sessions: texts } = accountTexts

/** Lists the user's sessions, and signs out one device or all others. */
export const SessionsPart = ({ sessions }: { readonly sessions: Loaded<ResponseOf<'account.sessions'>> }) => {
  const [isAsking, ask] = useState(false)
  const { isBusy, problem, perform } = useAction()
  const onFailure = accountNotice(texts.failed)
  const end = async ({ id }: AccountSession): Promise<void> => {
    const answer = await perform(async (client) => client.call('account.endSession', { params: { id } }), {
      onSuccess: texts.ended,
      onFailure,
    })
    if (answer !== undefined)
      sessions.change((all) => ({ sessions: all.sessions.filter((session) => session.id !== id) }))
  }
  const endOthers = async (): Promise<void> => {
    const answer = await perform(async (client) => client.call('account.endOthers'), {
      onSuccess: texts.endedOthers,
      onFailure,
    })
    ask(false)
    if (answer !== undefined) sessions.change((all) => ({ sessions: all.sessions.filter(({ current }) => current) }))
  }
  const value = sessions.value?.sessions ?? []
  const others = value.filter(({ current }) => !current).length
  return (
    <Section title={texts.title} lead={texts.lead}>
      <FormAlert notice={problem} />
      <PartState of={sessions} failed={texts.loadFailed} />
      {value.length === 0 ? null : (
        <ul className={accountStyles.accDevices} aria-label={texts.list}>
          {value.map((session) => (
            <SessionRow key={session.id} session={session} isBusy={isBusy} onEnd={(chosen) => void end(chosen)} />
          ))}
        </ul>
      )}
      {value.length > 0 && others === 0 ? <p className={`sm muted ${accountStyles.accNote}`}>{texts.alone}</p> : null}
      {others === 0 ? null : (
        <button
          type="button"
          className={`${buttonStyles.btn} sm ${accountStyles.accNote}`}
          aria-disabled={isBusy}
          onClick={() => ask(true)}
        >
          {texts.endOthers}
        </button>
      )}
      {isAsking ? (
        <ConfirmDialog
          question={texts.ask}
          isBusy={isBusy}
          onConfirm={() => void endOthers()}
          onCancel={() => ask(false)}
        />
      ) : null}
    </Section>
  )
}
