import type { Factor } from '@netbox/contract'
import { useRef, useState } from 'react'
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx'
import { FormAlert } from '../../../components/ui/form-alert.tsx'
import { PasswordField } from '../../../components/ui/password-field.tsx'
import { TextField } from '../../../components/ui/text-field.tsx'
import { useAction } from '../../../lib/use-action.ts'
import { accountTexts } from '../../../texts/account.ts'
import { passwordFailure } from '../password-dialog.tsx'

const { factor: texts } = accountTexts

interface RemoveFactorProps {
  readonly factor: Factor
  readonly isLast: boolean
  readonly onRemoved: () => void
  readonly onCancel: () => void
}

/** Asks for password and code, then removes an app. */
export const RemoveFactor = ({ factor, isLast, onRemoved, onCancel }: RemoveFactorProps) => {
  const passwordField = useRef<HTMLInputElement>(null)
  const codeField = useRef<HTMLInputElement>(null)
  const [missing, setMissing] = useState<'password' | 'code'>()
  const { isBusy, failure, problem, perform } = useAction()
  const remove = async (): Promise<void> => {
    const [password, code] = [passwordField.current?.value ?? '', codeField.current?.value.trim() ?? '']
    const lacks = password === '' ? 'password' : code === '' ? 'code' : undefined
    setMissing(lacks)
    if (lacks !== undefined) return (lacks === 'password' ? passwordField : codeField).current?.focus()
    const call = { params: { id: factor.id }, body: { password, code } }
    const answer = await perform(async (client) => client.call('account.removeFactor', call), {
      onSuccess: texts.removed,
      onFailure: passwordFailure(texts.removeFailed, texts.wrongPassword),
    })
    if (answer !== undefined) onRemoved()
  }
  return (
    <ConfirmDialog
      question={texts.ask(factor.name, isLast)}
      isBusy={isBusy}
      onConfirm={() => void remove()}
      onCancel={onCancel}
    >
      <FormAlert notice={problem} />
      <PasswordField
        label={texts.password}
        name="password"
        autoComplete="current-password"
        required
        ref={passwordField}
        error={missing === 'password' ? texts.passwordMissing : undefined}
      />
      <TextField
        label={texts.anyCode}
        name="code"
        autoComplete="one-time-code"
        spellCheck={false}
        required
        ref={codeField}
        error={
          missing === 'code'
            ? texts.codeMissing
            : failure?.code === 'factor_code_invalid'
              ? problem?.message
              : undefined
        }
      />
    </ConfirmDialog>
  )
}
