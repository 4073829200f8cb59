import { DashboardLayout } from '../components/layouts/dashboard-layout.tsx'
import { Loading } from '../components/ui/loading.tsx'
import { useGuard } from '../features/auth/use-guard.ts'
import { RunHistory } from '../features/run-history/run-history.tsx'
import { runHistoryTexts } from '../texts/run-history.ts'
import type { PageProps } from './load-page.ts'

export { DashboardLayout as Layout }

/** The page at `/dashboard/history`, for signed-in users. */
export const Page = ({ path }: PageProps) =>
  useGuard(path) === undefined ? <Loading title={runHistoryTexts.title} /> : <RunHistory />
