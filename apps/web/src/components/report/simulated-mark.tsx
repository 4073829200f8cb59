import { type KeyboardEvent, useId, useState } from 'react'
import { SimulatedGlyph } from '../ui/glyphs/simulated-glyph.tsx'
import { reportTexts } from '../../texts/report.ts'
import * as chip from '../ui/chip.module.css'
import * as styles from './simulated-mark.module.css'

/** Shows that a result is simulated. The reason appears on hover and focus; Escape hides it. */
export const SimulatedMark = () => {
  const id = useId()
  const [isDismissed, setDismissed] = useState(false)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setDismissed(true)
  }
  const onReturn = () => setDismissed(false)
  return (
    <span
      data-mark
      className={`${styles.simulated} ${isDismissed ? styles.dismissed : ''}`}
      onMouseLeave={onReturn}
      onKeyDown={onKeyDown}
    >
      <button type="button" className={`${chip.mark} ${styles.mark}`} aria-describedby={id} onBlur={onReturn}>
        <SimulatedGlyph />
        {reportTexts.simulated}
      </button>
      <span role="tooltip" id={id}>
        {reportTexts.simulatedWhy}
      </span>
    </span>
  )
}
