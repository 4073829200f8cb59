import { type KeyboardEvent, useId, useState } from 'react'
import { chipClass } from '../ui/chips.tsx'
import { SimulatedGlyph } from '../ui/glyphs/trace-glyphs.tsx'
import { reportTexts } from '../../texts/report.ts'

/** Shows that a result is simulated. The reason appears on hover and focus; Escape hides it. */
export const SimulatedMark = () => {
  const id = useId()
  const [isDismissed, setDismissed] = useState(false)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setDismissed(true)
  }
  const onReturn = () => setDismissed(false)
  const shown = isDismissed ? '' : 'group-focus-within:visible group-hover:visible'
  return (
    <span data-mark className="group relative flex-none" onMouseLeave={onReturn} onKeyDown={onKeyDown}>
      <button
        type="button"
        className={`${chipClass({ variant: 'simulated' })} cursor-help`}
        aria-describedby={id}
        onBlur={onReturn}
      >
        <SimulatedGlyph />
        {reportTexts.simulated}
      </button>
      <span
        role="tooltip"
        id={id}
        // The part above the tooltip keeps it open while the pointer moves to it.
        className={`invisible absolute top-[calc(100%+4px)] right-0 z-5 w-max max-w-[min(300px,76vw)] border border-sim-edge bg-sheet px-3 py-2 text-sm leading-ui shadow-float before:absolute before:inset-x-0 before:-top-1.5 before:h-1.5 print:hidden ${shown}`}
      >
        {reportTexts.simulatedWhy}
      </span>
    </span>
  )
}
