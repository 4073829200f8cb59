import { registrationMessages } from '@netbox/core'
import { authTexts } from '../../texts/auth.ts'

/** What is wrong with the fields of a form, by their names; empty when it may be sent. */
export type FieldErrors<Name extends string> = Readonly<Partial<Record<Name, string>>>

/** The shortest password that may be set. Source: spec §9. A service may ask for more, and says so. */
export const MIN_PASSWORD = 6

const emailError = (email: string) => (email.trim() === '' ? { email: authTexts.emailMissing } : {})

/** Checks what somebody signs in with. Source: spec §5. */
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

/** Checks an address alone. */
export const checkEmail = ({ email }: { email: string }): FieldErrors<'email'> => emailError(email)

/** Checks a password that is to be set and its repetition. Source: spec §5. */
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

/** Checks a registration. Source: spec §5. */
export const checkRegistration = (values: { email: string; password: string; confirmation: string }) => ({
  ...emailError(values.email),
  ...checkNewPassword(values),
})

/** Checks the code of a mail and the address that it was sent to. */
export const checkCode = ({ email, code }: { email: string; code: string }): FieldErrors<'email' | 'code'> => ({
  ...emailError(email),
  ...(code.trim() === '' ? { code: authTexts.codeMissing } : {}),
})
