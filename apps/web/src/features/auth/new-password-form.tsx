import { useId } from 'react'
import * as v from 'valibot'
import { SubmitButton, TextButton } from '../../components/ui/button.tsx'
import { NewPasswordFields } from '../../components/ui/field.tsx'
import { FormAlert } from '../../components/ui/form-alert.tsx'
import { loadAccount } from '../../lib/session/load-account.ts'
import { accountNotice, type Failure, useAction } from '../../lib/session/requests.ts'
import { confirmed, newPassword, useForm } from '../../lib/page/form.ts'
import { authTexts } from '../../texts/auth.ts'
import { EntryForm, EntryHead, MailCodeField } from './entry.tsx'
import { blameFor, mailCode } from './form-rules.ts'

const { reset: texts } = authTexts

/**
 * The proof that the user has received the mail: the token of its link, its code with the address, or the session that a confirmation has
 * just started.
 */
export type MailProof =
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'code'; readonly email: string }
  | { readonly kind: 'session' }

interface NewPasswordFormProps {
  readonly proof: MailProof
  readonly onDone: () => void
  /** Goes back to the form that requests a message. */
  readonly onAsk?: () => void
}

const plainForm = v.pipe(v.object({ code: v.string(), ...newPassword }), confirmed())
const formWithCode = v.pipe(v.object({ code: mailCode, ...newPassword }), confirmed())

const setPassword = async (proof: MailProof, { code, password }: v.InferOutput<typeof plainForm>): Promise<void> => {
  const { client, keeper } = await loadAccount()
  if (proof.kind === 'session') {
    await client.call('auth.password', { body: { new_password: password } })
    return
  }
  const shown = proof.kind === 'token' ? { token: proof.token } : { email: proof.email, code }
  await client.call('auth.reset', { body: { ...shown, password } })
  // The reset ended every session of the account, possibly also this browser's.
  void keeper.load()
}

const isSpent = ({ code }: Failure): boolean => code === 'token_invalid' || code === 'code_invalid'

/** Sets a new password with a proof from the mail. */
export const NewPasswordForm = ({ proof, onDone, onAsk }: NewPasswordFormProps) => {
  const alertId = useId()
  const { isBusy, failure, problem, perform } = useAction()
  const { errors, form } = useForm(proof.kind === 'code' ? formWithCode : plainForm, (values) => {
    const set = async (): Promise<void> => {
      await setPassword(proof, values)
      onDone()
    }
    void perform(set, { onFailure: accountNotice(texts.failed) })
  })
  const blame = blameFor(failure, alertId)
  return (
    <EntryForm {...form} aria-busy={isBusy}>
      <EntryHead isFocused title={texts.title}>
        {proof.kind === 'session' ? texts.firstLead : texts.lead}
      </EntryHead>
      <FormAlert id={alertId} notice={problem}>
        {failure !== undefined && onAsk !== undefined && isSpent(failure) ? (
          <TextButton onClick={onAsk}>{texts.ask}</TextButton>
        ) : null}
      </FormAlert>
      {proof.kind === 'code' ? <MailCodeField error={errors.code} blamedBy={blame('code')} /> : null}
      <NewPasswordFields
        labels={{ password: authTexts.newPassword, confirmation: authTexts.confirmPassword }}
        errors={errors}
        blamedBy={blame('password')}
      />
      <SubmitButton isBusy={isBusy} label={texts.submit} busyLabel={texts.busy} />
    </EntryForm>
  )
}
