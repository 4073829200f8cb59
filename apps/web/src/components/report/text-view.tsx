import type { ToolRun } from '@netbox/core'
import { labels } from '@netbox/product'
import { runText } from './report-views.ts'

/** Shows a run as plain text, for reading and selecting. */
export const TextView = ({ run }: { readonly run: ToolRun }) => (
  <div className="sec view">
    <textarea
      className="plain"
      readOnly
      aria-label={labels.analysisOutput(run.input)}
      value={runText(run)}
      rows={24}
      spellCheck={false}
      wrap="off"
    />
  </div>
)
