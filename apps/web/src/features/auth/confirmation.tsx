import { labels, type Notice } from '@netbox/product'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { Link } from 'wouter'
import { Button, ButtonLink, SubmitButton } from '../../components/ui/button.tsx'
import { FormAlert } from '../../components/ui/form-alert.tsx'
import { loadAccount } from '../../lib/session/load-account.ts'
import { useServices } from '../../lib/session/services.ts'
import { accountNotice, type Failure, useAction } from '../../lib/session/requests.ts'
import { useForm } from '../../lib/page/form.ts'
import { REGISTRATION_KEY, storage } from '../../lib/page/storage.ts'
import { authTexts } from '../../texts/auth.ts'
import {
  ArrivedLine,
  EmailField,
  EntryForm,
  EntryHead,
  EntryPart,
  MailCodeField,
  Resend,
  SentLine,
  useResend,
} from './entry.tsx'
import { blameFor, codeForm } from './form-rules.ts'
import { forgetToken, useMailToken } from './mail-token.ts'
import { NewPasswordForm } from './new-password-form.tsx'
import { DASHBOARD } from './entry-paths.ts'

const { confirm: texts } = authTexts

interface CodeFormProps {
  /** The error of the link in the mail, if the user opened one. */
  readonly spent: Notice | undefined
  readonly confirm: (proof: { email: string; code: string }) => Promise<void>
}

/** Accepts the code from the mail, and sends another one to the address in the form. */
const CodeForm = ({ spent, confirm }: CodeFormProps) => {
  const alertId = useId()
  const email = useRef<HTMLInputElement>(null)
  const resend = useResend()
  const { mail } = useServices()
  const { isBusy, failure, problem, perform } = useAction()
  const { errors, form } = useForm(
    codeForm,
    (proof) => void perform(async () => confirm(proof), { onFailure: accountNotice(texts.failed) }),
  )
  const blame = blameFor(failure, alertId)
  const again = () => {
    const address = email.current?.value.trim() ?? ''
    if (address === '') email.current?.focus()
    else void resend.send(address)
  }
  return (
    <EntryForm {...form} aria-busy={isBusy}>
      <EntryHead title={texts.title}>{texts.lead}</EntryHead>
      <FormAlert id={alertId} notice={problem ?? spent} />
      <EmailField ref={email} error={errors.email} blamedBy={blame('email')} />
      <MailCodeField error={errors.code} blamedBy={blame('code')} />
      <SubmitButton isBusy={isBusy} label={texts.submit} busyLabel={texts.busy} />
      <noscript>{authTexts.needsScript}</noscript>
      <p className={`sm muted ${mail === 'none' ? 'invisible' : ''}`}>
        {authTexts.sent.nothing} <Resend state={resend} label={authTexts.sent.again} onSend={again} />
      </p>
      <p className="sm muted">
        <Link href="/login">{authTexts.recover.back}</Link>
      </p>
    </EntryForm>
  )
}

interface Owner {
  readonly email: string
  /** Whether the user chooses a password before the next sign-in. */
  readonly needsPassword: boolean
}

/** Confirms an address and signs in; returns its owner. */
const confirm = async (body: { token: string } | { email: string; code: string }): Promise<Owner> => {
  const { client, session } = await loadAccount()
  const answer = await client.call('auth.confirm', { body })
  storage.remove(REGISTRATION_KEY)
  return { email: session.setSession(answer).email, needsPassword: answer.password_required === true }
}

const Confirmed = ({ email }: { readonly email: string }) => (
  <EntryPart>
    <ArrivedLine />
    <EntryHead isFocused title={texts.doneTitle}>
      {texts.done(email)}
    </EntryHead>
    <div className="flex flex-wrap gap-3">
      <ButtonLink variant="primary" href={DASHBOARD}>
        {texts.dashboard}
      </ButtonLink>
    </div>
  </EntryPart>
)

const Confirming = ({ notice, onRetry }: { notice: Notice | undefined; onRetry: () => void }) => (
  <EntryPart>
    <SentLine />
    <EntryHead title={texts.title} />
    {notice === undefined ? <p role="status">{texts.busy}</p> : null}
    <FormAlert notice={notice}>
      <Button isSmall onClick={onRetry}>
        {labels.retry}
      </Button>
    </FormAlert>
  </EntryPart>
)

/**
 * Confirms the address of a new account: at once with the link from the mail, or with a typed code. Asks for a new password if the service
 * has removed it.
 */
export const Confirmation = () => {
  const mailToken = useMailToken()
  const [owner, setOwner] = useState<Owner>()
  const { problem, perform } = useAction()
  const onFailure = (failure: Failure): Notice => {
    // After other errors, the same token may still work.
    if (failure.code === 'token_invalid') forgetToken()
    return accountNotice(texts.failed)(failure)
  }
  const byToken = async (token: string): Promise<void> => {
    const work = async (): Promise<void> => {
      setOwner(await confirm({ token }))
      forgetToken()
    }
    await perform(work, { onFailure })
  }
  const onToken = useEffectEvent((token: string) => void byToken(token))
  useEffect(() => {
    if (mailToken !== undefined) onToken(mailToken)
  }, [mailToken])
  if (owner?.needsPassword === true)
    return <NewPasswordForm proof={{ kind: 'session' }} onDone={() => setOwner({ ...owner, needsPassword: false })} />
  if (owner !== undefined) return <Confirmed email={owner.email} />
  if (mailToken === undefined)
    return <CodeForm spent={problem} confirm={async (code) => setOwner(await confirm(code))} />
  return <Confirming notice={problem} onRetry={() => void byToken(mailToken)} />
}
