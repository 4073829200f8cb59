import { severityWords } from '@netbox/core'
import { Status } from '../../components/ui/glyphs/status-glyph.tsx'
import { faultTexts } from '../../texts/faults.ts'
import { FaultMatrix } from './fault-matrix.tsx'
import * as styles from './fault-matrix.module.css'

/** Shows the effect of each fault on each tool. */
export const FaultSection = () => (
  <section className={`${styles.faults} wrap`} data-faults aria-labelledby="faults-title">
    <h2 id="faults-title">{faultTexts.title}</h2>
    <p>
      {faultTexts.lede} <Status severity="critical">{severityWords.critical.label}</Status>{' '}
      <Status severity="warning">{severityWords.warning.label}</Status>
    </p>
    <FaultMatrix />
  </section>
)
