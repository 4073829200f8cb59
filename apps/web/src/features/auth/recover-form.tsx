import { useId } from 'react'
import { Link } from 'wouter'
import { FormAlert } from '../../components/ui/form-alert.tsx'
import { SubmitButton } from '../../components/ui/submit-button.tsx'
import { TextField } from '../../components/ui/text-field.tsx'
import { loadApi } from '../../lib/api.ts'
import { accountNotice } from '../../lib/failure.ts'
import { useForm } from '../../lib/use-form.ts'
import { useRequest } from '../../lib/use-request.ts'
import { authTexts } from '../../texts/auth.ts'
import { EntryHead } from './entry-head.tsx'
import { blamedField } from './failures.ts'
import { checkEmail } from './form-checks.ts'
import * as styles from './auth.module.css'

const { recover: texts } = authTexts

/** Requests a link for choosing a new password. The response is the same for every address. */
export const RecoverForm = ({ onSent }: { readonly onSent: (email: string) => void }) => {
  const alertId = useId()
  const { isBusy, failure, send } = useRequest()
  const ask = async (email: string): Promise<void> => {
    await (await loadApi()).call('auth.recover', { body: { email } })
    onSent(email)
  }
  const { errors, form } = useForm(['email'], checkEmail, ({ email }) => void send(async () => ask(email.trim())))
  const isBlamed = failure !== undefined && blamedField(failure) === 'email'
  return (
    <form {...form} className={styles.entryForm} aria-busy={isBusy}>
      <EntryHead title={texts.title}>{texts.lead}</EntryHead>
      <FormAlert id={alertId} notice={failure === undefined ? undefined : accountNotice(texts.failed)(failure)} />
      <TextField
        label={authTexts.email}
        name="email"
        type="email"
        autoComplete="username"
        required
        error={errors.email}
        blamedBy={isBlamed ? alertId : undefined}
      />
      <SubmitButton isBusy={isBusy} label={texts.submit} busyLabel={texts.busy} />
      <noscript>{authTexts.needsScript}</noscript>
      <p className="sm muted">
        <Link href="/login">{texts.back}</Link>
      </p>
    </form>
  )
}
