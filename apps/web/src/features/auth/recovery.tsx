import { useState } from 'react'
import { Link } from 'wouter'
import { authTexts } from '../../texts/auth.ts'
import { ArrivedLine } from './mail-lines.tsx'
import { forgetToken, useMailToken } from './mail-token.ts'
import { type MailProof, NewPasswordForm } from './new-password-form.tsx'
import { RecoverForm } from './recover-form.tsx'
import { RecoverySent } from './recovery-sent.tsx'
import { useHeadingFocus } from './use-heading-focus.ts'
import * as button from '../../components/ui/button.module.css'
import * as styles from './auth.module.css'

type Stage =
  | { readonly name: 'ask' }
  | { readonly name: 'sent'; readonly email: string }
  | { readonly name: 'code'; readonly email: string }
  | { readonly name: 'done' }

const { reset: texts, login } = authTexts

const Done = () => {
  const heading = useHeadingFocus()
  return (
    <div className={styles.entryForm}>
      <ArrivedLine />
      <h1 ref={heading} tabIndex={-1}>
        {texts.doneTitle}
      </h1>
      <p className="muted">{texts.done}</p>
      <div className={styles.entryActions}>
        <Link className={`${button.btn} ${button.go}`} href="/login">
          {login.submit}
        </Link>
      </div>
    </div>
  )
}

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
