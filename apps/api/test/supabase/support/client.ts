import { createClient, type User } from '@supabase/supabase-js'
import type { TestApi, TestUser } from '../../support/start-api.ts'

/** Creates an unmodified client of the API: for a visitor, a user, or the key's owner. */
export const clientOf = (api: TestApi, who: { user?: TestUser; key?: string; flowType?: 'pkce' } = {}) => {
  const { user, key = api.core.config.anonKey, flowType = 'implicit' } = who
  return createClient(api.url, key, {
    ...(user === undefined ? {} : { accessToken: async () => user.bearer }),
    auth: { persistSession: false, autoRefreshToken: false, flowType },
  })
}

/** Returns a user's metadata without netbox's own facts. */
export const ownMetadata = (user: User | null | undefined): object => {
  const {
    sub: _sub,
    email: _email,
    email_verified: _isEmail,
    phone_verified: _isPhone,
    ...own
  } = user?.user_metadata ?? {}
  return own
}

/** The service key of tests. */
export const SERVICE_KEY = 'service-key-of-tests-with-32-characters'
