import type { AccountSession } from '@netbox/contract'
import { useState } from 'react'
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx'
import { FormAlert } from '../../../components/ui/form-alert.tsx'
import { PartState } from '../../../components/ui/part-state.tsx'
import { accountNotice } from '../../../lib/failure.ts'
import type { Loaded } from '../../../lib/use-loaded.ts'
import { accountTexts } from '../../../texts/account.ts'
import { Section } from '../section.tsx'
import { useDeed } from '../use-deed.ts'
import { SessionRow } from './session-row.tsx'

const { sessions: texts } = accountTexts

/** Lists the user's sessions, and signs out one device or all others. */
export const SessionsPart = ({ sessions }: { readonly sessions: Loaded<AccountSession[]> }) => {
  const [isAsking, ask] = useState(false)
  const { isBusy, problem, perform } = useDeed(accountNotice(texts.failed))
  const end = async ({ id }: AccountSession): Promise<void> => {
    const answer = await perform(async (client) => client.call('account.endSession', { params: { id } }), texts.ended)
    if (answer !== undefined) sessions.change((all) => all.filter((session) => session.id !== id))
  }
  const endOthers = async (): Promise<void> => {
    const answer = await perform(async (client) => client.call('account.endOthers'), texts.endedOthers)
    ask(false)
    if (answer !== undefined) sessions.change((all) => all.filter(({ current }) => current))
  }
  const { value = [] } = sessions
  const others = value.filter(({ current }) => !current).length
  return (
    <Section title={texts.title} lead={texts.lead}>
      <FormAlert notice={problem} />
      <PartState of={sessions} failed={texts.loadFailed} />
      {value.length === 0 ? null : (
        <ul className="acc-devices" aria-label={texts.list}>
          {value.map((session) => (
            <SessionRow key={session.id} session={session} isBusy={isBusy} onEnd={(chosen) => void end(chosen)} />
          ))}
        </ul>
      )}
      {value.length > 0 && others === 0 ? <p className="sm muted acc-note">{texts.alone}</p> : null}
      {others === 0 ? null : (
        <button type="button" className="btn sm acc-note" aria-disabled={isBusy} onClick={() => ask(true)}>
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
