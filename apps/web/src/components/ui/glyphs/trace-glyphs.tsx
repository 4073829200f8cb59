/** A filled dot: where a signal starts. */
export const SourceGlyph = () => (
  <svg viewBox="0 0 18 18" aria-hidden="true">
    <circle cx="9" cy="9" r="8" fill="var(--color-signal)" />
  </svg>
)

/** A square: a hop or a step on the way. */
export const StepGlyph = () => (
  <svg viewBox="0 0 18 18" aria-hidden="true">
    <path d="M2 2h14v14H2z" fill="var(--color-signal)" />
  </svg>
)

/** A dashed ring: missing, not tried or pending. */
export const AbsentGlyph = () => (
  <svg viewBox="0 0 18 18" className="text-ink-3 in-data-status:text-inherit" aria-hidden="true">
    <circle
      cx="9"
      cy="9"
      r="7"
      fill="var(--color-sheet)"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeDasharray="2.6 2.4"
    />
  </svg>
)

/** A signal that ends at a wall: refused. */
export const RefusedGlyph = () => (
  <svg viewBox="0 0 18 18" className="text-ink-3 in-data-status:text-inherit" aria-hidden="true">
    <path d="M1 9h9" stroke="currentColor" strokeWidth="2" />
    <path d="M12.5 2v14" stroke="currentColor" strokeWidth="3" />
  </svg>
)

/** A ring: a signal that reached its target. */
export const RingGlyph = () => (
  <svg viewBox="0 0 18 18" aria-hidden="true">
    <circle cx="9" cy="9" r="6.5" fill="var(--color-sheet)" stroke="var(--color-signal)" strokeWidth="3.4" />
  </svg>
)

/** A dashed ring around a dot, for simulated results; its mark colors it amber. */
export const SimulatedGlyph = () => (
  <svg viewBox="0 0 14 14" fill="none" stroke="currentColor" strokeWidth="1.6" aria-hidden="true">
    <circle cx="7" cy="7" r="5.4" strokeDasharray="2.3 1.95" />
    <circle cx="7" cy="7" r="1.7" fill="currentColor" stroke="none" />
  </svg>
)

/** The letter of a run in a square: A is outlined, B is filled, so that they differ without color. */
export const Letter = ({ letter }: { readonly letter: 'A' | 'B' }) => (
  <b
    className={`inline-grid size-[22px] flex-none place-items-center border border-ink font-mono text-sm leading-none font-semibold forced-color-adjust-none ${letter === 'B' ? 'bg-ink text-sheet' : 'bg-sheet text-ink'}`}
    aria-hidden="true"
  >
    {letter}
  </b>
)
