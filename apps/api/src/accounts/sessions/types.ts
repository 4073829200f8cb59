import type { SignedIn as SignedInAnswer, User, ViewAs as ViewAsAnswer } from '@netbox/contract'
import type { CallerUser } from '../../caller.ts'
import type { Account } from '../users/account.ts'

/** The device that starts a session, from its request. */
export interface Device {
  readonly userAgent: string
  readonly address: string
}

/** A way to prove a second factor. */
export type SecondFactorMethod = 'totp' | 'recovery_code'

/** A way to prove one's identity, as in the claim `amr` of an access token (RFC 8176). */
export type SignInMethod = 'password' | 'otp' | 'recovery' | 'invite' | 'email_change' | SecondFactorMethod

/** The tokens of a signed-in client. */
export interface SignedIn {
  readonly account: Account
  readonly sessionId: string
  readonly accessToken: string
  /** The expiry of the access token in epoch ms, and its lifetime in seconds. */
  readonly expiresAt: number
  readonly expiresIn: number
  readonly refreshToken: string
  /** Whether the session must pass a second factor first. */
  readonly needsFactor: boolean
}

/** A view-as session of an admin, without a refresh token. */
export type ViewAs = Omit<SignedIn, 'refreshToken'> & { readonly actorId: string }

/** A valid session, with its user's account. */
export interface ActiveSession {
  readonly account: Account
  readonly session: {
    readonly id: string
    readonly actorId: string | null
    /** Whether the user has a second factor that this session has not passed; such a session has almost no rights. */
    readonly needsFactor: boolean
  }
}

/** Serializes a user for clients. */
export const serializeUser = ({ id, email, plan, isAdmin }: CallerUser): User => ({
  id,
  email,
  plan,
  is_admin: isAdmin,
})

const inSeconds = (milliseconds: number): number => Math.floor(milliseconds / 1000)

/** Serializes a new or refreshed session. */
export const serializeSignedIn = (signedIn: SignedIn): SignedInAnswer => {
  const { account, accessToken, refreshToken, expiresIn, expiresAt, needsFactor } = signedIn
  const user = serializeUser(account)
  return {
    token: accessToken,
    user,
    session: {
      access_token: accessToken,
      refresh_token: refreshToken,
      expires_in: expiresIn,
      expires_at: inSeconds(expiresAt),
      token_type: 'bearer',
      user,
    },
    ...(needsFactor ? { second_factor_required: true } : {}),
  }
}

/** Serializes a view-as session. It never has admin rights, even if the viewed user is an admin. */
export const serializeViewAs = ({ account, accessToken, expiresIn, expiresAt, actorId }: ViewAs): ViewAsAnswer => ({
  token: accessToken,
  token_type: 'bearer',
  expires_in: expiresIn,
  expires_at: inSeconds(expiresAt),
  user: { ...serializeUser(account), is_admin: false },
  actor_id: actorId,
})
