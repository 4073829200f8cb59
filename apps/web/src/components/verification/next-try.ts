import type { VerificationEntry } from '@netbox/contract'

/** When an address is tried again: at a time, as soon as its turn comes, or some time later that is not known here. */
export type NextTry = { readonly at: string } | 'due' | 'later'

/**
 * Tells when an address of the history is tried again; undefined where it is not. After the first try it is known from when that was.
 */
export const nextTryOf = (
  entry: Pick<VerificationEntry, 'created_at' | 'retry_after' | 'verification_attempts'>,
  now: number,
): NextTry | undefined => {
  const { created_at: createdAt, retry_after: wait, verification_attempts: attempts } = entry
  if (wait === null) return undefined
  // When the later ones were is not told.
  if (attempts > 1) return 'later'
  const at = Date.parse(createdAt) + wait * 1000
  return at <= now ? 'due' : { at: new Date(at).toISOString() }
}
