import { checkNewPassword } from '../../lib/new-password.ts'
import type { FieldErrors } from '../../lib/use-form.ts'
import { authTexts } from '../../texts/auth.ts'

const emailError = (email: string) => (email.trim() === '' ? { email: authTexts.emailMissing } : {})

/** Checks the input of a sign-in. Source: spec §5. */
export const checkLogin = ({
  email,
  password,
}: {
  email: string
  password: string
}): FieldErrors<'email' | 'password'> => ({
  ...emailError(email),
  ...(password === '' ? { password: authTexts.passwordMissing } : {}),
})

/** Checks an email address. */
export const checkEmail = ({ email }: { email: string }): FieldErrors<'email'> => emailError(email)

/** Checks a registration. Source: spec §5. */
export const checkRegistration = (values: { email: string; password: string; confirmation: string }) => ({
  ...emailError(values.email),
  ...checkNewPassword(values),
})

/** Checks the code of a message and the address that it was sent to. */
export const checkCode = ({ email, code }: { email: string; code: string }): FieldErrors<'email' | 'code'> => ({
  ...emailError(email),
  ...(code.trim() === '' ? { code: authTexts.codeMissing } : {}),
})
