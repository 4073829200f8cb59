import type { Client } from '@netbox/contract'
import type { Notice } from '@netbox/product'
import { useRef } from 'react'
import * as v from 'valibot'
import { ConfirmDialog, type Question } from '../../components/ui/confirm-dialog.tsx'
import { PasswordField } from '../../components/ui/field.tsx'
import { FormAlert } from '../../components/ui/form-alert.tsx'
import { secret, useForm } from '../../lib/form.ts'
import { accountNotice, type Failure, useAction } from '../../lib/requests.ts'

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
  const { isBusy, problem, perform } = useAction()
  const schema = v.object({ password: secret(texts.passwordMissing) })
  const { errors, form } = useForm(schema, async ({ password }) => {
    const answer = await perform(async (client) => work(client, password), {
      onSuccess: success,
      onFailure: passwordFailure(texts.failed, texts.wrong),
    })
    if (answer === undefined) field.current?.focus()
    else onDone(answer)
  })
  return (
    <ConfirmDialog question={question} isBusy={isBusy} onConfirm={form.onSubmit} onCancel={onCancel}>
      <FormAlert notice={problem} />
      <PasswordField
        label={texts.password}
        name="password"
        autoComplete="current-password"
        required
        ref={field}
        error={errors.password}
      />
    </ConfirmDialog>
  )
}
