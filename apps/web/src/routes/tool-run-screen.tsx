import type { Tool } from '@netbox/core'
import { useEffect, useState } from 'react'
import { PartBoundary } from '../components/ui/page-boundary.tsx'
import { ToolWorkspace } from '../features/tool-run/tool-workspace.tsx'
import { lazyPart } from '../lib/page/lazy-part.ts'
import { storage, RECENT_RUNS_KEY } from '../lib/page/storage.ts'
import { whenTouched } from '../lib/page/page-start.ts'

const RecentRuns = lazyPart(async () => (await import('../features/run-history/recent-runs.tsx')).RecentRuns)

/** The previous runs. If there are none yet, their code loads at the first interaction, because a run may follow. */
const RecentRunsPlace = () => {
  const [isNeeded, need] = useState(false)
  useEffect(() => {
    const load = () => need(true)
    return storage.get(RECENT_RUNS_KEY) === undefined ? whenTouched(load) : load()
  }, [])
  return <PartBoundary>{isNeeded ? <RecentRuns /> : null}</PartBoundary>
}

/** The screen of most tools: the tool itself, and its previous runs. */
export const ToolRunScreen = ({ tool }: { readonly tool: Tool }) => (
  <ToolWorkspace tool={tool}>
    <RecentRunsPlace />
  </ToolWorkspace>
)
