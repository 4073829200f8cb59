import { SignalLine } from '../../components/trace/signal-line.tsx'
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
