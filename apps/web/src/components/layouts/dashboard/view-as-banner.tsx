import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { toast } from '../../../lib/toasts.ts'
import { endViewAs, useViewedAs } from '../../../lib/view-as.ts'
import { leaveViewAs } from '../../../lib/viewer.ts'
import { dashboardNotices, dashboardTexts } from '../../../texts/dashboard.ts'
import * as buttonStyles from '../../ui/button.module.css'
import * as styles from './view-as-banner.module.css'

// Browsers support timers of at most 24 days. A view lasts only minutes, but its stored end may be wrong.
const LONGEST = 24 * 60 * 60_000

const useEnd = (expiresAt: number | undefined): void => {
  useEffect(() => {
    if (expiresAt === undefined) return undefined
    const end = () => {
      endViewAs()
      toast('info', dashboardNotices.viewEnded)
    }
    const timer = setTimeout(end, Math.min(LONGEST, Math.max(0, expiresAt - Date.now())))
    return () => clearTimeout(timer)
  }, [expiresAt])
}

/** Shows which user's dashboard an admin is viewing, with a link back. */
export const ViewAsBanner = ({ email }: { readonly email: string }) => {
  const [, go] = useLocation()
  useEnd(useViewedAs()?.expiresAt)
  const exit = () => {
    void leaveViewAs()
    go('/admin')
  }
  return (
    <section className={styles.viewas} aria-label={dashboardTexts.viewing}>
      <p>
        {dashboardTexts.viewing} <b>{email}</b>
        <span>{dashboardTexts.viewingWhat}</span>
      </p>
      <button type="button" className={`${buttonStyles.btn} ${styles.btn} sm`} onClick={exit}>
        {dashboardTexts.exit}
      </button>
    </section>
  )
}
