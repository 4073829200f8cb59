import { hkdfSync } from 'node:crypto'

/** Two secrets: one signs challenges, one their solutions. */
export interface CaptchaKey {
  readonly hmacSignatureSecret: string
  readonly hmacKeySignatureSecret: string
}

const BYTES = 32

const derive = (key: Uint8Array, use: string): string =>
  Buffer.from(hkdfSync('sha256', key, '', `netbox captcha ${use}`, BYTES)).toString('base64url')

/** Derives the secrets of challenges from secrets that a server has anyway (HKDF, RFC 5869), so that there are no more to keep. */
export const captchaKeys = (secrets: readonly { readonly key: Uint8Array }[]): readonly CaptchaKey[] =>
  secrets.map(({ key }) => ({
    hmacSignatureSecret: derive(key, 'challenge'),
    hmacKeySignatureSecret: derive(key, 'solution'),
  }))
