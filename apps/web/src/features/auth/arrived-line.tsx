/** A message that has come where it was to go. */
export const ArrivedLine = () => (
  <svg
    className="entry-line"
    viewBox="0 0 260 40"
    fill="none"
    stroke="var(--signal)"
    strokeWidth="2.5"
    aria-hidden="true"
  >
    <circle cx="12" cy="20" r="8" fill="var(--signal)" stroke="none" />
    <path d="M12 20h92M148 20h80M104 4h44v32h-44z" />
    <circle cx="236" cy="20" r="8" stroke="var(--pass)" strokeWidth="3" />
  </svg>
)
