import type { Account } from './account.ts'

/** Where a session comes from, as the request tells. */
export interface Device {
  readonly userAgent: string
  readonly address: string
}

/** A way to show a second factor. */
export type SecondFactorMethod = 'totp' | 'recovery_code'

/** A way to show who one is, as in the claim `amr` of an access token (RFC 8176). */
export type SignInMethod = 'password' | 'otp' | 'recovery' | 'invite' | 'email_change' | SecondFactorMethod

/** The tokens of a signed-in client. */
export interface SignedIn {
  readonly account: Account
  readonly sessionId: string
  readonly accessToken: string
  /** When the access token ends, in epoch ms, and how long it lives, in seconds. */
  readonly expiresAt: number
  readonly expiresIn: number
  readonly refreshToken: string
  /** Whether the session has to show a second factor first. */
  readonly needsFactor: boolean
}

/** An admin's view of a user: nothing to refresh. */
export type ViewAs = Omit<SignedIn, 'refreshToken'> & { readonly actorId: string }

/** The present owner of an access token. */
export interface ActiveSession {
  readonly account: Account
  readonly session: {
    readonly id: string
    readonly actorId: string | null
    /** Whether the user has a second factor and did not show it in this session, which then may do next to nothing. */
    readonly needsFactor: boolean
  }
}
