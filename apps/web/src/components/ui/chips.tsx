import { badges } from '@netbox/core'
import { type ReactNode, type KeyboardEvent, useId, useState } from 'react'
import { SimulatedGlyph } from './glyphs/status-glyph.tsx'
import { reportTexts } from '../../texts/report.ts'

const variants = {
  outline: 'border-rule-2 font-medium text-ink-2',
  solid: 'border-inverse bg-inverse font-medium text-inverse-ink',
  signal: 'border-signal-soft font-medium text-signal',
  current: 'border-current font-medium',
  simulated: 'border-sim-edge bg-sim-wash font-semibold text-sim',
  real: 'border-pass bg-sheet font-semibold text-pass',
}

interface ChipLook {
  /** 'solid' is filled with ink, 'signal' is blue, 'current' has the color of the text around it; the last two are marks of results. */
  readonly variant?: keyof typeof variants
  readonly isSmall?: boolean
}

/** Returns the classes of a chip, for a chip that is a button. */
const chipClass = ({ variant = 'outline', isSmall = false }: ChipLook): string =>
  `inline-flex flex-none items-center gap-1.5 rounded-sm border text-xs leading-none whitespace-nowrap [&>svg]:size-3.5 ${isSmall ? 'h-5 px-1.5' : 'h-6 px-2'} ${variants[variant]}`

interface ChipProps extends ChipLook {
  /** Whether the text is of machines. */
  readonly isMono?: boolean
  /** Utilities for the place of the chip. */
  readonly className?: string
  readonly children: ReactNode
}

/** A short mark next to a name. */
export const Chip = ({ isMono = false, className = '', children, ...look }: ChipProps) => (
  <span className={`${chipClass(look)} ${isMono ? 'mono' : 'font-sans'} ${className}`} data-chip>
    {children}
  </span>
)

/** Marks such as the requirements of a tool. Signed-in users see no Login badge. */
export const Chips = ({ names }: { readonly names: readonly string[] }) =>
  names.map((name) => (
    <Chip key={name} className={name === badges.login ? 'in-data-signed-in:hidden' : ''}>
      {name}
    </Chip>
  ))

interface MarkedProps {
  readonly text: string
  /** The start and end of each match, one pair after the other. */
  readonly ranges: readonly number[]
}

/** A text with its search matches marked. */
export const Marked = ({ text, ranges }: MarkedProps) => {
  const edges = [0, ...ranges, text.length]
  return edges.slice(1).map((end, at) => {
    const start = edges[at] ?? 0
    const part = text.slice(start, end)
    // Every second part is a match.
    return at % 2 === 1 ? <mark key={start}>{part}</mark> : part
  })
}

// Above the tooltip, keeps it open while the pointer moves to it.
const BRIDGE = 'before:absolute before:inset-x-0 before:-top-1.5 before:h-1.5'

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
        className={`invisible absolute top-[calc(100%+4px)] right-0 z-5 w-max max-w-[min(300px,76vw)] border border-sim-edge bg-sheet px-3 py-2 text-sm leading-ui shadow-float ${BRIDGE} print:hidden ${shown}`}
      >
        {reportTexts.simulatedWhy}
      </span>
    </span>
  )
}
