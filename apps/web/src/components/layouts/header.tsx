import { labels } from '@netbox/product'
import { Link } from 'wouter'
import { openPalette } from '../../lib/palette.ts'
import { useSession } from '../../lib/session-state.ts'
import { layoutTexts } from '../../texts/layout.ts'
import { Brand } from './brand.tsx'
import { SearchGlyph } from '../ui/glyphs/search-glyph.tsx'
import { ThemeSwitch } from './theme-switch.tsx'
import { FindKey } from '../ui/find-key.tsx'
import * as styles from './top.module.css'
import * as buttonStyles from '../ui/button.module.css'

interface HeaderBarProps {
  readonly tag: string
  /** The name of the search button. */
  readonly find: string
  /** Opens the search; without this function, a script on the page handles the button. */
  readonly onFind?: () => void
  /** Whether to offer an upgrade. */
  readonly canUpgrade?: boolean
}

/**
 * The bar on top of every public page. It contains the variants for users and for visitors, and the styles show the right one before the
 * first paint, so nothing moves.
 */
export const HeaderBar = ({ tag, find, onFind, canUpgrade = true }: HeaderBarProps) => (
  <header className={styles.top}>
    <div className="wrap">
      <Brand />
      <span className={styles.tag}>{tag}</span>
      <nav aria-label={layoutTexts.main}>
        <button
          type="button"
          className={buttonStyles.kbtn}
          aria-keyshortcuts="Control+K Meta+K"
          data-search
          onClick={onFind}
        >
          <SearchGlyph />
          <span>{find}</span>
          <FindKey />
        </button>
        <div className={styles.opt}>
          <ThemeSwitch />
        </div>
        <a className={styles.opt} href="/docs">
          {layoutTexts.docs}
        </a>
        <Link className={`${buttonStyles.btn} sm ${styles.forVisitors}`} href="/login">
          {labels.login}
        </Link>
        <Link className={`${buttonStyles.btn} sm ${styles.forUsers}`} href="/dashboard">
          {labels.dashboard}
        </Link>
        {canUpgrade ? (
          <Link className={`${buttonStyles.btn} sm ${buttonStyles.inkb} ${styles.opt}`} href="/pricing">
            {labels.upgrade}
          </Link>
        ) : null}
      </nav>
    </div>
  </header>
)

/** The bar of the site's own pages, whose search is the palette. */
export const Header = () => (
  <HeaderBar
    tag={layoutTexts.tagline}
    find={layoutTexts.find}
    onFind={() => openPalette()}
    canUpgrade={useSession().user?.plan !== 'enterprise'}
  />
)
