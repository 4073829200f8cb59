import { checkNewPassword } from '../../../lib/new-password.ts'
import type { FieldErrors } from '../../../lib/use-form.ts'
import { accountTexts } from '../../../texts/account.ts'

type Names = 'current' | 'password' | 'confirmation'

/** Checks a change of the password before it is sent. Source: spec §5. */
export const checkChange = (values: Readonly<Record<Names, string>>): FieldErrors<Names> => ({
  ...(values.current === '' ? { current: accountTexts.password.currentMissing } : {}),
  ...checkNewPassword(values),
})
