import type { Severity } from '@netbox/core'
import { createContext, use } from 'react'
import { StatusGlyph } from '../ui/glyphs/status-glyph.tsx'

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
