import { createElement, useEffect } from 'react'
import { ToolWorkspace } from '../features/tool-run/tool-workspace.tsx'
import { deferred } from '../lib/deferred.ts'
import { RECENT_RUNS_KEY } from '../lib/recent-runs-key.ts'
import { storage } from '../lib/storage.ts'
import { whenTouched } from '../lib/when-visible.ts'
import type { ToolScreenProps } from './tool-screens.ts'

const recentRuns = deferred('src/features/run-history/recent-runs.tsx', async () =>
  import('../features/run-history/recent-runs.tsx').then(({ RecentRuns }) => RecentRuns),
)

// A failure to load old runs is not shown.
const load = (): void => void recentRuns.load().catch(() => undefined)

/** The previous runs. If there are none yet, their code loads at the first interaction, because a run may follow. */
const RecentRunsPlace = () => {
  const RecentRuns = recentRuns.use()
  useEffect(() => (storage.get(RECENT_RUNS_KEY) === undefined ? whenTouched(load) : load()), [])
  return RecentRuns === undefined ? null : createElement(RecentRuns)
}

/** The screen of most tools: the tool itself, and its previous runs. */
export const ToolRunScreen = ({ tool }: ToolScreenProps) => (
  <ToolWorkspace tool={tool}>
    <RecentRunsPlace />
  </ToolWorkspace>
)
