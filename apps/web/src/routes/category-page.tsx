import { dashboardCategories } from '@netbox/core'
import { dashboardEntries, labels } from '@netbox/product'
import { DashboardLayout } from '../components/layouts/dashboard-layout.tsx'
import { Loading } from '../components/ui/loading.tsx'
import { useGuard } from '../features/auth/use-guard.ts'
import { Category } from '../features/tool-panel/category.tsx'
import type { PageProps } from './load-page.ts'

export { DashboardLayout as Layout }

/** The page at `/dashboard/{category}`, for signed-in users. */
export const Page = ({ path }: PageProps) => {
  const user = useGuard(path)
  const category = dashboardCategories.find((known) => path.startsWith(`/dashboard/${known}`))
  // No other path leads to this page.
  if (user === undefined || category === undefined)
    return <Loading title={category === undefined ? labels.dashboard : dashboardEntries[category]} />
  return <Category key={category} category={category} />
}
