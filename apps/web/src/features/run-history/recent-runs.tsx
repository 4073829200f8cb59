import { findTool } from '@netbox/core'
import { Link } from 'wouter'
import { StatusGlyph } from '../../components/ui/glyphs/status-glyph.tsx'
import { clearRecentRuns, type RecentRun, useRecentRuns } from '../../lib/recent-runs.ts'
import { runPath, runState } from '../../lib/share-link.ts'
import { runTexts } from '../../texts/run-stages.ts'
import * as buttonStyles from '../../components/ui/button.module.css'
import * as styles from './recent-runs.module.css'

const Entry = ({ run }: { readonly run: RecentRun }) => (
  <li>
    <Link href={runPath(run)} state={runState(run)}>
      <StatusGlyph severity={run.severity} />
      <span>
        <b>{findTool(run.tool)?.name ?? run.tool}</b> <code>{run.input.split('\n', 1)[0]}</code>
      </span>
      <span className="muted">{run.sentence}</span>
      <code className="quiet">{run.seed}</code>
    </Link>
  </li>
)

/** The collapsed list of this browser's runs; each entry opens the form with the values of its run. */
export const RecentRuns = () => {
  const runs = useRecentRuns()
  if (runs.length === 0) return null
  return (
    <details className={styles.recent}>
      <summary>{runTexts.recent(runs.length)}</summary>
      <ul>
        {runs.map((run) => (
          <Entry key={JSON.stringify(run)} run={run} />
        ))}
      </ul>
      <button type="button" className={`${buttonStyles.btn} sm`} onClick={clearRecentRuns}>
        {runTexts.clearRecent}
      </button>
    </details>
  )
}
