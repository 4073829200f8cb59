import { useSyncExternalStore } from 'react'
import { Link } from 'wouter'
import { useSession } from '../../lib/session/session.ts'
import { currentTheme, followTheme, setTheme } from '../../lib/page/theme.ts'
import { layoutTexts, offlineTexts, unansweredTexts } from '../../texts/layout.ts'
import { IconButton } from '../ui/button.tsx'
import { FindKey } from '../ui/find-key.tsx'
import { SearchGlyph, SunGlyph } from '../ui/glyphs/line-glyphs.tsx'

/** The brand name with its mark: a source, a box and a destination on one line. */
export const Brand = () => (
  <Link
    className="flex items-center gap-2.5 font-display text-brand leading-none font-medium tracking-hero text-ink no-underline hover:text-ink"
    href="/"
  >
    <svg className="h-[22px] w-[34px] fill-none" viewBox="0 0 34 22" strokeWidth="2.4" aria-hidden="true">
      <path d="M4 11h8M22 11h5" stroke="var(--color-signal)" />
      <circle cx="4" cy="11" r="3.6" fill="var(--color-signal)" />
      <path d="M11.2 4.2h11.6v13.6H11.2z" stroke="currentColor" />
      <circle cx="29.5" cy="11" r="3" stroke="var(--color-signal)" />
    </svg>
    <span>netbox</span>
  </Link>
)

const SKIP =
  'absolute top-2 left-edge z-10 rounded-md border border-control bg-sheet px-4 py-3 font-semibold not-focus:pointer-events-none not-focus:[clip-path:inset(50%)] print:hidden'

/** The first links of a page, visible with the focus: to the content, and on the page of a tool to its input. */
export const SkipLink = ({ toInput = false }: { readonly toInput?: boolean }) => (
  <>
    <a className={SKIP} href="#content">
      {layoutTexts.skip}
    </a>
    {toInput ? (
      <a className={`${SKIP} [:root:not(:has(#tool-input))_&]:hidden`} href="#tool-input">
        {layoutTexts.skipToInput}
      </a>
    ) : null}
  </>
)

/** Turns the dark theme on and off. Until the page is hydrated, the switch does not know the current theme. */
export const ThemeSwitch = () => {
  const theme = useSyncExternalStore(followTheme, currentTheme, () => undefined)
  return (
    <IconButton
      aria-label={layoutTexts.darkTheme}
      aria-pressed={theme === undefined ? undefined : theme === 'dark'}
      onClick={() => setTheme(theme === 'dark' ? 'light' : 'dark')}
    >
      <SunGlyph />
    </IconButton>
  )
}

interface SearchButtonProps {
  readonly name: string
  /** Utilities for the width of the button. */
  readonly className: string
  /** Opens the search; without this function, a script on the page handles the button. */
  readonly onClick: (() => void) | undefined
}

/** Opens the palette, or the search of the documentation. A phone shows only its glyph. */
export const SearchButton = ({ name, className, onClick }: SearchButtonProps) => (
  <button
    type="button"
    className={`flex h-9 items-center gap-2 rounded-md border border-control bg-well pr-2 pl-3 text-ui text-ink-2 max-md:w-9 max-md:justify-center max-md:p-0 ${className}`}
    aria-keyshortcuts="Control+K Meta+K"
    data-search
    onClick={onClick}
  >
    <SearchGlyph />
    <span className="max-md:sr-only">{name}</span>
    <FindKey className="ml-auto max-md:hidden" />
  </button>
)

const followConnection = (notify: () => void): (() => void) => {
  for (const type of ['online', 'offline']) addEventListener(type, notify)
  return () => {
    for (const type of ['online', 'offline']) removeEventListener(type, notify)
  }
}

/** Subscribes to whether the browser is offline. Prerendered pages count as online. */
const useOffline = (): boolean =>
  useSyncExternalStore(
    followConnection,
    () => !navigator.onLine,
    () => false,
  )

/** Says that the browser is offline, or that the service does not respond, and which features still work. */
export const OfflineHint = () => {
  const isOffline = useOffline()
  const { isUnanswered = false } = useSession()
  const said = isOffline ? offlineTexts : isUnanswered ? unansweredTexts : undefined
  return (
    // Covers the end of the page, so that nothing moves when it appears.
    <div
      className="sticky bottom-0 z-5 border-0 border-dashed border-control bg-sheet text-ui not-empty:border-t-2 not-empty:py-2.5 print:hidden"
      role="status"
      data-offline
    >
      {said === undefined ? null : (
        <p className="wrap">
          <b>{said.title}</b> {said.text}
        </p>
      )}
    </div>
  )
}
