import type { Account } from '../../accounts/account.ts'
import { isoTime, isoTimeOrNull } from '../../serializers/iso-time.ts'
import { toUuid } from '../../serializers/uuid.ts'
import type { Factor } from '../../accounts/second-factor/second-factors.ts'
import { presentFactor } from './factors.ts'

/** Shows a user as auth-js holds it. Authority is never read from it. */
export const presentAuthUser = ({ id: ownId, email, confirmedAt, createdAt }: Account, factors: readonly Factor[]) => {
  const id = toUuid(ownId)
  const [confirmed, created] = [isoTimeOrNull(confirmedAt), isoTime(createdAt)]
  return {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email,
    phone: '',
    email_confirmed_at: confirmed,
    confirmed_at: confirmed,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: {},
    identities: [
      {
        identity_id: id,
        id,
        user_id: id,
        provider: 'email',
        identity_data: { sub: id, email, email_verified: confirmed !== null, phone_verified: false },
        created_at: created,
        updated_at: created,
      },
    ],
    factors: factors.map(presentFactor),
    created_at: created,
    updated_at: created,
    is_anonymous: false,
  }
}
