import { isObject } from '@netbox/core'
import { Refusal } from '../../refusal.ts'
import { toUuid } from '../../random.ts'

/** The maximum size of metadata, in bytes of JSON. */
export const LARGEST_METADATA = 4096
const DEEPEST = 8

const isTooDeep = (value: unknown, left: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (left === 0 || Object.values(value).some((inner) => isTooDeep(inner, left - 1)))

/** Returns whether a value is an object of at most 8 levels. */
export const isMetadata = (value: unknown): value is object => isObject(value) && !isTooDeep(value, DEEPEST)

/**
 * Merges the members of an object into stored metadata; a member that is null is removed. Throws `validation_failed` for anything except an
 * object, and for a result with more than 4 kB or 8 levels.
 */
export const mergeMetadata = (stored: string | null, change: unknown): string => {
  if (!isObject(change)) throw new Refusal('validation_failed')
  const before: unknown = JSON.parse(stored ?? '{}')
  const members = Object.entries({ ...(isObject(before) ? before : {}), ...change })
  const merged = Object.fromEntries(members.filter(([, value]) => value !== null))
  // The depth is checked first, because very deep values can't be written as JSON.
  if (!isMetadata(merged)) throw new Refusal('validation_failed')
  const text = JSON.stringify(merged)
  if (Buffer.byteLength(text) > LARGEST_METADATA) throw new Refusal('validation_failed')
  return text
}

/** The metadata of a user as stored: JSON, or null for none. */
interface StoredMetadata {
  readonly id: string
  readonly email: string
  readonly confirmed_at: number | null
  readonly user_metadata: string | null
  readonly app_metadata: string | null
}

// Only netbox writes these columns, always an object.
const read = (json: string | null): Record<string, unknown> => JSON.parse(json ?? '{}') as Record<string, unknown>

/** Returns the metadata to store for a user who signs up. Its `sub` marks users of whom netbox shows its own facts too. */
export const metadataOfSignUp = (id: string, metadata: string | null = null): string =>
  JSON.stringify({ ...read(metadata), sub: toUuid(id) })

/**
 * Merges a change into the metadata of a user, who keeps the mark of a sign-up. The mark is netbox's own and takes no part of the 4 kB.
 * Throws as `mergeMetadata` does.
 */
export const mergeUserMetadata = (
  { id, user_metadata }: Pick<StoredMetadata, 'id' | 'user_metadata'>,
  change: unknown,
): string => {
  const { sub, ...set } = read(user_metadata ?? metadataOfSignUp(id))
  const merged = mergeMetadata(JSON.stringify(set), change)
  return sub === undefined ? merged : JSON.stringify({ ...read(merged), sub })
}

/** Returns netbox's own facts about a user. */
export const factsOf = ({ id, email, confirmed_at }: Pick<StoredMetadata, 'id' | 'email' | 'confirmed_at'>) => ({
  sub: toUuid(id),
  email,
  email_verified: confirmed_at !== null,
  phone_verified: false,
})

/**
 * Returns the metadata of a user for clients of supabase-js: what was set and, for users who signed up, netbox's own facts. Users whom the
 * service key created have only what was set.
 */
export const showMetadata = ({ app_metadata, ...user }: StoredMetadata) => {
  const set = read(user.user_metadata)
  const hasSignedUp = user.user_metadata === null || 'sub' in set
  return {
    app_metadata: { provider: 'email', providers: ['email'], ...read(app_metadata) },
    user_metadata: hasSignedUp ? { ...set, ...factsOf(user) } : set,
  }
}
