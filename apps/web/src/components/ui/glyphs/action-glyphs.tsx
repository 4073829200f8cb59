import type { ReactNode } from 'react'

const Action = ({ children }: { readonly children: ReactNode }) => (
  <svg className="i" viewBox="0 0 24 24" aria-hidden="true">
    {children}
  </svg>
)

/** The icon of Copy. */
export const CopyGlyph = () => (
  <Action>
    <path d="M8 8h12v12H8zM16 8V4H4v12h4" />
  </Action>
)

/** The icon of Download. */
export const DownloadGlyph = () => (
  <Action>
    <path d="M12 3v12M7.5 10.5L12 15l4.5-4.5M4 20.5h16" />
  </Action>
)

/** The icon of Share. */
export const ShareGlyph = () => (
  <Action>
    <circle className="f" cx="5" cy="12" r="2.5" />
    <path d="M7 12h4M11 12l6-6M11 12l6 6" />
    <circle cx="19" cy="5" r="2.3" />
    <circle cx="19" cy="19" r="2.3" />
  </Action>
)

/** The icon of Retry. */
export const RetryGlyph = () => (
  <Action>
    <path d="M4 12a8 8 0 1 0 3-6.2M4 4v4.5h4.5" />
  </Action>
)

/** The icon of Close. */
export const CloseGlyph = () => (
  <Action>
    <path d="M5 5l14 14M19 5L5 19" />
  </Action>
)

/** The icon of Compare: two signals that meet. */
export const CompareGlyph = () => (
  <Action>
    <path d="M3 7h9l3 5h3M3 17h9l3-5" />
    <circle className="f" cx="4" cy="7" r="2.2" />
    <circle className="f" cx="4" cy="17" r="2.2" />
    <circle cx="20" cy="12" r="2.2" />
  </Action>
)

/** The icon of Embed. */
export const EmbedGlyph = () => (
  <Action>
    <path d="M8 7l-5 5 5 5M16 7l5 5-5 5M13.5 5l-3 14" />
  </Action>
)

/** The icon for swapping two things. */
export const SwapGlyph = () => (
  <Action>
    <path d="M4 8h15M15 4l4 4-4 4M20 16H5M9 12l-4 4 4 4" />
  </Action>
)

/** A lock, for features of another plan. */
export const LockGlyph = ({ className = 'i' }: { readonly className?: string }) => (
  <svg className={className} viewBox="0 0 24 24" aria-hidden="true">
    <path d="M5 11h14v10H5zM8 11V7a4 4 0 0 1 8 0v4" />
  </svg>
)

/** A magnifying glass. */
export const SearchGlyph = () => (
  <svg className="i" viewBox="0 0 24 24" aria-hidden="true">
    <circle cx="10.5" cy="10.5" r="6.5" />
    <path d="M15.5 15.5L21 21" />
  </svg>
)
