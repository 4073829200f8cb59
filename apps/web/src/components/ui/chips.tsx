import { badges } from '@netbox/core'
import type { ReactNode } from 'react'

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
export const chipClass = ({ variant = 'outline', isSmall = false }: ChipLook): string =>
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
