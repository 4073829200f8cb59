import type { Verification } from '@netbox/contract'
import { verificationTexts } from '../../texts/email-verification.ts'
import { reportTexts } from '../../texts/report.ts'
import { SimulatedGlyph } from '../ui/glyphs/simulated-glyph.tsx'
import * as chipStyles from '../ui/chip.module.css'
import * as styles from './verification.module.css'

/** Shows the marks of a result: a role address, a simulated result. */
export const ResultMarks = ({ role, simulated }: Pick<Verification, 'role' | 'simulated'>) =>
  role || simulated ? (
    <span className={styles.vfMarks}>
      {role ? <span className={`${chipStyles.chip} ${styles.chip}`}>{verificationTexts.role}</span> : null}
      {simulated ? (
        <span className={`${chipStyles.mark} ${styles.mark}`}>
          <SimulatedGlyph />
          {reportTexts.simulated}
        </span>
      ) : null}
    </span>
  ) : null

/** The mark of results from real mail servers. */
export const RealMark = () => (
  <span className={`${chipStyles.mark} ${styles.mark} ${chipStyles.real}`}>
    <svg viewBox="0 0 14 14" fill="none" stroke="currentColor" strokeWidth="1.6" aria-hidden="true">
      <circle cx="7" cy="7" r="5.4" />
      <circle cx="7" cy="7" r="1.7" fill="currentColor" stroke="none" />
    </svg>
    {verificationTexts.realCheck}
  </span>
)
