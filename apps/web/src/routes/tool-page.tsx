import { tools } from '@netbox/core'
import { labels } from '@netbox/product'
import { DashboardLayout } from '../components/layouts/dashboard-layout.tsx'
import { Loading } from '../components/ui/loading.tsx'
import { useGuard } from '../features/auth/use-guard.ts'
import { SingleTool, ToolNotFound } from '../features/tool-panel/single-tool.tsx'
import { toolPagePath } from '../lib/share-link.ts'
import type { PageProps } from './load-page.ts'

export { DashboardLayout as Layout }

/** The page at `/tools/{tool}`, for signed-in users. */
export const Page = ({ path }: PageProps) => {
  const user = useGuard(path)
  const tool = tools.find((known) => toolPagePath(known) === path.replace(/\/+$/, ''))
  if (user === undefined) return <Loading title={tool?.name ?? labels.dashboard} />
  return tool === undefined ? <ToolNotFound /> : <SingleTool key={tool.id} tool={tool} />
}
