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
