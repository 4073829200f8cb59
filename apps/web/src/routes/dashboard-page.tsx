import { labels } from '@netbox/product'
import { DashboardLayout } from '../components/layouts/dashboard-layout.tsx'
import { Loading } from '../components/ui/loading.tsx'
import { useGuard } from '../features/auth/use-guard.ts'
import { Overview } from '../features/dashboard/overview.tsx'
import { overviewTexts } from '../texts/overview.ts'
import type { PageProps } from './load-page.ts'

export { DashboardLayout as Layout }

/** The page at `/dashboard`, for signed-in users. */
export const Page = ({ path }: PageProps) =>
  useGuard(path) === undefined ? <Loading title={labels.dashboard} lead={overviewTexts.lead} /> : <Overview />
