import { registrationMessages } from '@netbox/product'
import type { FieldErrors } from './use-form.ts'

/** The minimum length of a new password. Source: spec §9. A service may require a longer password; its error then says so. */
export const MIN_PASSWORD = 6

/** Checks a new password and its confirmation. Source: spec §5. */
export const checkNewPassword = ({
  password,
  confirmation,
}: {
  password: string
  confirmation: string
}): FieldErrors<'password' | 'confirmation'> => {
  if (password.length < MIN_PASSWORD) return { password: registrationMessages.passwordTooShort(MIN_PASSWORD) }
  return password === confirmation ? {} : { confirmation: registrationMessages.passwordsDiffer }
}
