import type { ApiToken } from '@netbox/contract'
import { useState } from 'react'
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx'
import { FormAlert } from '../../../components/ui/form-alert.tsx'
import { PartState } from '../../../components/ui/part-state.tsx'
import { accountNotice } from '../../../lib/failure.ts'
import { useAction } from '../../../lib/use-action.ts'
import { useData } from '../../../lib/use-data.ts'
import { accountTexts } from '../../../texts/account.ts'
import { NewToken } from './new-token.tsx'
import { tokenBody, type TokenDraft } from './token-draft.ts'
import { TokenForm } from './token-form.tsx'
import { TokenList } from './token-list.tsx'

const { tokens: texts } = accountTexts

/** Lists and revokes API tokens, and creates them if the plan includes them. */
export const OwnTokens = ({ canCreate }: { readonly canCreate: boolean }) => {
  const tokens = useData('tokens.list', {})
  const [fresh, setFresh] = useState<string>()
  const [asked, ask] = useState<ApiToken>()
  const value = tokens.value?.tokens
  const creation = useAction()
  const revocation = useAction()
  const create = async (draft: TokenDraft): Promise<boolean> => {
    const body = tokenBody(draft, Date.now())
    const answer = await creation.perform(async (client) => client.call('tokens.create', { body }), {
      onSuccess: texts.created,
      onFailure: accountNotice(texts.failed),
    })
    if (answer === undefined) return false
    setFresh(answer.token)
    tokens.change((all) => ({ tokens: [answer.api_token, ...all.tokens] }))
    return true
  }
  const revoke = async (token: ApiToken): Promise<void> => {
    const answer = await revocation.perform(
      async (client) => client.call('tokens.revoke', { params: { id: token.id } }),
      { onSuccess: texts.revoked, onFailure: accountNotice(texts.revokeFailed) },
    )
    // The confirmation for another token may be open by now.
    ask((now) => (now === token ? undefined : now))
    if (answer !== undefined) tokens.change((all) => ({ tokens: all.tokens.filter(({ id }) => id !== token.id) }))
  }
  return (
    <>
      <FormAlert notice={creation.problem ?? revocation.problem} />
      {fresh !== undefined ? (
        <NewToken token={fresh} onDone={() => setFresh(undefined)} />
      ) : canCreate ? (
        <TokenForm isBusy={creation.isBusy} onCreate={create} />
      ) : null}
      <PartState of={tokens} failed={texts.loadFailed} lines={2} />
      {value === undefined || (value.length === 0 && !canCreate) ? null : (
        <TokenList tokens={value} isBusy={revocation.isBusy} onRevoke={ask} />
      )}
      {asked === undefined ? null : (
        <ConfirmDialog
          question={texts.ask(asked.name)}
          isBusy={revocation.isBusy}
          onConfirm={() => void revoke(asked)}
          onCancel={() => ask(undefined)}
        />
      )}
    </>
  )
}
