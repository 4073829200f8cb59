import { useEffect, useState } from 'react'
import { SignalLine } from '../../components/trace/signal-line.tsx'
import { authTexts } from '../../texts/auth.ts'
import * as styles from './auth.module.css'

/** A message in transit. */
export const SentLine = () => (
  <SignalLine className={styles.entryLine}>
    <path d="M12 20h92M104 8h38v24h-38zM104 9l19 14 19-14" />
    <path d="M146 20h80" stroke="var(--control)" strokeWidth="1.5" strokeDasharray="4 4" />
    <circle cx="236" cy="20" r="8" stroke="var(--control)" strokeWidth="1.5" strokeDasharray="4 3" />
  </SignalLine>
)

/** A delivered message. */
export const ArrivedLine = () => (
  <SignalLine className={styles.entryLine}>
    <path d="M12 20h92M148 20h80M104 4h44v32h-44z" />
    <circle cx="236" cy="20" r="8" stroke="var(--pass)" strokeWidth="3" />
  </SignalLine>
)

const MAILBOX = '/dev/mailbox'
const OWN_MACHINE = /^(?:localhost|127\.0\.0\.1|\[::1\])$/

/** Returns whether the service keeps its mail in a mailbox for developers. Only a service on this machine may have one. */
const useDevMailbox = (): boolean => {
  const [isThere, setThere] = useState(false)
  useEffect(() => {
    if (!OWN_MACHINE.test(location.hostname)) return undefined
    const leaving = new AbortController()
    fetch(MAILBOX, { method: 'HEAD', signal: leaving.signal }).then(
      ({ ok }) => setThere(ok),
      () => undefined,
    )
    return () => leaving.abort()
  }, [])
  return isThere
}

/** Says where the mail is: `sent` if the service sends mail. */
export const MailPlace = ({ sent }: { readonly sent: string }) =>
  useDevMailbox() ? (
    <p className="muted">
      {authTexts.sent.kept} <a href={MAILBOX}>{MAILBOX}</a>.
    </p>
  ) : (
    <>
      <p className="muted">{sent}</p>
      <p className="sm muted">{authTexts.sent.lead}</p>
    </>
  )
