import { PartState } from '../../components/ui/part-state.tsx'
import { unsavedRunsOf, useUnsavedRuns } from '../../lib/unsaved-runs.ts'
import { useLoaded } from '../../lib/use-loaded.ts'
import { loadViewerApi, useViewer, type Viewer } from '../../lib/viewer.ts'
import { dashboardTexts } from '../../texts/dashboard.ts'
import { Allowance } from './allowance.tsx'
import { CheckoutArrival } from './checkout-arrival.tsx'
import { DayFigure } from './day-figure.tsx'
import { QuickActions } from './quick-actions.tsx'
import { RecentActivity } from './recent-activity.tsx'
import { StatCards } from './stat-cards.tsx'
import { Welcome } from './welcome.tsx'
import '../../styles/report.css'
import './overview.css'

/** Loads the client after this browser's runs are reported, so that all numbers of the page agree. */
const loadSaved = async (subject: string, isOwn: boolean) => {
  if (isOwn && unsavedRunsOf(subject).length > 0) await (await import('../../lib/save-runs.ts')).saveRuns()
  return loadViewerApi()
}

const Sheets = ({ viewer: { user, actor } }: { readonly viewer: Viewer }) => {
  const isOwn = actor === undefined
  const load = async () => loadSaved(user.id, isOwn)
  const today = useLoaded(user.id, async (signal) => (await (await load()).call('stats.today', { signal })).data)
  const unsaved = useUnsavedRuns().filter(({ subject }) => isOwn && subject === user.id).length
  return (
    <>
      {isOwn ? <CheckoutArrival plan={user.plan} /> : null}
      <Welcome user={user} today={today.value} unsaved={unsaved} />
      <PartState of={today} failed={dashboardTexts.notLoaded} />
      {today.value === undefined ? null : <DayFigure today={today.value} />}
      <StatCards subject={user.id} load={load} downToday={today.value?.down ?? []} />
      <QuickActions />
      <div className="dcols">
        <RecentActivity subject={user.id} isOwn={isOwn} load={load} />
        <Allowance user={user} isOwn={isOwn} />
      </div>
    </>
  )
}

/** The first page of the dashboard: greeting, the day, numbers, quick actions, recent activity, allowance. */
export const Overview = () => {
  const viewer = useViewer()
  return viewer === undefined ? null : <Sheets key={viewer.user.id} viewer={viewer} />
}
