import { DashboardLayout } from '../components/layouts/dashboard-layout.tsx'
import { Loading } from '../components/ui/loading.tsx'
import { useGuard } from '../features/auth/use-guard.ts'
import { VerificationHistory } from '../features/verification-history/verification-history.tsx'
import { historyTexts } from '../texts/verification-history.ts'
import type { PageProps } from './load-page.ts'

export { DashboardLayout as Layout }

/** The page at `/dashboard/verifications`, for signed-in users. */
export const Page = ({ path }: PageProps) =>
  useGuard(path) === undefined ? <Loading {...historyTexts} /> : <VerificationHistory />
