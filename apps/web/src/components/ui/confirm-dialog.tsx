import { type ReactNode, useId } from 'react'
import { fieldTexts } from '../../texts/fields.ts'
import { useModal } from './use-modal.ts'
import * as buttonStyles from './button.module.css'
import * as styles from './confirm-dialog.module.css'

/** The dialog before an irreversible action. */
export interface Question {
  readonly title: string
  readonly text: string
  /** The name of the action, on its button. */
  readonly confirm: string
}

interface ConfirmDialogProps {
  readonly question: Question
  readonly isBusy?: boolean
  readonly onConfirm: () => void
  readonly onCancel: () => void
  /** Further fields or text. */
  readonly children?: ReactNode
}

/** Asks before an irreversible action. The dialog is open while it is rendered; Escape cancels. */
export const ConfirmDialog = ({ question, isBusy = false, onConfirm, onCancel, children }: ConfirmDialogProps) => {
  const id = useId()
  const dialog = useModal()
  return (
    <dialog
      ref={dialog}
      className={styles.confirm}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onCancel={(event) => {
        event.preventDefault()
        onCancel()
      }}
    >
      <form
        method="dialog"
        noValidate
        aria-busy={isBusy}
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy) onConfirm()
        }}
      >
        <h2 id={`${id}-title`}>{question.title}</h2>
        <p id={`${id}-text`}>{question.text}</p>
        {children}
        <div className={styles.confirmActs}>
          <button type="button" className={buttonStyles.btn} onClick={onCancel}>
            {fieldTexts.cancel}
          </button>
          <button type="submit" className={`${buttonStyles.btn} ${styles.grave}`} aria-disabled={isBusy}>
            {question.confirm}
          </button>
        </div>
      </form>
    </dialog>
  )
}
