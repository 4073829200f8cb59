import type { Verification } from '@netbox/contract'
import { statusAppearance } from '@netbox/product'
import { verificationTexts } from '../../texts/email-verification.ts'
import { Confidence } from '../../components/verification/confidence.tsx'
import { reasonOf, replyOf } from '../../components/verification/reply.ts'
import type { Row } from './rows.ts'
import { ResultMarks } from '../../components/verification/result-marks.tsx'
import { StatusMark } from '../../components/verification/status-mark.tsx'
import * as styles from './dialogue.module.css'

const SMTP_PORT = 25

const Said = ({ email, result, server }: { email: string; result: Verification; server: string }) => {
  const reply = replyOf(result)
  const { tone } = statusAppearance(result.status)
  return (
    <>
      <div className={styles.vfEnds}>
        <b>{verificationTexts.us}</b>
        <b>
          {server}:{SMTP_PORT}
        </b>
      </div>
      <ol className={styles.vfLife}>
        <li>
          <code>{`RCPT TO:<${email}>`}</code>
        </li>
        <li
          className={`${styles.fro} ${reply === undefined ? styles.lost : ''} ${tone === 'critical' ? styles.bad : ''}`}
        >
          <code>{reply ?? verificationTexts.silence}</code>
        </li>
      </ol>
    </>
  )
}

const Details = ({ result }: { readonly result: Verification }) => (
  <dl>
    <div>
      <dt>{verificationTexts.columns.confidence}</dt>
      <dd>
        <Confidence value={result.confidence} />
      </dd>
    </div>
    <div>
      <dt>{verificationTexts.provider}</dt>
      <dd>{result.provider ?? verificationTexts.unknown}</dd>
    </div>
    <div>
      <dt>{verificationTexts.attempts}</dt>
      <dd>{result.verification_attempts}</dd>
    </div>
  </dl>
)

interface DialogueProps {
  readonly row: Row | undefined
  readonly isGoing: boolean
}

/** Shows the server's reply about the chosen address: the last command and its reply. */
export const Dialogue = ({ row, isGoing }: DialogueProps) => {
  if (row === undefined) return null
  const { email, result } = row
  return (
    <aside className={styles.vfSaid} aria-label={verificationTexts.dialogue}>
      <p className={styles.vfChosen}>
        <code>{email}</code>
        {result === undefined ? null : <StatusMark status={result.status} />}
      </p>
      {result === undefined ? (
        <p className="sm muted">{isGoing ? verificationTexts.stillWaiting : verificationTexts.notAsked}</p>
      ) : (
        <>
          <p className="sm muted">{reasonOf(result)}</p>
          <ResultMarks {...result} />
          {result.smtp_server === null ? (
            <p className="sm muted">{verificationTexts.nobodyAsked}</p>
          ) : (
            <Said email={email} result={result} server={result.smtp_server} />
          )}
          <Details result={result} />
        </>
      )}
    </aside>
  )
}
