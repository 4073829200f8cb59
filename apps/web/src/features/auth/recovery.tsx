import { useId, useState } from 'react'
import { Link } from 'wouter'
import { Button, ButtonLink, SubmitButton } from '../../components/ui/button.tsx'
import { FormAlert } from '../../components/ui/form-alert.tsx'
import { useServices } from '../../lib/session/services.ts'
import { accountNotice, useAction } from '../../lib/session/requests.ts'
import { useForm } from '../../lib/page/form.ts'
import { authTexts } from '../../texts/auth.ts'
import { ArrivedLine, EmailField, EntryForm, EntryHead, EntryPart, MailPlace, SentLine } from './entry.tsx'
import { blameFor, emailForm } from './form-rules.ts'
import { forgetToken, useMailToken } from './mail-token.ts'
import { type MailProof, NewPasswordForm } from './new-password-form.tsx'

const { recover: texts, reset, login } = authTexts

/** Requests a link for choosing a new password. The response is the same for every address. */
const RecoverForm = ({ onSent }: { readonly onSent: (email: string) => void }) => {
  const alertId = useId()
  const isOff = useServices().mail === 'none'
  const { isBusy, failure, problem, perform } = useAction()
  const { errors, form } = useForm(emailForm, async (body) => {
    const onFailure = accountNotice(texts.failed)
    const answer = await perform(async (client) => client.call('auth.recover', { body }), { onFailure })
    if (answer !== undefined) onSent(body.email)
  })
  return (
    <EntryForm {...form} aria-busy={isBusy}>
      <EntryHead title={texts.title}>{isOff ? texts.withoutMail : texts.lead}</EntryHead>
      <FormAlert id={alertId} notice={problem} />
      <EmailField error={errors.email} blamedBy={blameFor(failure, alertId)('email')} />
      <SubmitButton isBusy={isBusy} label={texts.submit} busyLabel={texts.busy} isOff={isOff} />
      <noscript>{authTexts.needsScript}</noscript>
      <p className="sm muted flex flex-wrap gap-x-4">
        <Link href="/login">{texts.back}</Link>
        {isOff ? <Link href="/contact">{texts.contact}</Link> : null}
      </p>
    </EntryForm>
  )
}

interface RecoverySentProps {
  readonly email: string
  readonly onCode: () => void
  readonly onOther: () => void
}

/** Says that a link is on its way if the account exists, and offers alternatives. */
const RecoverySent = ({ email, onCode, onOther }: RecoverySentProps) => (
  <EntryPart>
    <SentLine />
    <EntryHead isFocused title={texts.sentTitle} />
    <MailPlace sent={texts.sent(email)} />
    <div className="flex flex-wrap gap-3">
      <Button onClick={onCode}>{authTexts.sent.typeCode}</Button>
      <Button variant="ghost" onClick={onOther}>
        {texts.other}
      </Button>
    </div>
    <p className="sm muted">
      {texts.noMail} <Link href="/contact">{texts.contact}</Link>
    </p>
    <p className="sm muted">
      <Link href="/login">{texts.back}</Link>
    </p>
  </EntryPart>
)

type Stage =
  | { readonly name: 'ask' }
  | { readonly name: 'sent'; readonly email: string }
  | { readonly name: 'code'; readonly email: string }
  | { readonly name: 'done' }

const Done = () => (
  <EntryPart>
    <ArrivedLine />
    <EntryHead isFocused title={reset.doneTitle}>
      {reset.done}
    </EntryHead>
    <div className="flex flex-wrap gap-3">
      <ButtonLink variant="primary" href="/login">
        {login.submit}
      </ButtonLink>
    </div>
  </EntryPart>
)

/** Restores access after a forgotten password, with the link or the code from a message. */
export const Recovery = () => {
  const [stage, go] = useState<Stage>({ name: 'ask' })
  const token = useMailToken()
  const ask = () => {
    forgetToken()
    go({ name: 'ask' })
  }
  const done = () => {
    forgetToken()
    go({ name: 'done' })
  }
  if (stage.name === 'done') return <Done />
  if (token !== undefined || stage.name === 'code') {
    const proof: MailProof =
      stage.name === 'code' ? { kind: 'code', email: stage.email } : { kind: 'token', token: token ?? '' }
    return <NewPasswordForm key={token} proof={proof} onDone={done} onAsk={ask} />
  }
  if (stage.name === 'ask') return <RecoverForm onSent={(email) => go({ name: 'sent', email })} />
  const { email } = stage
  return <RecoverySent email={email} onCode={() => go({ name: 'code', email })} onOther={ask} />
}
