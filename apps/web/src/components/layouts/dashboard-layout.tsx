import { type ReactNode, useEffect } from 'react'
import { useLocation } from 'wouter'
import { toast } from '../../lib/toasts.ts'
import { endViewAs, leaveViewAs, useViewedAs, useViewer } from '../../lib/viewer.ts'
import { dashboardNotices, dashboardTexts } from '../../texts/dashboard.ts'
import { Button } from '../ui/button.tsx'
import { DashboardHeader } from './dashboard-header.tsx'
import { SideNavigation } from './side-navigation.tsx'
import { OfflineHint, SkipLink } from './frame.tsx'
import { ViewerCache } from './viewer-cache.tsx'
import { WorldStrip } from './world-strip.tsx'

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
const ViewAsBanner = ({ email }: { readonly email: string }) => {
  const [, go] = useLocation()
  useEnd(useViewedAs()?.expiresAt)
  const exit = () => {
    void leaveViewAs()
    go('/admin')
  }
  return (
    <section
      className="flex items-center justify-between gap-x-5 gap-y-2 border-b border-band-edge bg-band px-10 py-2.5 text-ui text-band-ink max-xl:px-4 print:hidden [&_:focus-visible]:outline-on-ink-signal"
      aria-label={dashboardTexts.viewing}
    >
      <p className="min-w-0 wrap-anywhere">
        {dashboardTexts.viewing} <b className="font-mono font-medium">{email}</b>
        <span className="ml-3 text-band-ink-2 max-xl:ml-0 max-xl:block">{dashboardTexts.viewingWhat}</span>
      </p>
      <Button isSmall variant="band" onClick={exit}>
        {dashboardTexts.exit}
      </Button>
    </section>
  )
}

/** The frame of the pages behind sign-in. Personal parts appear when the user is known. */
export const DashboardLayout = ({ children }: { readonly children: ReactNode }) => {
  const viewer = useViewer()
  return (
    <div className="grid min-h-screen grid-cols-[248px_minmax(0,1fr)] max-xl:block">
      <SkipLink toInput />
      <SideNavigation viewer={viewer} />
      <div className="min-w-0">
        {viewer?.actor === undefined ? null : <ViewAsBanner email={viewer.user.email} />}
        <DashboardHeader viewer={viewer} />
        <WorldStrip className="[--edge:40px] [--page:100%] max-xl:[--edge:16px]" />
        <main
          className="max-w-[1320px] px-10 pt-9 pb-16 max-xl:px-4 max-xl:pt-6 max-xl:pb-12"
          id="content"
          tabIndex={-1}
        >
          <ViewerCache>{children}</ViewerCache>
        </main>
        <OfflineHint />
      </div>
    </div>
  )
}
