import { checkYourEmail } from '@netbox/product'
import { Link } from 'wouter'
import { authTexts } from '../../texts/auth.ts'
import { Resend, useResend } from './resend.tsx'
import { MailPlace, SentLine } from './mail-lines.tsx'
import { useHeadingFocus } from './use-heading-focus.ts'
import * as button from '../../components/ui/button.module.css'
import * as styles from './auth.module.css'

/** The end of a registration whose address must be confirmed. */
export const CheckYourEmail = ({ email }: { readonly email: string }) => {
  const state = useResend()
  const heading = useHeadingFocus()
  return (
    <div className={styles.entryForm}>
      <SentLine />
      <h1 ref={heading} tabIndex={-1}>
        {checkYourEmail.title}
      </h1>
      <MailPlace sent={checkYourEmail.message(email)} />
      <div className={styles.entryActions}>
        <Link className={`${button.btn} ${button.go}`} href="/login">
          {checkYourEmail.signIn}
        </Link>
        <Link className={button.btn} href="/confirm">
          {authTexts.sent.typeCode}
        </Link>
      </div>
      <p className="sm muted">
        {authTexts.sent.nothing}{' '}
        <Resend state={state} label={authTexts.sent.again} onSend={() => void state.send(email)} />
      </p>
    </div>
  )
}
