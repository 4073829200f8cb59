import { createElement, useEffect } from 'react'
import { ToolWorkspace } from '../features/tool-run/tool-workspace.tsx'
import { deferred } from '../lib/deferred.ts'
import { useRecentRuns } from '../lib/recent-runs.ts'
import type { ToolScreenProps } from './tool-screens.ts'

const recentRuns = deferred('src/features/run-history/recent-runs.tsx', async () =>
  import('../features/run-history/recent-runs.tsx').then(({ RecentRuns }) => RecentRuns),
)

const RecentRunsPlace = () => {
  const hasRuns = useRecentRuns().length > 0
  const RecentRuns = recentRuns.use()
  useEffect(() => {
    // A list of old runs is worth no error.
    if (hasRuns) recentRuns.load().catch(() => undefined)
  }, [hasRuns])
  return hasRuns && RecentRuns !== undefined ? createElement(RecentRuns) : null
}

/** The screen of most tools: where they run, and what has run before. */
export const ToolRunScreen = ({ tool }: ToolScreenProps) => (
  <ToolWorkspace tool={tool}>
    <RecentRunsPlace />
  </ToolWorkspace>
)
