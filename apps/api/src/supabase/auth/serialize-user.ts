import { AUTHENTICATED } from '../../accounts/sessions/signing-keys.ts'
import { factsOf, showMetadata } from '../../accounts/users/metadata.ts'
import type { AuthUser } from '../../accounts/users/repository.ts'
import type { Factor } from '../../accounts/second-factor/second-factors.ts'
import { isoTime } from '../../clock.ts'
import { toUuid } from '../../random.ts'

// A suspension has no end date.
const FOREVER = '9999-12-31T23:59:59.000Z'

const timeOf = (milliseconds: number | null): string | undefined =>
  milliseconds === null ? undefined : isoTime(milliseconds)

const serializeFactor = ({ id, name, isVerified, createdAt, updatedAt }: Factor) => ({
  id: toUuid(id),
  friendly_name: name,
  factor_type: 'totp' as const,
  status: isVerified ? ('verified' as const) : ('unverified' as const),
  created_at: isoTime(createdAt),
  updated_at: isoTime(updatedAt),
})

/** Serializes a user for auth-js, without absent times. netbox never reads permissions from the result. */
export const serializeAuthUser = (user: AuthUser & { readonly factors?: readonly Factor[] }) => {
  const { email, new_email: newEmail, factors = [] } = user
  const id = toUuid(user.id)
  const [confirmed, created, signedIn] = [
    timeOf(user.confirmed_at),
    isoTime(user.created_at),
    timeOf(user.last_sign_in_at),
  ]
  const updated = timeOf(user.updated_at) ?? created
  const metadata = showMetadata(user)
  return {
    id,
    aud: AUTHENTICATED,
    role: AUTHENTICATED,
    email,
    phone: '',
    email_confirmed_at: confirmed,
    confirmed_at: confirmed,
    ...(confirmed === undefined && { confirmation_sent_at: created }),
    invited_at: timeOf(user.invited_at),
    last_sign_in_at: signedIn,
    ...(newEmail === null ? {} : { new_email: newEmail, email_change_sent_at: updated }),
    ...(user.status === 'disabled' && { banned_until: FOREVER }),
    ...metadata,
    identities: [
      {
        identity_id: id,
        id,
        user_id: id,
        provider: 'email',
        identity_data: { ...metadata.user_metadata, ...factsOf(user) },
        email,
        last_sign_in_at: signedIn ?? created,
        created_at: created,
        updated_at: updated,
      },
    ],
    factors: factors.map(serializeFactor),
    created_at: created,
    updated_at: updated,
    is_anonymous: false,
  }
}
