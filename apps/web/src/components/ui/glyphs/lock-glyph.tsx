/** A lock, for features of another plan. */
export const LockGlyph = ({ className = 'i' }: { readonly className?: string }) => (
  <svg className={className} viewBox="0 0 24 24" aria-hidden="true">
    <path d="M5 11h14v10H5zM8 11V7a4 4 0 0 1 8 0v4" />
  </svg>
)
