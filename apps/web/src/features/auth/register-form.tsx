import { useId, useState } from 'react'
import { Link } from 'wouter'
import { FormAlert } from '../../components/ui/form-alert.tsx'
import { NewPasswordFields } from '../../components/ui/password-field.tsx'
import { ServiceOff } from '../../components/ui/service-off.tsx'
import { SubmitButton } from '../../components/ui/submit-button.tsx'
import { TextField } from '../../components/ui/text-field.tsx'
import { loadAccount } from '../../lib/api.ts'
import { toast } from '../../lib/toasts.ts'
import { MIN_PASSWORD } from '../../lib/new-password.ts'
import { useForm } from '../../lib/use-form.ts'
import { useRequest } from '../../lib/use-request.ts'
import { useServices } from '../../lib/use-services.ts'
import { authTexts } from '../../texts/auth.ts'
import { fieldTexts } from '../../texts/fields.ts'
import { CheckYourEmail } from './check-your-email.tsx'
import { EntryHead } from './entry-head.tsx'
import { blamedField, registrationNotice } from './failures.ts'
import { checkRegistration } from './form-checks.ts'
import * as styles from './auth.module.css'

const { register: texts } = authTexts

/** Creates an account, and ends with 'Check Your Email' if its address must be confirmed; otherwise the page redirects. */
export const RegisterForm = () => {
  const alertId = useId()
  const [sentTo, setSentTo] = useState<string>()
  const isOff = useServices().isOff('registration')
  const request = useRequest((failure) => toast('critical', registrationNotice(failure)))
  const register = async ({ email, password }: { email: string; password: string }) => {
    const outcome = await (await loadAccount()).session.register(email.trim(), password)
    if (outcome.kind === 'confirmation_required') setSentTo(outcome.email)
  }
  const { errors, form } = useForm(['email', 'password', 'confirmation'], checkRegistration, (values) => {
    void request.send(async () => register(values))
  })
  if (sentTo !== undefined) return <CheckYourEmail email={sentTo} />
  const { failure, isBusy } = request
  const blamed = failure === undefined ? undefined : blamedField(failure)
  const blame = (name: string) => (blamed === name ? alertId : undefined)
  return (
    <form {...form} className={styles.entryForm} aria-busy={isBusy}>
      <EntryHead title={texts.title}>{texts.lead}</EntryHead>
      <ServiceOff service="registration" isOff={isOff}>
        <Link href="/">{texts.withoutAccount}</Link>
      </ServiceOff>
      <FormAlert id={alertId} notice={failure === undefined ? undefined : registrationNotice(failure)} />
      <TextField
        label={authTexts.email}
        name="email"
        type="email"
        autoComplete="email"
        required
        error={errors.email}
        blamedBy={blame('email')}
      />
      <NewPasswordFields
        labels={{ password: authTexts.password, confirmation: authTexts.confirmPassword }}
        errors={errors}
        blamedBy={blame('password')}
        hint={fieldTexts.passwordRule(MIN_PASSWORD)}
      />
      <SubmitButton isBusy={isBusy} label={texts.submit} busyLabel={texts.busy} isOff={isOff} />
      <noscript>{authTexts.needsScript}</noscript>
      <p className="sm muted">
        {texts.haveAccount} <Link href="/login">{texts.signIn}</Link>
      </p>
    </form>
  )
}
