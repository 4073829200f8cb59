import { DAY, type Severity, type ToolId } from '@netbox/core'
import type { ReactNode } from 'react'
import { showDay } from '../../lib/page/time.ts'
import type { SeverityCounts } from '../../lib/runs/run-lists.ts'
import { runListTexts } from '../../texts/run-list.ts'
import { StatusGlyph, AbsentGlyph } from '../ui/glyphs/status-glyph.tsx'
import { ToolGlyph } from '../ui/glyphs/line-glyphs.tsx'

interface RunWordsProps {
  readonly sentence: string
  readonly tool: ToolId | undefined
  readonly name: string
  readonly input: string
  /** Utilities for the place of the words. */
  readonly className?: string
  /** Further facts: marks, the scenario. */
  readonly children?: ReactNode
}

/** A run in a list: its verdict first, then tool and input. Long texts wrap and are never cut off. */
export const RunWords = ({ sentence, tool, name, input, className = '', children }: RunWordsProps) => (
  <div className={className} data-words>
    <b className="block leading-ui font-semibold text-pretty">{sentence}</b>
    <span className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-0.5 text-sm text-ink-2">
      {tool === undefined ? null : <ToolGlyph tool={tool} />}
      {name}
      {input === '' ? null : <code className="wrap-anywhere text-ink">{input}</code>}
      {children}
    </span>
  </div>
)

// The line goes through the nodes of a list, from the first one to the last.
const NODE = `relative before:absolute before:-inset-y-3 before:left-2 before:border-l-2 before:border-rule-2
  [&>svg]:relative [&>svg]:z-1 [&>svg]:mt-0.5 [&>svg]:size-4.5
  [li:first-child>&]:before:top-3 [li:last-child>&]:before:bottom-auto [li:last-child>&]:before:h-6 [li:only-child>&]:before:hidden
  [li:first-child>details>summary>&]:before:top-3 [li:last-child>details>summary>&]:before:bottom-auto
  [li:last-child>details>summary>&]:before:h-6 [li:only-child>details>summary>&]:before:hidden`

interface RunNodeProps {
  /** The verdict; null if there is none. */
  readonly severity: Severity | null
  /** Utilities for the place of the node. */
  readonly className?: string
}

/** The node of a run on the line that connects the runs of a list. */
export const RunNode = ({ severity, className = '' }: RunNodeProps) => (
  <span className={`${NODE} ${className}`}>
    {severity === null ? <AbsentGlyph /> : <StatusGlyph severity={severity} />}
  </span>
)

/** The fill of each severity in a bar. */
export const severityFills: Readonly<Record<Severity, string>> = {
  critical: 'bg-crit',
  warning: 'bg-warn',
  info: 'bg-info',
  pass: 'bg-pass',
}

/** The severities of several runs as a small bar. */
export const SeverityBar = ({ counts }: { readonly counts: SeverityCounts }) => (
  <span
    className="inline-flex h-2 w-24 gap-0.5 forced-colors:border"
    role="img"
    aria-label={runListTexts.counts(counts)}
  >
    {counts.map(([severity, count]) => (
      <i key={severity} className={`min-w-0.5 basis-0 ${severityFills[severity]}`} style={{ flexGrow: count }} />
    ))}
  </span>
)

/** Names a UTC day, given as `2026-11-20`. */
export const nameDay = (day: string): string => {
  const days = (Date.parse(new Date().toISOString().slice(0, 10)) - Date.parse(day)) / DAY
  return days === 0 ? 'Today' : days === 1 ? 'Yesterday' : showDay(day)
}
