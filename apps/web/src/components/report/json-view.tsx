import type { ToolRun } from '@netbox/core'
import { labels } from '@netbox/product'
import { useMemo } from 'react'
import { jsonTokens } from './json-tokens.ts'
import { runJson } from './report-views.ts'
import { reportTexts } from '../../texts/report.ts'

/** Shows the whole run as JSON; scrolls by keyboard too. */
export const JsonView = ({ run }: { readonly run: ToolRun }) => {
  const tokens = useMemo(() => jsonTokens(runJson(run)), [run])
  return (
    <div className="sec view">
      <section
        className="plain json"
        aria-label={`${reportTexts.json}: ${labels.analysisOutput(run.input)}`}
        // A region that scrolls has to be reached by keyboard.
        tabIndex={0}
      >
        <pre>
          {tokens.map(({ kind, text }, at) =>
            kind === 'mark' ? (
              text
            ) : (
              // Pieces of one text: their order is all they have.
              // oxlint-disable-next-line react/no-array-index-key
              <span key={at} className={`j-${kind}`}>
                {text}
              </span>
            ),
          )}
        </pre>
      </section>
    </div>
  )
}
