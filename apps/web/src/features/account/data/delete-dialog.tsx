import { useRef, useState } from 'react'
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx'
import { FormAlert } from '../../../components/ui/form-alert.tsx'
import { PasswordField } from '../../../components/ui/password-field.tsx'
import { accountTexts } from '../../../texts/account.ts'
import { passwordFailure, useDeed } from '../use-deed.ts'

const { data: texts } = accountTexts

interface DeleteDialogProps {
  readonly email: string
  readonly onDeleted: () => void
  readonly onCancel: () => void
}

/** Asks for the password, then deletes the account. */
export const DeleteDialog = ({ email, onDeleted, onCancel }: DeleteDialogProps) => {
  const field = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<string>()
  const { isBusy, problem, perform } = useDeed(passwordFailure(texts.deleteFailed, texts.wrong))
  const remove = async (): Promise<void> => {
    const password = field.current?.value ?? ''
    setError(password === '' ? texts.passwordMissing : undefined)
    if (password === '') return field.current?.focus()
    const answer = await perform(async (client) => client.call('account.delete', { body: { password } }), texts.deleted)
    if (answer === undefined) field.current?.focus()
    else onDeleted()
  }
  return (
    <ConfirmDialog question={texts.ask(email)} isBusy={isBusy} onConfirm={() => void remove()} onCancel={onCancel}>
      <FormAlert notice={problem} />
      <PasswordField
        label={texts.password}
        name="password"
        autoComplete="current-password"
        required
        ref={field}
        error={error}
      />
    </ConfirmDialog>
  )
}
