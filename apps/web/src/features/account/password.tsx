import type { User } from '@netbox/contract'
import { useId } from 'react'
import * as v from 'valibot'
import { SubmitButton } from '../../components/ui/button.tsx'
import { NewPasswordFields, PasswordField } from '../../components/ui/field.tsx'
import { FormAlert } from '../../components/ui/form-alert.tsx'
import { confirmed, newPassword, secret, useForm } from '../../lib/page/form.ts'
import { useAction } from '../../lib/session/requests.ts'
import { accountTexts } from '../../texts/account.ts'
import { passwordFailure } from './password-dialog.tsx'
import { Section } from './section.tsx'
import { hasApi } from './tokens.tsx'

const { password: texts } = accountTexts

/** The form of a change of the password. Source: spec §5. */
export const changeForm = v.pipe(v.object({ current: secret(texts.currentMissing), ...newPassword }), confirmed())

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
  const { isBusy, failure, problem, perform } = useAction()
  const { errors, form } = useForm(changeForm, async ({ current, password }, element) => {
    const body = { current_password: current, new_password: password }
    const answer = await perform(async (client) => client.call('auth.password', { body }), {
      onSuccess: texts.done,
      onFailure: passwordFailure(texts.failed, texts.wrong),
    })
    if (answer === undefined) return
    element.reset()
    onChanged()
  })
  const blame = (name: 'current' | 'password') =>
    failure !== undefined && blamedOn[failure.code] === name ? alertId : undefined
  return (
    <Section title={texts.title} lead={texts.lead}>
      <form {...form} className="grid max-w-form grid-cols-1 gap-4" aria-busy={isBusy}>
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
        />
        <SubmitButton
          className="justify-self-start max-md:justify-self-stretch"
          isBusy={isBusy}
          label={texts.submit}
          busyLabel={texts.busy}
          variant={hasApi(user.plan) ? 'outline' : 'primary'}
        />
      </form>
    </Section>
  )
}
