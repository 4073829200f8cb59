import { bytesOfBase64 } from '../foundation/bytes.ts'
import { rsaBitsOf } from './der.ts'
import { characterOf, quoted, readTagList, strayAfter, type Tags, versionFault } from './tag-list.ts'

/** A DKIM key record as receivers read it (RFC 6376, section 3.6.1; RFC 8301; RFC 8463). */
export interface DkimKey {
  /**
   * `missing`: there is no record. `revoked`: its `p` tag is empty. `invalid`: receivers cannot use the key. `failure`: DNS fails, a
   * temporary error.
   */
  readonly state: 'valid' | 'missing' | 'revoked' | 'invalid' | 'failure'
  /** The text of the record; undefined if there is none. */
  readonly record: string | undefined
  /** The reason as a clause; empty for a valid key. */
  readonly why: string
  /** The kind of key; undefined if it cannot be read. */
  readonly kind: 'rsa' | 'ed25519' | undefined
  /** The length of an RSA key, from the key itself; undefined for other keys. */
  readonly bits: number | undefined
  /** Whether receivers treat signed mail as unsigned (`t=y`). */
  readonly isTesting: boolean
  /** Whether the identity of a signature must have the same domain (`t=s`). */
  readonly isStrict: boolean
}

/** The shortest RSA key that receivers accept (RFC 8301, section 3.2). */
export const SHORTEST_RSA_KEY = 1024

/** The length that RSA keys should have at least (RFC 8301, section 3.2). */
export const LONG_RSA_KEY = 2048

const LOOKS_LIKE_KEY = /(?:^|;)\s*(?:p|v)\s*=/i
const OTHER_RECORD = /^\s*v\s*=\s*(?!\s|dkim)/i
const ED25519_BYTES = 32

/** Splits a value at its colons, without white space. */
export const listedIn = (value: string): string[] => value.replaceAll(/\s/g, '').toLowerCase().split(':')

/** Says why the tags other than `p` make a record unusable for email. */
const faultOf = (tags: Tags): string | undefined => {
  const version = tags.get('v')
  const fault = version === undefined ? undefined : versionFault(`v=${version}`, 'DKIM1')
  if (fault !== undefined) return fault
  if (version !== undefined && [...tags.keys()][0] !== 'v') return 'its version is not the first tag'
  const kind = tags.get('k') ?? 'rsa'
  if (kind !== 'rsa' && kind !== 'ed25519')
    return strayAfter('k', kind, ['rsa', 'ed25519']) ?? `receivers know no key type ${quoted(kind)}`
  const services = listedIn(tags.get('s') ?? '*')
  if (!services.includes('*') && !services.includes('email')) return 'its s tag excludes email'
  const hashes = tags.get('h')
  if (hashes !== undefined && !listedIn(hashes).includes('sha256'))
    return `it allows only ${quoted(listedIn(hashes).join(' and '))}, which receivers do not accept`
  return tags.has('p') ? undefined : 'it has no p tag'
}

type Parts = Pick<DkimKey, 'state' | 'why' | 'kind' | 'bits'>

const invalid = (why: string): Parts => ({ state: 'invalid', why, kind: undefined, bits: undefined })

const readKey = (kind: 'rsa' | 'ed25519', value: string): Parts => {
  if (value === '') return { state: 'revoked', why: 'its p tag is empty, so it is revoked', kind, bits: undefined }
  const key = bytesOfBase64(value)
  const wrong = value.search(/[^a-z\d+/=]/i)
  if (wrong >= 0) return invalid(`its p tag is not base64: it has ${characterOf(value.slice(wrong))}`)
  if (key === undefined) return invalid('its p tag is not base64: its end is missing')
  if (kind === 'ed25519')
    return key.length === ED25519_BYTES
      ? { state: 'valid', why: '', kind, bits: undefined }
      : invalid('its p tag is not an Ed25519 key')
  const bits = rsaBitsOf(key)
  if (bits === undefined) return invalid('its p tag is not an RSA key')
  return bits < SHORTEST_RSA_KEY
    ? { state: 'invalid', why: `it has ${bits} bits, and receivers require ${SHORTEST_RSA_KEY}`, kind, bits }
    : { state: 'valid', why: '', kind, bits }
}

const readRecord = (record: string): DkimKey => {
  const { tags, fault: listFault } = readTagList(record)
  const flags = listedIn(tags.get('t') ?? '')
  const fault = listFault ?? faultOf(tags)
  const parts =
    fault === undefined
      ? readKey(tags.get('k') === 'ed25519' ? 'ed25519' : 'rsa', (tags.get('p') ?? '').replaceAll(/\s/g, ''))
      : invalid(fault)
  return { ...parts, record, isTesting: flags.includes('y'), isStrict: flags.includes('s') }
}

const NO_KEY = { record: undefined, kind: undefined, bits: undefined, isTesting: false, isStrict: false } as const

/** Reads the texts at the name of a DKIM key; undefined texts mean that DNS fails. Receivers need exactly one record (section 3.6.2.2). */
export const readDkimKey = (texts: readonly string[] | undefined): DkimKey => {
  if (texts === undefined) return { ...NO_KEY, state: 'failure', why: 'DNS fails' }
  const records = texts.filter((text) => LOOKS_LIKE_KEY.test(text) && !OTHER_RECORD.test(text))
  const [record, another] = records
  if (record === undefined) return { ...NO_KEY, state: 'missing', why: 'there is no such key' }
  return another === undefined
    ? readRecord(record)
    : { ...NO_KEY, ...invalid(`there are ${records.length} records at its name`), record }
}
