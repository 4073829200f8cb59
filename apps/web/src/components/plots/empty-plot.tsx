import * as styles from './plot-figure.module.css'

/** The figure of a run without data: a dashed path. */
export const EmptyPlot = ({ words }: { readonly words: string }) => (
  <div className={styles.noplot}>
    <svg viewBox="0 0 260 40" fill="none" aria-hidden="true">
      <circle cx="12" cy="20" r="8" fill="var(--signal)" />
      <path d="M24 20h200" stroke="var(--control)" strokeWidth="1.5" strokeDasharray="4 5" />
      <circle cx="236" cy="20" r="8" stroke="var(--control)" strokeWidth="1.5" strokeDasharray="3 3" />
    </svg>
    <p>{words}</p>
  </div>
)
