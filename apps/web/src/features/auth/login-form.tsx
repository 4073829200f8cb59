import type { Login } from '@netbox/contract'
import { loginMessages } from '@netbox/product'
import { useId, useRef, useState } from 'react'
import { Link } from 'wouter'
import { FormAlert } from '../../components/ui/form-alert.tsx'
import { StatusGlyph } from '../../components/ui/glyphs/status-glyph.tsx'
import { PasswordField } from '../../components/ui/password-field.tsx'
import { SubmitButton } from '../../components/ui/submit-button.tsx'
import { TextField } from '../../components/ui/text-field.tsx'
import { loadAccount } from '../../lib/api.ts'
import { toast } from '../../lib/toasts.ts'
import { useForm } from '../../lib/use-form.ts'
import { useRequest } from '../../lib/use-request.ts'
import { authTexts } from '../../texts/auth.ts'
import { BackendBanner } from './backend-banner.tsx'
import { EntryHead } from './entry-head.tsx'
import { blamedField, loginNotice } from './failures.ts'
import { checkLogin } from './form-checks.ts'
import { Resend, useResend } from './resend.tsx'
import { SecondStep } from './second-step.tsx'
import * as styles from './auth.module.css'

const { login: texts } = authTexts

const signIn = async ({ email, password }: { email: string; password: string }) =>
  (await loadAccount()).session.login(email.trim(), password)

/** Reminds the user of the confirmation, and sends it again to the address in the form. */
const ConfirmFirst = ({ emailOf, onMissing }: { emailOf: () => string; onMissing: () => void }) => {
  const state = useResend()
  const onSend = () => {
    const email = emailOf()
    if (email === '') onMissing()
    else void state.send(email)
  }
  return (
    <div className={styles.entryNote}>
      <StatusGlyph severity="info" />
      <p>
        {texts.newHere} {loginMessages.confirmFirst} <Resend state={state} onSend={onSend} />
      </p>
    </div>
  )
}

/** A sign-in with a correct password that still needs the second factor. */
interface Halfway {
  readonly email: string
  readonly finish: Extract<Login, { kind: 'second_factor_required' }>['finish']
}

/** Signs in: with the password, then with the second factor if the account has one. The page redirects after success. */
export const LoginForm = () => {
  const [halfway, setHalfway] = useState<Halfway>()
  if (halfway === undefined) return <PasswordStep onHalfway={setHalfway} />
  return <SecondStep {...halfway} onCancel={() => setHalfway(undefined)} />
}

const PasswordStep = ({ onHalfway }: { readonly onHalfway: (halfway: Halfway) => void }) => {
  const alertId = useId()
  const email = useRef<HTMLInputElement>(null)
  const [isEmailMissing, setEmailMissing] = useState(false)
  const request = useRequest((failure) => toast('critical', loginNotice(failure)))
  const { errors, form } = useForm(['email', 'password'], checkLogin, (values) => {
    setEmailMissing(false)
    void request.send(async () => {
      const login = await signIn(values)
      if (login.kind === 'second_factor_required') onHalfway({ email: values.email.trim(), finish: login.finish })
    })
  })
  const { failure, isBusy } = request
  const blamed = failure === undefined ? undefined : blamedField(failure)
  const askForEmail = () => {
    setEmailMissing(true)
    email.current?.focus()
  }
  return (
    <form {...form} className={styles.entryForm} aria-busy={isBusy}>
      <EntryHead title={texts.title}>{texts.lead}</EntryHead>
      <BackendBanner />
      <FormAlert id={alertId} notice={failure === undefined ? undefined : loginNotice(failure)} />
      <TextField
        label={authTexts.email}
        name="email"
        type="email"
        autoComplete="username"
        required
        ref={email}
        error={errors.email ?? (isEmailMissing ? authTexts.emailMissing : undefined)}
        blamedBy={blamed === 'email' ? alertId : undefined}
        onInput={() => setEmailMissing(false)}
      />
      <PasswordField
        label={authTexts.password}
        name="password"
        autoComplete="current-password"
        required
        error={errors.password}
        link={<Link href="/reset">{texts.forgot}</Link>}
      />
      <SubmitButton isBusy={isBusy} label={texts.submit} busyLabel={texts.busy} />
      <noscript>{authTexts.needsScript}</noscript>
      <ConfirmFirst emailOf={() => email.current?.value.trim() ?? ''} onMissing={askForEmail} />
      <p className="sm muted">
        {texts.noAccount} <Link href="/register">{texts.register}</Link>
      </p>
    </form>
  )
}
