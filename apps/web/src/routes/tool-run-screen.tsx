import { RecentRuns } from '../features/run-history/recent-runs.tsx'
import { ToolWorkspace } from '../features/tool-run/tool-workspace.tsx'
import type { ToolScreenProps } from './tool-screens.ts'

/** The screen of most tools: where they run, and what has run before. */
export const ToolRunScreen = ({ tool }: ToolScreenProps) => (
  <ToolWorkspace tool={tool}>
    <RecentRuns />
  </ToolWorkspace>
)
