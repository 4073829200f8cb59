import type { Verification } from '@netbox/contract'
import { verificationTexts } from '../../texts/email-verification.ts'
import { reportTexts } from '../../texts/report.ts'
import { SimulatedGlyph } from '../ui/glyphs/simulated-glyph.tsx'
import './verification.css'

/** Shows the notes on a result: a role's address, a simulated result. */
export const ResultMarks = ({ role, simulated }: Pick<Verification, 'role' | 'simulated'>) =>
  role || simulated ? (
    <span className="vf-marks">
      {role ? <span className="chip">{verificationTexts.role}</span> : null}
      {simulated ? (
        <span className="mark">
          <SimulatedGlyph />
          {reportTexts.simulated}
        </span>
      ) : null}
    </span>
  ) : null

/** The mark of results from real mail servers. */
export const RealMark = () => (
  <span className="mark real">
    <svg viewBox="0 0 14 14" fill="none" stroke="currentColor" strokeWidth="1.6" aria-hidden="true">
      <circle cx="7" cy="7" r="5.4" />
      <circle cx="7" cy="7" r="1.7" fill="currentColor" stroke="none" />
    </svg>
    {verificationTexts.realCheck}
  </span>
)
