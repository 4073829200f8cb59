import type { User } from '@netbox/contract'
import { useId, useRef } from 'react'
import { FormAlert } from '../../../components/ui/form-alert.tsx'
import { NewPasswordFields, PasswordField } from '../../../components/ui/password-field.tsx'
import { SubmitButton } from '../../../components/ui/submit-button.tsx'
import { MIN_PASSWORD, checkNewPassword } from '../../../lib/new-password.ts'
import { useAction } from '../../../lib/use-action.ts'
import { useForm, type FieldErrors } from '../../../lib/use-form.ts'
import { accountTexts } from '../../../texts/account.ts'
import { fieldTexts } from '../../../texts/fields.ts'
import { hasApi } from '../tokens/tokens-part.tsx'
import { passwordFailure } from '../password-dialog.tsx'
import { Section } from '../section.tsx'
import * as accountStyles from '../account.module.css'

type Names = 'current' | 'password' | 'confirmation'

/** Checks a change of the password before it is sent. Source: spec §5. */
export const checkChange = (values: Readonly<Record<Names, string>>): FieldErrors<Names> => ({
  ...(values.current === '' ? { current: accountTexts.password.currentMissing } : {}),
  ...checkNewPassword(values),
})

const { password: texts } = accountTexts

// The fields that cause the service's error codes.
const blamedOn: Readonly<Record<string, 'current' | 'password'>> = {
  invalid_credentials: 'current',
  password_too_short: 'password',
  password_too_long: 'password',
}

interface PasswordPartProps {
  readonly user: User
  /** Called after a change, which signs out other devices. */
  readonly onChanged: () => void
}

/** Changes the password. */
export const PasswordPart = ({ user, onChanged }: PasswordPartProps) => {
  const alertId = useId()
  const form = useRef<HTMLFormElement>(null)
  const { isBusy, failure, problem, perform } = useAction()
  const change = async (current_password: string, new_password: string): Promise<void> => {
    const body = { current_password, new_password }
    const answer = await perform(async (client) => client.call('auth.password', { body }), {
      onSuccess: texts.done,
      onFailure: passwordFailure(texts.failed, texts.wrong),
    })
    if (answer === undefined) return
    form.current?.reset()
    onChanged()
  }
  const { errors, form: formProps } = useForm(
    ['current', 'password', 'confirmation'],
    checkChange,
    ({ current, password }) => void change(current, password),
  )
  const blame = (name: 'current' | 'password') =>
    failure !== undefined && blamedOn[failure.code] === name ? alertId : undefined
  return (
    <Section title={texts.title} lead={texts.lead}>
      <form {...formProps} ref={form} className={accountStyles.accForm} aria-busy={isBusy}>
        <FormAlert id={alertId} notice={problem} />
        {/* For password managers: the account of the password. */}
        <input type="hidden" name="username" autoComplete="username" value={user.email} readOnly />
        <PasswordField
          label={texts.current}
          name="current"
          autoComplete="current-password"
          required
          error={errors.current}
          blamedBy={blame('current')}
        />
        <NewPasswordFields
          labels={{ password: texts.next, confirmation: texts.confirmation }}
          errors={errors}
          blamedBy={blame('password')}
          hint={fieldTexts.passwordRule(MIN_PASSWORD)}
        />
        <SubmitButton isBusy={isBusy} label={texts.submit} busyLabel={texts.busy} isPlain={hasApi(user.plan)} />
      </form>
    </Section>
  )
}
