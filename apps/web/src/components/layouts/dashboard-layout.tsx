import type { ReactNode } from 'react'
import { useViewer } from '../../lib/viewer.ts'
import { layoutTexts } from '../../texts/layout.ts'
import { DashboardHeader } from './dashboard/dashboard-header.tsx'
import { SideNavigation } from './dashboard/side-navigation.tsx'
import { ViewAsBanner } from './dashboard/view-as-banner.tsx'
import { OfflineHint } from './offline-hint.tsx'
import { ViewerCache } from './viewer-cache.tsx'
import * as top from './top.module.css'
import * as styles from './dashboard-layout.module.css'

/** The frame of the pages behind sign-in. Personal parts appear when the user is known. */
export const DashboardLayout = ({ children }: { readonly children: ReactNode }) => {
  const viewer = useViewer()
  return (
    <div className={styles.app}>
      <a className={top.skip} href="#content">
        {layoutTexts.skip}
      </a>
      <SideNavigation user={viewer?.user} />
      <div className={styles.appBody}>
        {viewer?.actor === undefined ? null : <ViewAsBanner email={viewer.user.email} />}
        <DashboardHeader viewer={viewer} />
        <main id="content" tabIndex={-1}>
          <ViewerCache>{children}</ViewerCache>
        </main>
        <OfflineHint />
      </div>
    </div>
  )
}
