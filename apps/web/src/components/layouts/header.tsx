import { labels } from '@netbox/product'
import { Link } from 'wouter'
import { openPalette } from '../../lib/palette.ts'
import { layoutTexts } from '../../texts/layout.ts'
import { Brand } from './brand.tsx'
import { SearchGlyph } from '../ui/glyphs/search-glyph.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

/**
 * The bar on top of every public page. Both variants are in it, and the styles show the one that fits: the session is
 * known before the first paint that way, and nothing moves.
 */
export const Header = () => (
  <header className="top">
    <div className="wrap">
      <Brand />
      <span className="tag">{layoutTexts.tagline}</span>
      <nav aria-label={layoutTexts.main}>
        <button type="button" className="kbtn" aria-keyshortcuts="Control+K Meta+K" onClick={() => openPalette()}>
          <SearchGlyph />
          <span>{layoutTexts.find}</span>
          <kbd className="kbd" aria-hidden="true">
            Ctrl K
          </kbd>
        </button>
        <div className="opt">
          <ThemeSwitch />
        </div>
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
