import { Secret, TOTP } from 'otpauth'
import type { FactorOwner } from '../../src/accounts/second-factor/codes.ts'
import type { SecondFactors } from '../../src/accounts/second-factor/second-factors.ts'

/** Computes an authenticator app's code at a time. */
export const codeAt = (secret: string, now: number): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: now })

/** Enrolls an app and confirms it by its first code. Returns the factor's id, the secret and the recovery codes. */
export const enrol = async (secondFactors: SecondFactors, owner: FactorOwner, now: number, name = 'Phone') => {
  const { factor, secret } = await secondFactors.enrol(owner, { name })
  return { id: factor.id, secret, codes: await secondFactors.confirm(owner, factor.id, codeAt(secret, now)) }
}
