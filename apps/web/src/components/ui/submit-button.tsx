import './submit-button.css'

interface SubmitButtonProps {
  readonly isBusy: boolean
  readonly label: string
  readonly busyLabel: string
}

/** Sends a form. While that goes on it keeps the keyboard, which a disabled button would lose. */
export const SubmitButton = ({ isBusy, label, busyLabel }: SubmitButtonProps) => (
  <button type="submit" className="btn go" aria-disabled={isBusy}>
    {isBusy ? busyLabel : label}
  </button>
)
