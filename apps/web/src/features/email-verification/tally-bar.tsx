import { verificationTexts } from '../../texts/email-verification.ts'
import { toneClass } from '../../components/verification/status-mark.tsx'
import type { StatusCount } from './tally.ts'
import * as styles from './results-stage.module.css'

interface TallyBarProps {
  readonly tally: readonly StatusCount[]
  /** The number of addresses without a result. */
  readonly waiting: number
  readonly isGoing: boolean
}

/** Shows the number of addresses by status, each as a bar as wide as its share. */
export const TallyBar = ({ tally, waiting, isGoing }: TallyBarProps) => (
  <ul className={styles.vfTally} aria-label={verificationTexts.counts}>
    {tally.map(({ status, appearance, count }) => (
      <li key={status} className={toneClass(status)} data-of={status} style={{ flexGrow: count }}>
        <b>{count}</b> {appearance.label.toLowerCase()}
      </li>
    ))}
    {waiting === 0 ? null : (
      <li className={styles.wait} style={{ flexGrow: waiting }}>
        <b>{waiting}</b> {isGoing ? verificationTexts.running : verificationTexts.notVerified}
      </li>
    )}
  </ul>
)
