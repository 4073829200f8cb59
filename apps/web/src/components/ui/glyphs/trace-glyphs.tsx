/** A filled dot: where a signal starts. */
export const SourceGlyph = () => (
  <svg viewBox="0 0 18 18" aria-hidden="true">
    <circle cx="9" cy="9" r="8" fill="var(--signal)" />
  </svg>
)

/** A square: a hop or a step on the way. */
export const StepGlyph = () => (
  <svg viewBox="0 0 18 18" aria-hidden="true">
    <path d="M2 2h14v14H2z" fill="var(--signal)" />
  </svg>
)

/** A dashed ring: missing, not tried or pending. */
export const AbsentGlyph = () => (
  <svg viewBox="0 0 18 18" className="non" aria-hidden="true">
    <circle cx="9" cy="9" r="7" fill="var(--sheet)" stroke="currentColor" strokeWidth="1.6" strokeDasharray="2.6 2.4" />
  </svg>
)

/** A signal that ends at a wall: refused. */
export const RefusedGlyph = () => (
  <svg viewBox="0 0 18 18" className="non" aria-hidden="true">
    <path d="M1 9h9" stroke="currentColor" strokeWidth="2" />
    <path d="M12.5 2v14" stroke="currentColor" strokeWidth="3" />
  </svg>
)
