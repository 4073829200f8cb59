import { isMetadata, LARGEST_METADATA } from '../../accounts/users/metadata.ts'
import { Refusal } from '../../refusal.ts'

const MB = 1_000_000
const UNITS: Readonly<Record<string, number>> = { '': 1, b: 1, kb: 1000, mb: MB, gb: 1000 * MB }
const LONGEST_KEY = 1024
const LONGEST_TYPE = 255

// The characters that the client's own checks allow (storage-api).
const KEY = /^[\w/!.*'() &$@=;:+,?-]+$/
const BUCKET = /^[\w!.*'() &$@=;:+,?-]{1,100}$/
const TOKEN = String.raw`[\w!#$&^.+-]+`
// A media type with its parameters (RFC 9110, section 8.3.1). A comma is refused even inside quotes: browsers read several types in such a value.
const TYPE = new RegExp(String.raw`^${TOKEN}/${TOKEN}(?: *; *${TOKEN}=(?:${TOKEN}|"[ !#-+\--[\]-~]*"))*$`)

/** Checks the key of an object. The key is only a name in the database: files have other names. */
export const checkKey = (key: string): string => {
  const isSafe = KEY.test(key) && key.length <= LONGEST_KEY
  if (!isSafe || key.split('/').some((segment) => segment === '' || segment === '.' || segment === '..'))
    throw new Refusal('InvalidKey', { message: `Invalid key: ${key.slice(0, LONGEST_KEY)}` })
  return key
}

export const checkBucketName = (name: unknown): string => {
  if (typeof name !== 'string' || !BUCKET.test(name) || name.trim() !== name || /^\.{1,2}$/.test(name))
    throw new Refusal('InvalidBucketName')
  return name
}

/** Parses a size: bytes, or text such as `1.5mb`, with decimal units. */
export const readSize = (value: unknown): number => {
  const text = typeof value === 'string' ? value : ''
  const [, digits, unit = ''] = /^(\d{1,9}(?:\.\d{1,3})?) ?([kmg]?b)?$/i.exec(text) ?? []
  const size = typeof value === 'number' ? value : Number(digits) * (UNITS[unit.toLowerCase()] ?? Number.NaN)
  if (!Number.isSafeInteger(Math.round(size)) || size < 0)
    throw new Refusal('InvalidRequest', { message: 'file_size_limit must be a number of bytes, or text such as "1mb"' })
  return Math.round(size)
}

/** Parses a bucket's list of allowed types, such as `image/*`. */
export const readTypes = (value: unknown): readonly string[] => {
  const isType = (item: unknown): item is string =>
    typeof item === 'string' && item.length <= LONGEST_TYPE && (TYPE.test(item) || /^[\w-]+\/\*$|^\*\/\*$/.test(item))
  if (!Array.isArray(value) || value.length > 100 || !value.every(isType))
    throw new Refusal('InvalidMimeType', {
      message: 'allowed_mime_types must be a list such as ["image/png", "text/*"]',
    })
  return value
}

/** Returns the declared media type of an upload, or `application/octet-stream` if it is invalid. */
export const readType = (declared: string): string =>
  declared.length <= LONGEST_TYPE && TYPE.test(declared) ? declared : 'application/octet-stream'

/** Returns whether a bucket allows a type. */
export const takesType = (allowed: readonly string[] | null, type: string): boolean => {
  const [essence = ''] = type.toLowerCase().split(';')
  const name = essence.trim()
  return (
    allowed === null ||
    allowed.length === 0 ||
    allowed.some((item) => {
      const pattern = item.toLowerCase()
      return pattern === '*/*' || pattern === name || (pattern.endsWith('/*') && name.startsWith(pattern.slice(0, -1)))
    })
  )
}

const HOUR = 'max-age=3600'
const LONGEST_CACHE_CONTROL = 64
const DIRECTIVE =
  /^(?:no-cache|no-store|no-transform|immutable|(?:must|proxy)-revalidate|(?:max-age|s-maxage)=\d{1,9})$/

/**
 * Parses how long caches may keep an object; the default is an hour. Which caches (`public`, `private`) may keep it depends on the bucket.
 */
export const readCacheControl = (text: string): string => {
  const directives = text
    .split(',')
    .map((item) => item.trim().replace(/^(?=\d+$)/, 'max-age='))
    .filter((item) => DIRECTIVE.test(item))
    .join(', ')
  return directives === '' || directives.length > LONGEST_CACHE_CONTROL ? HOUR : directives
}

const ENCODINGS: ReadonlySet<string> = new Set(['gzip', 'br', 'deflate', 'zstd', 'compress'])

/** Parses the compression of an object's bytes; null if there is none. */
export const readEncoding = (text: string | undefined): string | null => {
  const encoding = text?.trim().toLowerCase() ?? ''
  if (encoding === '' || encoding === 'identity') return null
  if (ENCODINGS.has(encoding)) return encoding
  throw new Refusal('InvalidRequest', { message: `content encoding ${encoding.slice(0, 32)} is not supported` })
}

/** Parses a client's metadata, which is stored as JSON; null if there is none. */
export const readMetadata = (json: string | undefined): string | null => {
  if (json === undefined || json === '') return null
  const refuse = () =>
    new Refusal('InvalidRequest', { message: 'metadata must be a JSON object of at most 4 kB, at most 8 levels deep' })
  if (Buffer.byteLength(json) > LARGEST_METADATA) throw refuse()
  try {
    const value: unknown = JSON.parse(json)
    if (isMetadata(value)) return JSON.stringify(value)
  } catch {
    // The text is not JSON.
  }
  throw refuse()
}
