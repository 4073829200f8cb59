import type { Client } from '@netbox/contract'
import type { Notice } from '@netbox/product'
import { useRef } from 'react'
import * as v from 'valibot'
import { ConfirmDialog, type Question } from '../../components/ui/confirm-dialog.tsx'
import { PasswordField, TextField } from '../../components/ui/field.tsx'
import { FormAlert } from '../../components/ui/form-alert.tsx'
import { filled, secret, useForm } from '../../lib/page/form.ts'
import { accountNotice, type Failure, useAction } from '../../lib/session/requests.ts'

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
    readonly codeMissing?: string
    readonly failed: string
    readonly wrong: string
  }
  /** The label of the field for a code of the second factor. Without a label, the action needs no code. */
  readonly codeLabel?: string
  readonly work: (client: Client, proof: { readonly password: string; readonly code: string }) => Promise<Answer>
  readonly success?: Notice
  readonly onDone: (answer: Answer) => void
  readonly onCancel: () => void
}

/** Asks for the password, and for a code if the action needs one, then runs the action. */
export const PasswordDialog = <Answer,>({
  question,
  texts,
  codeLabel,
  work,
  success,
  onDone,
  onCancel,
}: PasswordDialogProps<Answer>) => {
  const field = useRef<HTMLInputElement>(null)
  const { isBusy, failure, problem, perform } = useAction()
  const schema = v.object({
    password: secret(texts.passwordMissing),
    code: codeLabel === undefined ? v.string() : filled(texts.codeMissing ?? ''),
  })
  const { errors, form } = useForm(schema, async (proof) => {
    const answer = await perform(async (client) => work(client, proof), {
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
        id="dialog-password"
        name="password"
        autoComplete="current-password"
        required
        ref={field}
        error={errors.password}
      />
      {codeLabel === undefined ? null : (
        <TextField
          label={codeLabel}
          id="dialog-code"
          name="code"
          autoComplete="one-time-code"
          spellCheck={false}
          required
          error={errors.code ?? (failure?.code === 'factor_code_invalid' ? problem?.message : undefined)}
        />
      )}
    </ConfirmDialog>
  )
}
