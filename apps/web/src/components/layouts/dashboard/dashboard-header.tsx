import { labels } from '@netbox/product'
import { Link } from 'wouter'
import { openPalette } from '../../../lib/palette.ts'
import type { Viewer } from '../../../lib/viewer.ts'
import { dashboardTexts } from '../../../texts/dashboard.ts'
import { SearchGlyph } from '../../ui/glyphs/search-glyph.tsx'
import { BackGlyph } from '../../ui/glyphs/section-glyphs.tsx'
import { ViewerCache } from '../viewer-cache.tsx'
import { AccountMenu } from './account-menu.tsx'
import { NotificationBell } from './notification-bell.tsx'
import { FindKey } from '../../ui/find-key.tsx'
import * as buttonStyles from '../../ui/button.module.css'
import * as chipStyles from '../../ui/chip.module.css'
import * as styles from './dashboard-header.module.css'

const Personal = ({ viewer }: { readonly viewer: Viewer }) => (
  <div className={styles.dr}>
    <span className={`${chipStyles.chip} ${chipStyles.solid} mono`}>{viewer.user.plan.toUpperCase()}</span>
    <Link className={`${buttonStyles.btn} sm`} href="/">
      <BackGlyph />
      <span>{labels.backToTools}</span>
    </Link>
    <ViewerCache>
      <NotificationBell isReadOnly={viewer.actor !== undefined} />
    </ViewerCache>
    <AccountMenu viewer={viewer} />
  </div>
)

/** The bar on top of the pages behind sign-in. The right side appears all at once, so that nothing in it moves. */
export const DashboardHeader = ({ viewer }: { readonly viewer: Viewer | undefined }) => (
  <header className={styles.dh}>
    <button
      type="button"
      className={`${buttonStyles.kbtn} ${styles.kbtn}`}
      aria-keyshortcuts="Control+K Meta+K"
      onClick={() => openPalette()}
    >
      <SearchGlyph />
      <span>{dashboardTexts.find}</span>
      <FindKey />
    </button>
    {viewer === undefined ? null : <Personal viewer={viewer} />}
  </header>
)
