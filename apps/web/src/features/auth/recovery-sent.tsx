import { Link } from 'wouter'
import { authTexts } from '../../texts/auth.ts'
import { MailPlace, SentLine } from './mail-lines.tsx'
import { useHeadingFocus } from './use-heading-focus.ts'
import * as buttonStyles from '../../components/ui/button.module.css'
import * as styles from './auth.module.css'

const { recover: texts } = authTexts

interface RecoverySentProps {
  readonly email: string
  readonly onCode: () => void
  readonly onOther: () => void
}

/** Says that a link is on its way if the account exists, and offers alternatives. */
export const RecoverySent = ({ email, onCode, onOther }: RecoverySentProps) => {
  const heading = useHeadingFocus()
  return (
    <div className={styles.entryForm}>
      <SentLine />
      <h1 ref={heading} tabIndex={-1}>
        {texts.sentTitle}
      </h1>
      <MailPlace sent={texts.sent(email)} />
      <div className={styles.entryActions}>
        <button type="button" className={buttonStyles.btn} onClick={onCode}>
          {authTexts.sent.typeCode}
        </button>
        <button type="button" className={`${buttonStyles.btn} ${buttonStyles.ghost}`} onClick={onOther}>
          {texts.other}
        </button>
      </div>
      <p className="sm muted">
        {texts.noMail} <Link href="/contact">{texts.contact}</Link>
      </p>
      <p className="sm muted">
        <Link href="/login">{texts.back}</Link>
      </p>
    </div>
  )
}
