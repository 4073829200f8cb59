import { findTool } from '@netbox/core'
import { Link } from 'wouter'
import { Button } from '../../components/ui/button.tsx'
import { StatusGlyph } from '../../components/ui/glyphs/status-glyph.tsx'
import { clearRecentRuns, type RecentRun, useRecentRuns } from '../../lib/runs/own-runs.ts'
import { runPath, runState } from '../../lib/runs/run-links.ts'
import { runTexts } from '../../texts/tool-run.ts'

const Entry = ({ run }: { readonly run: RecentRun }) => (
  <li>
    <Link
      className="grid min-h-control grid-cols-[16px_minmax(0,3fr)_minmax(0,4fr)_auto] items-center gap-2.5 border-b border-rule px-3 py-1.5 text-ink no-underline -outline-offset-2 hover:bg-well hover:text-ink hover:outline-2 hover:outline-signal max-md:grid-cols-[16px_minmax(0,1fr)_auto] [&>svg]:size-4"
      href={runPath(run)}
      state={runState(run)}
    >
      <StatusGlyph severity={run.severity} />
      <span className="truncate">
        <b>{findTool(run.tool)?.name ?? run.tool}</b> <code>{run.input.split('\n', 1)[0]}</code>
      </span>
      <span className="muted truncate max-md:hidden">{run.sentence}</span>
      <code className="quiet">{run.seed}</code>
    </Link>
  </li>
)

/** The collapsed list of this browser's runs; each entry opens the form with the values of its run. */
export const RecentRuns = () => {
  const runs = useRecentRuns()
  if (runs.length === 0) return null
  return (
    <details className="-mt-2 ml-margin text-sm max-md:ml-0 print:hidden">
      <summary className="w-max cursor-pointer list-none text-signal underline underline-offset-3 [&::-webkit-details-marker]:hidden">
        {runTexts.recent(runs.length)}
      </summary>
      <ul className="mt-2.5 mb-3 max-h-[24rem] overflow-auto border-t-2 border-ink bg-sheet">
        {runs.map((run) => (
          <Entry key={JSON.stringify(run)} run={run} />
        ))}
      </ul>
      <Button isSmall onClick={clearRecentRuns}>
        {runTexts.clearRecent}
      </Button>
    </details>
  )
}
