import type { Login } from '@netbox/contract'
import { loginMessages, registrationMessages } from '@netbox/product'
import { useId, useRef, useState } from 'react'
import { Link } from 'wouter'
import { SubmitButton } from '../../components/ui/button.tsx'
import { PasswordField } from '../../components/ui/field.tsx'
import { FormAlert } from '../../components/ui/form-alert.tsx'
import { StatusGlyph } from '../../components/ui/glyphs/status-glyph.tsx'
import { loadAccount } from '../../lib/session/load-account.ts'
import { useServices } from '../../lib/session/services.ts'
import { useForm } from '../../lib/page/form.ts'
import { alsoInToast, useAction } from '../../lib/session/requests.ts'
import { authTexts } from '../../texts/auth.ts'
import { BackendBanner } from './backend-banner.tsx'
import { EmailField, EntryForm, EntryHead, Resend, useResend } from './entry.tsx'
import { blameFor, loginForm, loginNotice } from './form-rules.ts'
import { SecondStep } from './second-step.tsx'
import { useEntry } from './entry-paths.ts'

const { login: texts } = authTexts

/**
 * Reminds the user of the confirmation, and sends it again to the address in the form. Until the service has said that it sends mail, the
 * place of the button is empty.
 */
const ConfirmFirst = ({ emailOf, onMissing }: { emailOf: () => string; onMissing: () => void }) => {
  const state = useResend()
  const { mail = 'none' } = useServices()
  const onSend = () => {
    const email = emailOf()
    if (email === '') onMissing()
    else void state.send(email)
  }
  return (
    <div className="flex gap-2.5 border-t border-rule-2 pt-4 text-ui text-ink-2 [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:flex-none">
      <StatusGlyph severity="info" />
      <p>
        {texts.newHere} {loginMessages.confirmFirst}{' '}
        <span className={mail === 'none' ? 'invisible' : undefined}>
          <Resend state={state} onSend={onSend} />
        </span>
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
  useEntry()
  const [halfway, setHalfway] = useState<Halfway>()
  if (halfway === undefined) return <PasswordStep onHalfway={setHalfway} />
  return <SecondStep {...halfway} onCancel={() => setHalfway(undefined)} />
}

const PasswordStep = ({ onHalfway }: { readonly onHalfway: (halfway: Halfway) => void }) => {
  const alertId = useId()
  const email = useRef<HTMLInputElement>(null)
  const [isEmailMissing, setEmailMissing] = useState(false)
  const { failure, problem, isBusy, perform } = useAction()
  const { errors, form } = useForm(loginForm, async (values) => {
    setEmailMissing(false)
    const signIn = async () => (await loadAccount()).session.login(values.email, values.password)
    const login = await perform(signIn, { onFailure: alsoInToast(loginNotice) })
    if (login?.kind === 'second_factor_required') onHalfway({ email: values.email, finish: login.finish })
  })
  const askForEmail = () => {
    setEmailMissing(true)
    email.current?.focus()
  }
  return (
    <EntryForm {...form} aria-busy={isBusy}>
      <EntryHead title={texts.title}>{texts.lead}</EntryHead>
      <BackendBanner />
      <FormAlert id={alertId} notice={problem} />
      <EmailField
        ref={email}
        error={errors.email ?? (isEmailMissing ? registrationMessages.emailRequired : undefined)}
        blamedBy={blameFor(failure, alertId)('email')}
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
    </EntryForm>
  )
}
