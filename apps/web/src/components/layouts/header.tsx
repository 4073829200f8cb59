import { labels } from '@netbox/product'
import { Link } from 'wouter'
import { openPalette } from '../../lib/palette.ts'
import { layoutTexts } from '../../texts/layout.ts'
import { Brand } from './brand.tsx'
import { SearchGlyph } from '../ui/glyphs/search-glyph.tsx'
import { ThemeSwitch } from './theme-switch.tsx'
import { FindKey } from '../ui/find-key.tsx'

interface HeaderBarProps {
  readonly tag: string
  /** The name of the search button. */
  readonly find: string
  /** Opens the search; without it a script of the page looks for the button. */
  readonly onFind?: () => void
}

/**
 * The bar on top of every public page. It contains both variants, and the styles show the right one. So it fits the session before the
 * first paint, and nothing moves.
 */
export const HeaderBar = ({ tag, find, onFind }: HeaderBarProps) => (
  <header className="top">
    <div className="wrap">
      <Brand />
      <span className="tag">{tag}</span>
      <nav aria-label={layoutTexts.main}>
        <button type="button" className="kbtn" aria-keyshortcuts="Control+K Meta+K" data-search onClick={onFind}>
          <SearchGlyph />
          <span>{find}</span>
          <FindKey />
        </button>
        <div className="opt">
          <ThemeSwitch />
        </div>
        <a className="opt" href="/docs">
          {layoutTexts.docs}
        </a>
        <Link className="btn sm for-visitors" href="/login">
          {labels.login}
        </Link>
        <Link className="btn sm for-users" href="/dashboard">
          {labels.dashboard}
        </Link>
        <Link className="btn sm inkb opt" href="/pricing">
          {labels.upgrade}
        </Link>
      </nav>
    </div>
  </header>
)

/** The bar of the site's own pages, whose search is the palette. */
export const Header = () => <HeaderBar tag={layoutTexts.tagline} find={layoutTexts.find} onFind={() => openPalette()} />
