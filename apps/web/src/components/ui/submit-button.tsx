import * as styles from './button.module.css'

interface SubmitButtonProps {
  readonly isBusy: boolean
  readonly label: string
  readonly busyLabel: string
  /** Whether another action is the primary one: a view has only one blue button. */
  readonly isPlain?: boolean
  /** Whether the form can't be submitted at all. */
  readonly isOff?: boolean
}

/** Submits a form. While the request is pending, the button keeps the focus, which a disabled button would lose. */
export const SubmitButton = ({ isBusy, label, busyLabel, isPlain = false, isOff = false }: SubmitButtonProps) => (
  <button
    type="submit"
    className={isPlain ? styles.btn : `${styles.btn} ${styles.go}`}
    aria-disabled={isBusy}
    disabled={isOff}
  >
    {isBusy ? busyLabel : label}
  </button>
)
