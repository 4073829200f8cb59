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
import './dashboard-header.css'
import { FindKey } from '../../ui/find-key.tsx'

const Personal = ({ viewer }: { readonly viewer: Viewer }) => (
  <div className="dr">
    <span className="chip solid mono">{viewer.user.plan.toUpperCase()}</span>
    <Link className="btn sm" href="/">
      <BackGlyph />
      <span>{labels.backToTools}</span>
    </Link>
    <ViewerCache>
      <NotificationBell isReadOnly={viewer.actor !== undefined} />
    </ViewerCache>
    <AccountMenu viewer={viewer} />
  </div>
)

/** The bar on top of the pages behind sign-in. Its right side appears all at once, so that nothing in it moves. */
export const DashboardHeader = ({ viewer }: { readonly viewer: Viewer | undefined }) => (
  <header className="dh">
    <button type="button" className="kbtn" aria-keyshortcuts="Control+K Meta+K" onClick={() => openPalette()}>
      <SearchGlyph />
      <span>{dashboardTexts.find}</span>
      <FindKey />
    </button>
    {viewer === undefined ? null : <Personal viewer={viewer} />}
  </header>
)
