import type { Notice } from '@netbox/product'
import { useId, useRef } from 'react'
import { Link } from 'wouter'
import { FormAlert } from '../../components/ui/form-alert.tsx'
import { SubmitButton } from '../../components/ui/submit-button.tsx'
import { TextField } from '../../components/ui/text-field.tsx'
import { accountNotice } from '../../lib/failure.ts'
import { useForm } from '../../lib/use-form.ts'
import { useRequest } from '../../lib/use-request.ts'
import { authTexts } from '../../texts/auth.ts'
import { EntryHead } from './entry-head.tsx'
import { blamedField } from './failures.ts'
import { checkCode } from './form-checks.ts'
import { Resend, useResend } from './resend.tsx'
import * as styles from './auth.module.css'

const { confirm: texts } = authTexts

interface CodeFormProps {
  /** The error of the link in the mail, if the user opened one. */
  readonly spent: Notice | undefined
  readonly confirm: (proof: { email: string; code: string }) => Promise<void>
}

/** Accepts the code from the mail, and sends another one to the address in the form. */
export const CodeForm = ({ spent, confirm }: CodeFormProps) => {
  const alertId = useId()
  const email = useRef<HTMLInputElement>(null)
  const resend = useResend()
  const { isBusy, failure, send } = useRequest()
  const { errors, form } = useForm(['email', 'code'], checkCode, (values) => {
    const proof = { email: values.email.trim(), code: values.code.trim() }
    void send(async () => confirm(proof))
  })
  const notice = failure === undefined ? spent : accountNotice(texts.failed)(failure)
  const blamed = failure === undefined ? undefined : blamedField(failure)
  const again = () => {
    const address = email.current?.value.trim() ?? ''
    if (address === '') email.current?.focus()
    else void resend.send(address)
  }
  return (
    <form {...form} className={styles.entryForm} aria-busy={isBusy}>
      <EntryHead title={texts.title}>{texts.lead}</EntryHead>
      <FormAlert id={alertId} notice={notice} />
      <TextField
        label={authTexts.email}
        name="email"
        type="email"
        autoComplete="username"
        required
        ref={email}
        error={errors.email}
        blamedBy={blamed === 'email' ? alertId : undefined}
      />
      <TextField
        label={authTexts.code}
        name="code"
        autoComplete="one-time-code"
        spellCheck={false}
        required
        error={errors.code}
        blamedBy={blamed === 'code' ? alertId : undefined}
        hint={authTexts.codeHint}
      />
      <SubmitButton isBusy={isBusy} label={texts.submit} busyLabel={texts.busy} />
      <noscript>{authTexts.needsScript}</noscript>
      <p className="sm muted">
        {authTexts.sent.nothing} <Resend state={resend} label={authTexts.sent.again} onSend={again} />
      </p>
      <p className="sm muted">
        <Link href="/login">{authTexts.recover.back}</Link>
      </p>
    </form>
  )
}
