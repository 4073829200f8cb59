import type { WorldDocument } from '@netbox/core'
import { factLines } from '../../texts/fact-lines.ts'

interface StatedFactsProps {
  readonly facts: WorldDocument
  /** The words that open the facts. */
  readonly label: string
  /** Utilities for the place of the label. */
  readonly className?: string
  /** Utilities for the place of the facts. */
  readonly panel: string
}

/** The facts that a user has stated, one a line, behind a label that opens them. */
export const StatedFacts = ({ facts, label, className = '', panel }: StatedFactsProps) => (
  <details
    className={className}
    onKeyDown={({ key, currentTarget }) => {
      if (key === 'Escape') currentTarget.open = false
    }}
  >
    <summary className="inline-block min-h-6 cursor-pointer underline underline-offset-3">{label}</summary>
    <dl
      className={`grid grid-cols-[fit-content(50%)_minmax(0,1fr)] gap-x-4 gap-y-1 font-mono text-sm wrap-anywhere max-md:grid-cols-1 ${panel}`}
    >
      {factLines(facts).map(({ path, name, what, values }) => (
        <div key={path.join(' ')} className="contents">
          <dt>{`${name} ${what}`.trim()}</dt>
          <dd className="text-ink max-md:mb-1.5">{values.join(', ')}</dd>
        </div>
      ))}
    </dl>
  </details>
)
