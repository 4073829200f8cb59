import { useEffect, useState } from 'react'
import { unsavedRunsOf, useUnsavedRuns } from '../../lib/unsaved-runs.ts'
import { useData } from '../../lib/use-data.ts'
import { useViewer, type Viewer } from '../../lib/viewer.ts'
import { overviewTexts } from '../../texts/overview.ts'
import { Allowance } from './allowance.tsx'
import { CheckoutArrival } from './checkout-arrival.tsx'
import { DayFigure } from './day-figure.tsx'
import { DayAwaited, PartFailed } from './day-states.tsx'
import { QuickActions } from './quick-actions.tsx'
import { RecentActivity } from './recent-activity.tsx'
import { StatCards } from './stat-cards.tsx'
import { Welcome } from './welcome.tsx'
import * as styles from './overview.module.css'

/**
 * Saves the runs of this browser in the account, and returns whether that is done. Only then does the page load its numbers, so that all of
 * them agree.
 */
const useSavedRuns = (subject: string, isOwn: boolean): boolean => {
  const [isSaved, setSaved] = useState(() => !isOwn || unsavedRunsOf(subject).length === 0)
  useEffect(() => {
    if (isSaved) return
    const save = async () => (await import('../../lib/save-runs.ts')).saveRuns()
    // If the runs can't be saved, the page shows the account's numbers without them.
    save()
      .catch(() => undefined)
      .finally(() => setSaved(true))
  }, [isSaved])
  return isSaved
}

const Sheets = ({ viewer: { user, actor } }: { readonly viewer: Viewer }) => {
  const isOwn = actor === undefined
  const isSaved = useSavedRuns(user.id, isOwn)
  const today = useData(isSaved ? 'stats.today' : undefined, {})
  const value = today.value?.data
  const unsaved = useUnsavedRuns().filter(({ subject }) => isOwn && subject === user.id).length
  return (
    <>
      {isOwn ? <CheckoutArrival plan={user.plan} /> : null}
      <Welcome user={user} today={value} unsaved={unsaved} />
      <PartFailed name={overviewTexts.day} failure={today.failure} onRetry={today.reload} />
      {value === undefined && today.isLoading ? <DayAwaited /> : null}
      {value === undefined ? null : <DayFigure today={value} />}
      <StatCards isSaved={isSaved} downToday={value?.down ?? []} />
      <QuickActions />
      <div className={styles.dcols}>
        <RecentActivity isSaved={isSaved} isOwn={isOwn} />
        <Allowance user={user} isOwn={isOwn} />
      </div>
    </>
  )
}

/** The first page of the dashboard: the greeting, the day, the numbers, quick actions, recent activity and the allowance. */
export const Overview = () => {
  const viewer = useViewer()
  return viewer === undefined ? null : <Sheets key={viewer.user.id} viewer={viewer} />
}
