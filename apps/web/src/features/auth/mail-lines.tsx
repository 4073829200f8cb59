import type { ReactNode } from 'react'

const Line = ({ children }: { readonly children: ReactNode }) => (
  <svg
    className="entry-line"
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

/** A message on its way: sent, and not yet there. */
export const SentLine = () => (
  <Line>
    <path d="M12 20h92M104 8h38v24h-38zM104 9l19 14 19-14" />
    <path d="M146 20h80" stroke="var(--control)" strokeWidth="1.5" strokeDasharray="4 4" />
    <circle cx="236" cy="20" r="8" stroke="var(--control)" strokeWidth="1.5" strokeDasharray="4 3" />
  </Line>
)

/** A message that has come where it was to go. */
export const ArrivedLine = () => (
  <Line>
    <path d="M12 20h92M148 20h80M104 4h44v32h-44z" />
    <circle cx="236" cy="20" r="8" stroke="var(--pass)" strokeWidth="3" />
  </Line>
)
