import type { ApiToken } from '@netbox/contract'
import { useState } from 'react'
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx'
import { FormAlert } from '../../../components/ui/form-alert.tsx'
import { PartState } from '../../../components/ui/part-state.tsx'
import { loadApi } from '../../../lib/api.ts'
import { accountNotice } from '../../../lib/failure.ts'
import { useLoaded } from '../../../lib/use-loaded.ts'
import { accountTexts } from '../../../texts/account.ts'
import { useDeed } from '../use-deed.ts'
import { NewToken } from './new-token.tsx'
import { tokenBody, type TokenDraft } from './token-draft.ts'
import { TokenForm } from './token-form.tsx'
import { TokenList } from './token-list.tsx'

const { tokens: texts } = accountTexts

/** Lists and revokes API tokens, and creates them if the plan includes them. */
export const OwnTokens = ({ canCreate }: { readonly canCreate: boolean }) => {
  const tokens = useLoaded('tokens', async (signal) => (await (await loadApi()).call('tokens.list', { signal })).tokens)
  const [fresh, setFresh] = useState<string>()
  const [asked, ask] = useState<ApiToken>()
  const creation = useDeed(accountNotice(texts.failed))
  const revocation = useDeed(accountNotice(texts.revokeFailed))
  const create = async (draft: TokenDraft): Promise<boolean> => {
    const body = tokenBody(draft, Date.now())
    const answer = await creation.perform(async (client) => client.call('tokens.create', { body }), texts.created)
    if (answer === undefined) return false
    setFresh(answer.token)
    tokens.change((all) => [answer.api_token, ...all])
    return true
  }
  const revoke = async ({ id }: ApiToken): Promise<void> => {
    const answer = await revocation.perform(
      async (client) => client.call('tokens.revoke', { params: { id } }),
      texts.revoked,
    )
    ask(undefined)
    if (answer !== undefined) tokens.change((all) => all.filter((token) => token.id !== id))
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
      {tokens.value === undefined || (tokens.value.length === 0 && !canCreate) ? null : (
        <TokenList tokens={tokens.value} isBusy={revocation.isBusy} onRevoke={ask} />
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
