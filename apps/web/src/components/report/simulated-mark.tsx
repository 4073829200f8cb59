import { type KeyboardEvent, useId, useState } from 'react'
import { SimulatedGlyph } from '../ui/glyphs/simulated-glyph.tsx'
import { reportTexts } from '../../texts/report.ts'
import './simulated-mark.css'

/** Shows that a result is simulated, with the reason on hover and focus, until Escape. */
export const SimulatedMark = () => {
  const id = useId()
  const [isDismissed, setDismissed] = useState(false)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setDismissed(true)
  }
  const onReturn = () => setDismissed(false)
  return (
    <span className={`simulated ${isDismissed ? 'dismissed' : ''}`} onMouseLeave={onReturn} onKeyDown={onKeyDown}>
      <button type="button" className="mark" aria-describedby={id} onBlur={onReturn}>
        <SimulatedGlyph />
        {reportTexts.simulated}
      </button>
      <span role="tooltip" id={id}>
        {reportTexts.simulatedWhy}
      </span>
    </span>
  )
}
