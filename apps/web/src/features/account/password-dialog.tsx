import type { Client } from '@netbox/contract'
import type { Notice } from '@netbox/product'
import { useRef, useState } from 'react'
import { ConfirmDialog, type Question } from '../../components/ui/confirm-dialog.tsx'
import { FormAlert } from '../../components/ui/form-alert.tsx'
import { PasswordField } from '../../components/ui/password-field.tsx'
import { accountNotice, type Failure } from '../../lib/failure.ts'
import { useAction } from '../../lib/use-action.ts'

/** Returns the function that describes a failure. For a wrong password, it uses `wrong`, because the service's text is about signing in. */
export const passwordFailure =
  (title: string, wrong: string) =>
  (failure: Failure): Notice =>
    failure.code === 'invalid_credentials' ? { title, message: wrong } : accountNotice(title)(failure)

interface PasswordDialogProps<Answer> {
  readonly question: Question
  readonly texts: {
    readonly password: string
    readonly passwordMissing: string
    readonly failed: string
    readonly wrong: string
  }
  readonly work: (client: Client, password: string) => Promise<Answer>
  readonly success?: Notice
  readonly onDone: (answer: Answer) => void
  readonly onCancel: () => void
}

/** Asks for the password, then runs an action that needs it. */
export const PasswordDialog = <Answer,>({
  question,
  texts,
  work,
  success,
  onDone,
  onCancel,
}: PasswordDialogProps<Answer>) => {
  const field = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<string>()
  const { isBusy, problem, perform } = useAction()
  const confirm = async (): Promise<void> => {
    const password = field.current?.value ?? ''
    setError(password === '' ? texts.passwordMissing : undefined)
    if (password === '') return field.current?.focus()
    const answer = await perform(async (client) => work(client, password), {
      onSuccess: success,
      onFailure: passwordFailure(texts.failed, texts.wrong),
    })
    if (answer === undefined) field.current?.focus()
    else onDone(answer)
  }
  return (
    <ConfirmDialog question={question} isBusy={isBusy} onConfirm={() => void confirm()} onCancel={onCancel}>
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
