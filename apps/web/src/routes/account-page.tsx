import { DashboardLayout } from '../components/layouts/dashboard-layout.tsx'
import { Loading } from '../components/ui/loading.tsx'
import { Account } from '../features/account/account.tsx'
import { useGuard } from '../features/auth/use-guard.ts'
import { accountTexts } from '../texts/account.ts'
import type { PageProps } from './load-page.ts'

export { DashboardLayout as Layout }

/** The page at `/dashboard/account`, for signed-in users. */
export const Page = ({ path }: PageProps) =>
  useGuard(path) === undefined ? <Loading {...accountTexts} /> : <Account />
