import { type FormEvent, type ReactNode, useId } from 'react'
import { fieldTexts } from '../../texts/fields.ts'
import { Button } from './button.tsx'
import { useModal } from './use-modal.ts'

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
  readonly onConfirm: (event: FormEvent<HTMLFormElement>) => void
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
      className="max-h-[calc(100dvh-32px)] w-[min(520px,100vw-32px)] overflow-auto border border-t-2 border-control border-t-ink bg-sheet p-0 text-ink shadow-float backdrop:bg-scrim"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onCancel={(event) => {
        event.preventDefault()
        onCancel()
      }}
    >
      <form
        className="grid gap-3.5 px-6 py-5 [&>[role=alert]:empty]:absolute"
        method="dialog"
        noValidate
        aria-busy={isBusy}
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy) onConfirm(event)
        }}
      >
        <h2 className="text-lg wrap-anywhere" id={`${id}-title`}>
          {question.title}
        </h2>
        <p className="text-pretty text-ink-2" id={`${id}-text`}>
          {question.text}
        </p>
        {children}
        <div className="mt-1.5 grid gap-3 sm:flex sm:flex-wrap sm:justify-end">
          <Button onClick={onCancel}>{fieldTexts.cancel}</Button>
          <Button type="submit" variant="danger" aria-disabled={isBusy}>
            {question.confirm}
          </Button>
        </div>
      </form>
    </dialog>
  )
}
