import { AccountError } from './account-error.ts'

/** In bytes of JSON. */
const LARGEST = 4096
const DEEPEST = 8

const isTooDeep = (value: unknown, left: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (left === 0 || Object.values(value).some((inner) => isTooDeep(inner, left - 1)))

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Changes stored metadata by the members of an object; null removes one. Throws `validation_failed` for anything but an object, and where
 * more than 4 kB or 8 levels would be stored.
 */
export const mergeMetadata = (stored: string | null, change: unknown): string => {
  if (!isObject(change)) throw new AccountError('validation_failed')
  const before: unknown = JSON.parse(stored ?? '{}')
  const members = Object.entries({ ...(isObject(before) ? before : {}), ...change })
  const merged = Object.fromEntries(members.filter(([, value]) => value !== null))
  const text = JSON.stringify(merged)
  if (isTooDeep(merged, DEEPEST) || Buffer.byteLength(text) > LARGEST) throw new AccountError('validation_failed')
  return text
}
