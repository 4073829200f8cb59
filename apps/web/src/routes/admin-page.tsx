import { DashboardLayout } from '../components/layouts/dashboard-layout.tsx'
import { Loading } from '../components/ui/loading.tsx'
import { AdminPanel } from '../features/admin/admin-panel.tsx'
import { useGuard } from '../features/auth/use-guard.ts'
import { adminTexts } from '../texts/admin.ts'
import type { PageProps } from './load-page.ts'

export { DashboardLayout as Layout }

/** The page at `/admin`, for admins; other users get a message. */
export const Page = ({ path }: PageProps) => {
  const user = useGuard(path)
  return user === undefined ? <Loading {...adminTexts} /> : <AdminPanel user={user} />
}
