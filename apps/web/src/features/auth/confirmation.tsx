import { labels, type Notice } from '@netbox/product'
import { useEffect, useEffectEvent, useState } from 'react'
import { Link } from 'wouter'
import { FormAlert } from '../../components/ui/form-alert.tsx'
import { loadAccount } from '../../lib/api.ts'
import { accountNotice } from '../../lib/failure.ts'
import { useRequest } from '../../lib/use-request.ts'
import { authTexts } from '../../texts/auth.ts'
import { CodeForm } from './code-form.tsx'
import { ArrivedLine, SentLine } from './mail-lines.tsx'
import { forgetToken, useMailToken } from './mail-token.ts'
import { NewPasswordForm } from './new-password-form.tsx'
import { DASHBOARD } from './next-path.ts'
import { useHeadingFocus } from './use-heading-focus.ts'
import * as buttonStyles from '../../components/ui/button.module.css'
import * as styles from './auth.module.css'

const { confirm: texts } = authTexts

interface Owner {
  readonly email: string
  /** Whether the user chooses a password before the next sign-in. */
  readonly needsPassword: boolean
}

/** Confirms an address and signs in; returns its owner. */
const confirm = async (body: { token: string } | { email: string; code: string }): Promise<Owner> => {
  const { client, session } = await loadAccount()
  const answer = await client.call('auth.confirm', { body })
  return { email: session.setSession(answer).email, needsPassword: answer.password_required === true }
}

const Confirmed = ({ email }: { readonly email: string }) => {
  const heading = useHeadingFocus()
  return (
    <div className={styles.entryForm}>
      <ArrivedLine />
      <h1 ref={heading} tabIndex={-1}>
        {texts.doneTitle}
      </h1>
      <p className="muted">{texts.done(email)}</p>
      <div className={styles.entryActions}>
        <Link className={`${buttonStyles.btn} ${buttonStyles.go}`} href={DASHBOARD}>
          {texts.dashboard}
        </Link>
      </div>
    </div>
  )
}

const Confirming = ({ notice, onRetry }: { notice: Notice | undefined; onRetry: () => void }) => (
  <div className={styles.entryForm}>
    <SentLine />
    <h1>{texts.title}</h1>
    {notice === undefined ? <p role="status">{texts.busy}</p> : null}
    <FormAlert notice={notice}>
      <button type="button" className={`${buttonStyles.btn} sm`} onClick={onRetry}>
        {labels.retry}
      </button>
    </FormAlert>
  </div>
)

/**
 * Confirms the address of a new account: at once with the link from the mail, or with a typed code. Asks for a new password if the service
 * has removed it.
 */
export const Confirmation = () => {
  const mailToken = useMailToken()
  const [owner, setOwner] = useState<Owner>()
  const [spent, setSpent] = useState<Notice>()
  const { failure, send } = useRequest((reason) => {
    // After other errors, the same token may still work.
    if (reason.code !== 'token_invalid') return
    setSpent(accountNotice(texts.failed)(reason))
    forgetToken()
  })
  const byToken = async (token: string): Promise<void> => {
    if (await send(async () => setOwner(await confirm({ token })))) forgetToken()
  }
  const onToken = useEffectEvent((token: string) => void byToken(token))
  useEffect(() => {
    if (mailToken !== undefined) onToken(mailToken)
  }, [mailToken])
  if (owner?.needsPassword === true)
    return <NewPasswordForm proof={{ kind: 'session' }} onDone={() => setOwner({ ...owner, needsPassword: false })} />
  if (owner !== undefined) return <Confirmed email={owner.email} />
  if (mailToken === undefined) return <CodeForm spent={spent} confirm={async (code) => setOwner(await confirm(code))} />
  const notice = failure === undefined ? undefined : accountNotice(texts.failed)(failure)
  return <Confirming notice={notice} onRetry={() => void byToken(mailToken)} />
}
