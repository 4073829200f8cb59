import type { ToolRun } from '@netbox/core'
import { labels } from '@netbox/product'
import { runText } from './report-views.ts'
import * as styles from './report.module.css'

/** Shows a run as plain text, for reading and selecting. */
export const TextView = ({ run }: { readonly run: ToolRun }) => (
  <div className={`${styles.sec} ${styles.view}`}>
    <textarea
      className={styles.plain}
      readOnly
      aria-label={labels.analysisOutput(run.input)}
      value={runText(run)}
      rows={24}
      spellCheck={false}
      wrap="off"
    />
  </div>
)
