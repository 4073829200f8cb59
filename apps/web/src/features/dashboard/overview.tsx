import { useViewer, type Viewer } from '../../lib/viewer.ts'
import { Allowance } from './allowance.tsx'
import { CheckoutArrival } from './checkout-arrival.tsx'
import { QuickActions } from './quick-actions.tsx'
import { RecentActivity } from './recent-activity.tsx'
import { StatCards } from './stat-cards.tsx'
import { Welcome } from './welcome.tsx'
import '../../styles/report.css'
import './overview.css'

const Sheets = ({ viewer }: { readonly viewer: Viewer }) => (
  <>
    {viewer.actor === undefined ? <CheckoutArrival plan={viewer.user.plan} /> : null}
    <Welcome user={viewer.user} />
    <StatCards subject={viewer.user.id} isOwn={viewer.actor === undefined} />
    <QuickActions />
    <div className="dcols">
      <RecentActivity subject={viewer.user.id} isOwn={viewer.actor === undefined} />
      <Allowance user={viewer.user} isOwn={viewer.actor === undefined} />
    </div>
  </>
)

/** The start of the dashboard: user, statistics, links, recent actions, remaining runs. */
export const Overview = () => {
  const viewer = useViewer()
  return viewer === undefined ? null : <Sheets key={viewer.user.id} viewer={viewer} />
}
