/** A ring: a signal that reached its target. */
export const RingGlyph = () => (
  <svg viewBox="0 0 18 18" aria-hidden="true">
    <circle cx="9" cy="9" r="6.5" fill="var(--sheet)" stroke="var(--signal)" strokeWidth="3.4" />
  </svg>
)
