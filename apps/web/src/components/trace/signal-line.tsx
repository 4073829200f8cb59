import type { ReactNode } from 'react'

interface SignalLineProps {
  readonly className: string | undefined
  /** The drawn part of the line. */
  readonly children: ReactNode
}

/** Draws one line of a trace, from its source on. */
export const SignalLine = ({ className, children }: SignalLineProps) => (
  <svg
    className={className}
    viewBox="0 0 260 40"
    fill="none"
    stroke="var(--signal)"
    strokeWidth="2.5"
    aria-hidden="true"
  >
    <circle cx="12" cy="20" r="8" fill="var(--signal)" stroke="none" />
    {children}
  </svg>
)
