import { accessNotices, migrationFormMessages, type MigrationValidation, type Notice } from '@netbox/product'
import { Link } from 'wouter'
import { Status } from '../../components/ui/glyphs/status-glyph.tsx'
import { migrationTexts } from '../../texts/mailbox-migration.ts'
import * as buttonStyles from '../../components/ui/button.module.css'
import * as styles from './migration-stage.module.css'

interface SubmitBarProps {
  /** The messages of the form. */
  readonly message: MigrationValidation['message']
  /** Whether the session is known. Until then, the text for visitors appears in the same place. */
  readonly isCertain: boolean
  readonly refusal:
    | { readonly message: string; readonly link: { readonly link: string; readonly href: string } }
    | undefined
  readonly failure: Notice | undefined
  readonly isRecorded: boolean
  readonly isReady: boolean
  readonly isSubmitting: boolean
}

const Message = ({ message, isCertain, refusal }: Pick<SubmitBarProps, 'message' | 'isCertain' | 'refusal'>) => {
  const isLogin = message.kind === 'error' && message.text === migrationFormMessages.loginRequired
  const link = isLogin ? accessNotices.login_required : refusal?.link
  return (
    <p className={isCertain ? styles.mbMessage : `${styles.mbMessage} ${styles.guess}`}>
      <Status severity={message.kind === 'error' ? 'warning' : refusal === undefined ? 'info' : 'warning'}>
        {refusal?.message ?? message.text}
      </Status>
      {link === undefined ? null : <Link href={link.href}>{link.link}</Link>}
    </p>
  )
}

/** The end of the form: its problem or outcome, and the button. */
export const SubmitBar = ({
  message,
  isCertain,
  refusal,
  failure,
  isRecorded,
  isReady,
  isSubmitting,
}: SubmitBarProps) => (
  <div className={styles.mbFoot}>
    <div className={styles.mbWords}>
      <Message message={message} isCertain={isCertain} refusal={refusal} />
      <p className="sm muted">{migrationTexts.encrypted}</p>
      <div role="status">
        {failure === undefined ? null : (
          <p className={styles.mbMessage}>
            <Status severity="critical">
              {failure.title}. {failure.message}
            </Status>
          </p>
        )}
        {isRecorded ? (
          <p className={styles.mbMessage}>
            <Status severity="pass">{migrationTexts.recorded}</Status>
          </p>
        ) : null}
      </div>
    </div>
    <button type="submit" className={`${buttonStyles.btn} ${buttonStyles.go}`} disabled={!isReady}>
      {isSubmitting ? migrationTexts.submitting : migrationTexts.submit}
    </button>
  </div>
)
