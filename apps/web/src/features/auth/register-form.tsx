import { checkYourEmail } from '@netbox/product'
import { useId, useState } from 'react'
import { Link } from 'wouter'
import { ButtonLink, SubmitButton } from '../../components/ui/button.tsx'
import { NewPasswordFields } from '../../components/ui/field.tsx'
import { FormAlert, ServiceOff } from '../../components/ui/form-alert.tsx'
import { loadAccount } from '../../lib/session/load-account.ts'
import { useForm } from '../../lib/page/form.ts'
import { alsoInToast, useAction } from '../../lib/session/requests.ts'
import { useServices } from '../../lib/session/services.ts'
import { authTexts } from '../../texts/auth.ts'
import {
  EmailField,
  EntryForm,
  EntryHead,
  EntryPart,
  keepRegistration,
  MailPlace,
  Resend,
  SentLine,
  useResend,
} from './entry.tsx'
import { blameFor, registrationForm, registrationNotice } from './form-rules.ts'
import { useEntry } from './entry-paths.ts'

/** The end of a registration whose address must be confirmed. */
const CheckYourEmail = ({ email }: { readonly email: string }) => {
  const state = useResend()
  return (
    <EntryPart>
      <SentLine />
      <EntryHead isFocused title={checkYourEmail.title} />
      <MailPlace sent={checkYourEmail.message(email)} />
      <div className="flex flex-wrap gap-3">
        <ButtonLink variant="primary" href="/login">
          {checkYourEmail.signIn}
        </ButtonLink>
        <ButtonLink href="/confirm">{authTexts.sent.typeCode}</ButtonLink>
      </div>
      <p className="sm muted">
        {authTexts.sent.nothing}{' '}
        <Resend state={state} label={authTexts.sent.again} onSend={() => void state.send(email)} />
      </p>
    </EntryPart>
  )
}

const { register: texts } = authTexts

/** Creates an account, and ends with 'Check Your Email' if its address must be confirmed; otherwise the page redirects. */
export const RegisterForm = () => {
  useEntry()
  const alertId = useId()
  const [sentTo, setSentTo] = useState<string>()
  const isOff = useServices().isOff('registration')
  const { failure, problem, isBusy, perform } = useAction()
  const { errors, form } = useForm(registrationForm, async ({ email, password }) => {
    const register = async () => (await loadAccount()).session.register(email, password)
    const outcome = await perform(register, { onFailure: alsoInToast(registrationNotice) })
    if (outcome?.kind !== 'confirmation_required') return
    keepRegistration(outcome.email, outcome.resendToken)
    setSentTo(outcome.email)
  })
  if (sentTo !== undefined) return <CheckYourEmail email={sentTo} />
  const blame = blameFor(failure, alertId)
  return (
    <EntryForm {...form} aria-busy={isBusy}>
      <EntryHead title={texts.title}>{texts.lead}</EntryHead>
      <ServiceOff service="registration" isOff={isOff}>
        <Link href="/">{texts.withoutAccount}</Link>
      </ServiceOff>
      <FormAlert id={alertId} notice={problem} />
      <EmailField autoComplete="email" error={errors.email} blamedBy={blame('email')} />
      <NewPasswordFields
        labels={{ password: authTexts.password, confirmation: authTexts.confirmPassword }}
        errors={errors}
        blamedBy={blame('password')}
      />
      <SubmitButton isBusy={isBusy} label={texts.submit} busyLabel={texts.busy} isOff={isOff} />
      <noscript>{authTexts.needsScript}</noscript>
      <p className="sm muted">
        {texts.haveAccount} <Link href="/login">{texts.signIn}</Link>
      </p>
    </EntryForm>
  )
}
