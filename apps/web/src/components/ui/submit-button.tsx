import * as styles from './button.module.css'

interface SubmitButtonProps {
  readonly isBusy: boolean
  readonly label: string
  readonly busyLabel: string
  /** Where the page has another, more likely action: a view has one blue button. */
  readonly isPlain?: boolean
}

/** Sends a form. While that continues it keeps the keyboard, which a disabled button would lose. */
export const SubmitButton = ({ isBusy, label, busyLabel, isPlain = false }: SubmitButtonProps) => (
  <button type="submit" className={isPlain ? styles.btn : `${styles.btn} ${styles.go}`} aria-disabled={isBusy}>
    {isBusy ? busyLabel : label}
  </button>
)
