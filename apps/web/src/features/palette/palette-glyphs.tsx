/** A flag: a named fault. */
export const FlagGlyph = () => (
  <svg className="i" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M5 21V4h13l-3 4 3 4H5" />
  </svg>
)

/** A sheet of paper. */
export const PageGlyph = () => (
  <svg className="i" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M5 3h14v18H5zM9 8h6M9 12h6M9 16h4" />
  </svg>
)
