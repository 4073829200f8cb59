import { findTool } from '@netbox/core'
import { Link } from 'wouter'
import { SeverityBar } from '../../components/run/run-line.tsx'
import { Button } from '../../components/ui/button.tsx'
import { StatusGlyph } from '../../components/ui/glyphs/status-glyph.tsx'
import { clearRecentRuns, type RecentRun, useRecentRuns } from '../../lib/runs/own-runs.ts'
import { runPath, runState } from '../../lib/runs/run-links.ts'
import { countSeverities, inLists } from '../../lib/runs/run-lists.ts'
import { runListTexts } from '../../texts/run-list.ts'
import { runTexts } from '../../texts/tool-run.ts'

const ROW =
  'grid min-h-control grid-cols-[16px_minmax(0,3fr)_minmax(0,4fr)_auto] items-center gap-2.5 border-b border-rule px-3 py-1.5 text-ink row-link max-md:grid-cols-[16px_minmax(0,1fr)_auto] [&>svg]:size-4'

const Entry = ({ run }: { readonly run: RecentRun }) => (
  <li>
    <Link className={`${ROW} no-underline hover:text-ink`} href={runPath(run)} state={runState(run)}>
      <StatusGlyph severity={run.severity} />
      <span className="truncate">
        <b>{findTool(run.tool)?.name ?? run.tool}</b> <code>{run.input.split('\n', 1)[0]}</code>
      </span>
      <span className="muted truncate max-md:hidden">{run.sentence}</span>
      <code className="quiet">{run.seed}</code>
    </Link>
  </li>
)

/** The runs of one list as one entry, which opens to them. */
const ListEntry = ({ runs }: { readonly runs: readonly [RecentRun, ...RecentRun[]] }) => {
  const [run] = runs
  const counts = countSeverities(runs)
  return (
    <li>
      <details>
        <summary className={`${ROW} no-marker`}>
          <StatusGlyph severity={counts[0]?.[0] ?? run.severity} />
          <span className="truncate">
            <b>{findTool(run.tool)?.name ?? run.tool}</b> <code>{runListTexts.runs(runs.length)}</code>
          </span>
          <span className="muted truncate max-md:hidden">{runListTexts.sentence(runs.length, counts)}</span>
          <SeverityBar counts={counts} />
        </summary>
        <ul className="bg-well">
          {runs.map((one) => (
            <Entry key={JSON.stringify(one)} run={one} />
          ))}
        </ul>
      </details>
    </li>
  )
}

/** The collapsed list of this browser's runs; each entry opens the form with the values of its run. */
export const RecentRuns = () => {
  const runs = useRecentRuns()
  if (runs.length === 0) return null
  return (
    <details className="-mt-2 ml-margin text-sm max-md:ml-0 print:hidden">
      <summary className="w-max no-marker text-signal underline underline-offset-3">
        {runTexts.recent(runs.length)}
      </summary>
      <ul className="mt-2.5 mb-3 max-h-[24rem] overflow-auto border-t-2 border-ink bg-sheet">
        {inLists(runs, (run) => run).map((list) =>
          list.length === 1 ? (
            <Entry key={JSON.stringify(list[0])} run={list[0]} />
          ) : (
            <ListEntry key={JSON.stringify(list[0])} runs={list} />
          ),
        )}
      </ul>
      <Button isSmall onClick={clearRecentRuns}>
        {runTexts.clearRecent}
      </Button>
    </details>
  )
}
