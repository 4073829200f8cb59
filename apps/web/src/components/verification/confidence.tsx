import { confidenceBand, HIGH_CONFIDENCE, MEDIUM_CONFIDENCE } from '@netbox/product'
import * as styles from './verification.module.css'

const WIDTH = 60

const at = (confidence: number): number => (Math.max(0, Math.min(100, confidence)) / 100) * WIDTH

/** Shows a confidence as a point on its scale, a number and the name of its band. */
export const Confidence = ({ value }: { readonly value: number }) => (
  <span className={styles.vfConfidence}>
    <svg viewBox={`0 0 ${WIDTH} 10`} width={WIDTH} height="10" aria-hidden="true">
      <path d={`M0 5h${WIDTH}`} stroke="var(--rule-2)" />
      <path d={`M${at(MEDIUM_CONFIDENCE)} 1v8M${at(HIGH_CONFIDENCE)} 1v8`} stroke="var(--rule-2)" />
      <path d={`M0 5h${at(value)}`} stroke="var(--signal)" strokeWidth="3" />
      <circle cx={at(value)} cy="5" r="4" fill="var(--signal)" />
    </svg>
    <b>{Math.round(value)}</b> {confidenceBand(value)}
  </span>
)
