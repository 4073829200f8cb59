import { BASE32 } from './random.ts'

const BITS = 5n
const ID = new RegExp(`^[0-7][${BASE32}]{25}$`)
const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

/** Returns whether a text is a UUID of any version. */
export const isUuid = (text: string): boolean => UUID.test(text)

/** Formats an id as UUID text. Returns other names unchanged. */
export const toUuid = (id: string): string => {
  if (!ID.test(id)) return id
  const value = Array.from(id).reduce((sum, digit) => (sum << BITS) | BigInt(BASE32.indexOf(digit)), 0n)
  return value
    .toString(16)
    .padStart(32, '0')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** Parses an id that a client wrote as UUID text, or in its stored form. */
export const fromUuid = (text: string): string => {
  if (!isUuid(text)) return text
  let rest = BigInt(`0x${text.replaceAll('-', '')}`)
  let id = ''
  while (id.length < 26) {
    id = `${BASE32.charAt(Number(rest & 31n))}${id}`
    rest >>= BITS
  }
  return id
}
