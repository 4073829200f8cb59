import type { SignedIn } from '../../src/index.ts'

/** The time of the tests, in seconds: 2026-01-01T00:00:00Z. */
export const NOW = 1_767_225_600

/** Creates the response of a sign-in whose access token is valid for ten minutes. */
export const signedIn = (name = 'a', expiresAt = NOW + 600): SignedIn => {
  const user = { id: 'u1', email: 'ana@mail.example', plan: 'pro' as const, is_admin: false }
  return {
    token: `access-${name}`,
    user,
    session: {
      access_token: `access-${name}`,
      refresh_token: `refresh-${name}`,
      expires_in: 600,
      expires_at: expiresAt,
      token_type: 'bearer',
      user,
    },
  }
}
