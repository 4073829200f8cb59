import type { Refusal } from '@netbox/core'
import { labels, type Notice } from '@netbox/product'
import type { ReactNode } from 'react'
import { SignalLine } from '../trace/signal-line.tsx'
import { RetryGlyph } from '../ui/glyphs/action-glyphs.tsx'
import * as buttonStyles from '../ui/button.module.css'
import * as panel from '../ui/panel.module.css'
import * as styles from './states.module.css'

const Sheet = ({
  refusal: { title, message },
  line,
  children,
}: {
  refusal: Refusal
  line: ReactNode
  children?: ReactNode
}) => (
  <section className={`${panel.card} ${styles.emp}`} aria-label={title}>
    <SignalLine className={styles.stateline}>{line}</SignalLine>
    <h2>{title}</h2>
    <p>{message}</p>
    {children}
  </section>
)

interface RefusedSheetProps {
  readonly refusal: Refusal
  /** The only action: a link or a button of class `btn sm`. */
  readonly children?: ReactNode
}

/** Shows a refused run: the line stops at a bar. */
export const RefusedSheet = ({ refusal, children }: RefusedSheetProps) => (
  <Sheet
    refusal={refusal}
    line={
      <>
        <path d="M12 20h96" />
        <path d="M116 2v36" stroke="var(--ink)" strokeWidth="4" />
        <path d="M124 20h102" stroke="var(--control)" strokeWidth="1.5" strokeDasharray="2 6" />
        <circle cx="236" cy="20" r="8" stroke="var(--control)" strokeWidth="1.5" />
      </>
    }
  >
    {children}
  </Sheet>
)

interface FailedSheetProps {
  readonly error: Refusal
  readonly onRetry: () => void
}

/** Shows a failed run: the line is broken, with a Retry button. */
export const FailedSheet = ({ error, onRetry }: FailedSheetProps) => (
  <Sheet
    refusal={error}
    line={
      <>
        <path d="M12 20h70" />
        <path d="M82 20h34" stroke="var(--crit)" strokeDasharray="5 4" />
        <path d="M122 13l14 14M136 13l-14 14" stroke="var(--crit)" />
        <circle cx="236" cy="20" r="8" stroke="var(--control)" strokeWidth="1.5" />
      </>
    }
  >
    <button type="button" className={`${buttonStyles.btn} sm`} onClick={onRetry}>
      <RetryGlyph />
      {labels.retry}
    </button>
  </Sheet>
)

/** A trace before the first run. */
export const EmptyTrace = () => (
  <svg
    className={styles.stateline}
    viewBox="0 0 260 40"
    fill="none"
    stroke="var(--control)"
    strokeWidth="1.5"
    aria-hidden="true"
  >
    <circle cx="12" cy="20" r="8" strokeDasharray="3 2.5" />
    <path d="M20 20h208" strokeDasharray="2 6" />
    <circle cx="236" cy="20" r="8" strokeDasharray="3 2.5" />
  </svg>
)

/** A placeholder for missing content. */
export const EmptySheet = ({ title, message, className }: Notice & { readonly className: string | undefined }) => (
  <section className={`${panel.card} ${styles.emp} ${className}`}>
    <EmptyTrace />
    <h2>{title}</h2>
    <p>{message}</p>
  </section>
)
