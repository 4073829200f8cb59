import { type RefObject, useId } from 'react'
import { FormAlert } from '../../components/ui/form-alert.tsx'
import { NewPasswordFields } from '../../components/ui/password-field.tsx'
import { SubmitButton } from '../../components/ui/submit-button.tsx'
import { TextField } from '../../components/ui/text-field.tsx'
import { loadAccount } from '../../lib/api.ts'
import { accountNotice, type Failure } from '../../lib/failure.ts'
import { checkNewPassword, MIN_PASSWORD } from '../../lib/new-password.ts'
import { useForm } from '../../lib/use-form.ts'
import { useRequest } from '../../lib/use-request.ts'
import { authTexts } from '../../texts/auth.ts'
import { fieldTexts } from '../../texts/fields.ts'
import { blamedField } from './failures.ts'
import { checkCode } from './form-checks.ts'
import { useHeadingFocus } from './use-heading-focus.ts'
import * as textButton from '../../components/ui/text-button.module.css'
import * as styles from './auth.module.css'

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

interface NewPasswordValues {
  readonly code: string
  readonly password: string
  readonly confirmation: string
}

const checkWith = (proof: MailProof) => (values: NewPasswordValues) => ({
  ...(proof.kind === 'code' ? checkCode({ email: proof.email, code: values.code }) : {}),
  ...checkNewPassword(values),
})

const setPassword = async (proof: MailProof, { code, password }: NewPasswordValues): Promise<void> => {
  const { client, keeper } = await loadAccount()
  if (proof.kind === 'session') {
    await client.call('auth.password', { body: { new_password: password } })
    return
  }
  const shown = proof.kind === 'token' ? { token: proof.token } : { email: proof.email, code: code.trim() }
  await client.call('auth.reset', { body: { ...shown, password } })
  // The reset ended every session of the account, possibly also this browser's.
  void keeper.load()
}

const isSpent = ({ code }: Failure): boolean => code === 'token_invalid' || code === 'code_invalid'

const Heading = () => {
  const heading: RefObject<HTMLHeadingElement | null> = useHeadingFocus()
  return (
    <h1 ref={heading} tabIndex={-1}>
      {texts.title}
    </h1>
  )
}

/** Sets a new password with a proof from the mail. */
export const NewPasswordForm = ({ proof, onDone, onAsk }: NewPasswordFormProps) => {
  const alertId = useId()
  const { isBusy, failure, send } = useRequest()
  const { errors, form } = useForm(['code', 'password', 'confirmation'], checkWith(proof), (values) => {
    void send(async () => {
      await setPassword(proof, values)
      onDone()
    })
  })
  const blamed = failure === undefined ? undefined : blamedField(failure)
  const blame = (name: string) => (blamed === name ? alertId : undefined)
  return (
    <form {...form} className={styles.entryForm} aria-busy={isBusy}>
      <Heading />
      <p className="muted">{proof.kind === 'session' ? texts.firstLead : texts.lead}</p>
      <FormAlert id={alertId} notice={failure === undefined ? undefined : accountNotice(texts.failed)(failure)}>
        {failure !== undefined && onAsk !== undefined && isSpent(failure) ? (
          <button type="button" className={textButton.textbtn} onClick={onAsk}>
            {texts.ask}
          </button>
        ) : null}
      </FormAlert>
      {proof.kind === 'code' ? (
        <TextField
          label={authTexts.code}
          name="code"
          autoComplete="one-time-code"
          spellCheck={false}
          required
          error={errors.code}
          blamedBy={blame('code')}
          hint={authTexts.codeHint}
        />
      ) : null}
      <NewPasswordFields
        labels={{ password: authTexts.newPassword, confirmation: authTexts.confirmPassword }}
        errors={errors}
        blamedBy={blame('password')}
        hint={fieldTexts.passwordRule(MIN_PASSWORD)}
      />
      <SubmitButton isBusy={isBusy} label={texts.submit} busyLabel={texts.busy} />
    </form>
  )
}
