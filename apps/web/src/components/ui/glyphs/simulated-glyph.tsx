/** A dashed ring around a dot, for simulated results; its mark colors it amber. */
export const SimulatedGlyph = () => (
  <svg viewBox="0 0 14 14" fill="none" stroke="currentColor" strokeWidth="1.6" aria-hidden="true">
    <circle cx="7" cy="7" r="5.4" strokeDasharray="2.3 1.95" />
    <circle cx="7" cy="7" r="1.7" fill="currentColor" stroke="none" />
  </svg>
)
