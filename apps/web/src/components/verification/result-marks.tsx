import type { Verification } from '@netbox/contract'
import { verificationTexts } from '../../texts/email-verification.ts'
import { reportTexts } from '../../texts/report.ts'
import { SimulatedGlyph } from '../ui/glyphs/simulated-glyph.tsx'
import './verification.css'

/** Says of one result what else there is to know: that it is a role's address, that it was made up. */
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
