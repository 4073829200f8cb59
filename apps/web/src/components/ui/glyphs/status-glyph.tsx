import type { Severity } from '@netbox/core'
import { type ReactNode, createContext, use } from 'react'

/** The class that gives a severity its color. */
export const severityClass: Readonly<Record<Severity, string>> = {
  critical: 'text-crit',
  warning: 'text-warn',
  info: 'text-info',
  pass: 'text-pass',
}

const drawings: Readonly<Record<Severity, ReactNode>> = {
  critical: (
    <>
      <path d="M5.7 1h6.6L17 5.7v6.6L12.3 17H5.7L1 12.3V5.7z" fill="currentColor" />
      <path d="M6 6l6 6M12 6l-6 6" stroke="var(--color-sheet)" strokeWidth="1.9" />
    </>
  ),
  warning: (
    <>
      <path
        d="M9 1.8L17 16H1z"
        fill="var(--color-sheet)"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinejoin="round"
      />
      <path d="M9 6.8v4.4M9 12.6v1.7" stroke="currentColor" strokeWidth="1.8" />
    </>
  ),
  info: (
    <>
      <path d="M2 2h14v14H2z" fill="var(--color-sheet)" stroke="currentColor" strokeWidth="1.8" />
      <path d="M9 8v5M9 4.8v1.8" stroke="currentColor" strokeWidth="1.8" />
    </>
  ),
  pass: (
    <>
      <circle cx="9" cy="9" r="7.2" fill="var(--color-sheet)" stroke="currentColor" strokeWidth="1.8" />
      <path d="M5.6 9.2l2.4 2.4 4.4-5" fill="none" stroke="currentColor" strokeWidth="1.8" />
    </>
  ),
}

/** Draws the glyph of a severity, in its color. The caller adds the word, because a color is not enough. */
export const StatusGlyph = ({ severity }: { readonly severity: Severity }) => (
  <svg viewBox="0 0 18 18" className={severityClass[severity]} aria-hidden="true">
    {drawings[severity]}
  </svg>
)

interface MarkProps {
  readonly glyph: ReactNode
  /** Utilities for the color of the words. */
  readonly className?: string
  /** Whether the words are a sentence, which wraps. */
  readonly isSentence?: boolean
  readonly children: ReactNode
}

/** Shows a glyph and its word. */
export const Mark = ({ glyph, className = '', isSentence = false, children }: MarkProps) => (
  <span
    className={`inline-flex gap-1.5 text-sm font-semibold [&>svg]:size-4 [&>svg]:flex-none ${isSentence ? 'items-start leading-ui' : 'items-center leading-head whitespace-nowrap'} ${className}`}
    data-status
  >
    {glyph}
    {children}
  </span>
)

interface StatusProps extends Pick<MarkProps, 'isSentence' | 'children'> {
  readonly severity: Severity
}

/** Shows a severity as glyph and word. */
export const Status = ({ severity, ...mark }: StatusProps) => (
  <Mark {...mark} glyph={<StatusGlyph severity={severity} />} className={severityClass[severity]} />
)

/** The severities of a report's findings; undefined for a figure without a report. */
export const FindingSeverities = createContext<ReadonlySet<Severity> | undefined>(undefined)

/** Draws the severity of a part of a figure. Without a finding of this severity, the part has a neutral ring. */
export const Marker = ({ severity }: { readonly severity: Severity }) => {
  const known = use(FindingSeverities)
  if (severity === 'pass' || known === undefined || known.has(severity)) return <StatusGlyph severity={severity} />
  return (
    <svg viewBox="0 0 18 18" aria-hidden="true">
      <circle className="fill-sheet stroke-control" cx="9" cy="9" r="7" strokeWidth="1.8" />
    </svg>
  )
}

/** A filled dot: where a signal starts. */
export const SourceGlyph = () => (
  <svg viewBox="0 0 18 18" aria-hidden="true">
    <circle cx="9" cy="9" r="8" fill="var(--color-signal)" />
  </svg>
)

/** A square: a hop or a step on the way. */
export const StepGlyph = () => (
  <svg viewBox="0 0 18 18" aria-hidden="true">
    <path d="M2 2h14v14H2z" fill="var(--color-signal)" />
  </svg>
)

/** A dashed ring: missing, not tried or pending. */
export const AbsentGlyph = () => (
  <svg viewBox="0 0 18 18" className="text-ink-3 in-data-status:text-inherit" aria-hidden="true">
    <circle
      cx="9"
      cy="9"
      r="7"
      fill="var(--color-sheet)"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeDasharray="2.6 2.4"
    />
  </svg>
)

/** A signal that ends at a wall: refused. */
export const RefusedGlyph = () => (
  <svg viewBox="0 0 18 18" className="text-ink-3 in-data-status:text-inherit" aria-hidden="true">
    <path d="M1 9h9" stroke="currentColor" strokeWidth="2" />
    <path d="M12.5 2v14" stroke="currentColor" strokeWidth="3" />
  </svg>
)

/** A ring: a signal that reached its target. */
export const RingGlyph = () => (
  <svg viewBox="0 0 18 18" aria-hidden="true">
    <circle cx="9" cy="9" r="6.5" fill="var(--color-sheet)" stroke="var(--color-signal)" strokeWidth="3.4" />
  </svg>
)

/** A dashed ring around a dot, for simulated results; its mark colors it amber. */
export const SimulatedGlyph = () => (
  <svg viewBox="0 0 14 14" fill="none" stroke="currentColor" strokeWidth="1.6" aria-hidden="true">
    <circle cx="7" cy="7" r="5.4" strokeDasharray="2.3 1.95" />
    <circle cx="7" cy="7" r="1.7" fill="currentColor" stroke="none" />
  </svg>
)

/** The letter of a run in a square: A is outlined, B is filled, so that they differ without color. */
export const Letter = ({ letter }: { readonly letter: 'A' | 'B' }) => (
  <b
    className={`inline-grid size-[22px] flex-none place-items-center border border-ink font-mono text-sm leading-none font-semibold forced-color-adjust-none ${letter === 'B' ? 'bg-ink text-sheet' : 'bg-sheet text-ink'}`}
    aria-hidden="true"
  >
    {letter}
  </b>
)
