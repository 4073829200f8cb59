import { useRef, useState } from 'react'
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx'
import { FormAlert } from '../../../components/ui/form-alert.tsx'
import { PasswordField } from '../../../components/ui/password-field.tsx'
import { accountTexts } from '../../../texts/account.ts'
import { passwordFailure, useDeed } from '../use-deed.ts'

const { factor: texts } = accountTexts

interface RenewCodesProps {
  readonly onRenewed: (codes: readonly string[]) => void
  readonly onCancel: () => void
}

/** Asks for the password, then makes new recovery codes. */
export const RenewCodes = ({ onRenewed, onCancel }: RenewCodesProps) => {
  const field = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<string>()
  const { isBusy, problem, perform } = useDeed(passwordFailure(texts.renewFailed, texts.wrongPassword))
  const renew = async (): Promise<void> => {
    const password = field.current?.value ?? ''
    setError(password === '' ? texts.passwordMissing : undefined)
    if (password === '') return field.current?.focus()
    const answer = await perform(async (client) => client.call('account.recoveryCodes', { body: { password } }))
    if (answer === undefined) field.current?.focus()
    else onRenewed(answer.recovery_codes)
  }
  return (
    <ConfirmDialog question={texts.askRenew} isBusy={isBusy} onConfirm={() => void renew()} onCancel={onCancel}>
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
