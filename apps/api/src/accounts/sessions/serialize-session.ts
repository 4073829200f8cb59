import type { SignedIn as SignedInAnswer, User, ViewAs as ViewAsAnswer } from '@netbox/contract'
import type { SignedIn, ViewAs } from './types.ts'
import type { CallerUser } from '../../caller.ts'

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
