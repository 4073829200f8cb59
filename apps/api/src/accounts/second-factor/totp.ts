import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'
import { newSecret } from '../../random.ts'

/** The length of a time step in milliseconds (RFC 6238). */
const STEP = 30_000
const SECRET_BYTES = 20
const CODE = /^\d{6}$/

/** The data for enrolling an authenticator app. */
export interface TotpEnrolment {
  /** The shared secret in base32. */
  readonly secret: string
  /** The link `otpauth://totp/…`, for apps on the same device. */
  readonly uri: string
  /** The QR code of the URI, as an SVG without `#` and `%`, so that it can be used in a data URL unchanged. */
  readonly qrCode: string
}

const totpOf = (secret: Secret, label: { readonly issuer?: string; readonly label?: string } = {}): TOTP =>
  new TOTP({ ...label, secret, algorithm: 'SHA1', digits: 6, period: STEP / 1000 })

/** Generates a secret for an account; the app shows the names of the account and the issuer. */
export const newTotp = ({ issuer, account }: { readonly issuer: string; readonly account: string }): TotpEnrolment => {
  const secret = new Secret({ buffer: new Uint8Array(Buffer.from(newSecret(SECRET_BYTES), 'base64url')).buffer })
  const uri = totpOf(secret, { issuer, label: account }).toString()
  return { secret: secret.base32, uri, qrCode: renderSVG(uri, { border: 2 }) }
}

/** Returns whether a text has the format of an app's code, with or without spaces. */
export const isTotpCode = (code: string): boolean => CODE.test(code.replaceAll(' ', ''))

/** Finds the time step of a code: the current one, the one before or the one after. Undefined for a wrong code. */
export const stepOfCode = (secret: string, code: string, now: number): number | undefined => {
  if (!isTotpCode(code)) return undefined
  const totp = totpOf(Secret.fromBase32(secret))
  const delta = totp.validate({ token: code.replaceAll(' ', ''), timestamp: now, window: 1 })
  return delta === null ? undefined : totp.counter({ timestamp: now }) + delta
}

/** Returns the time of the last accepted code, which is the start of its time step, in epoch ms. */
export const lastUseOf = (step: number | null): number | null => (step === null ? null : step * STEP)
