import type { ReactNode } from 'react'
import * as styles from './sideways.module.css'

interface SidewaysProps {
  /** The sentence that says that the table scrolls. Screen readers get the table as a named region instead. */
  readonly hint: string
  readonly children: ReactNode
}

/** The frame of a wide table. Where the page sets `--sideways: block`, the frame shows that the table scrolls. */
export const Sideways = ({ hint, children }: SidewaysProps) => (
  <div className={styles.sideways}>
    <p className={styles.hint} aria-hidden="true">
      {hint}
      <svg className="i" viewBox="0 0 24 24">
        <path d="M4.5 12h15M13.5 6l6 6-6 6" />
      </svg>
    </p>
    {children}
  </div>
)
