import { parseDomain } from '../../../inputs/host.ts'
import type { MailDns } from '../../../protocols/mail-dns.ts'

/** The result for one DKIM signature from the headers (RFC 6376); `neutral` if the decision needs the whole message. */
export interface DkimSignature {
  readonly result: 'neutral' | 'fail' | 'permerror' | 'temperror'
  /** The signing domain; undefined if the signature has none. */
  readonly domain: string | undefined
  /** The name of the key record. */
  readonly key: string | undefined
  /** The error as a sentence; empty if there is none. */
  readonly reason: string
}

type Tags = ReadonlyMap<string, string>

/** Parses a tag list (RFC 6376, section 3.2), removing the white space of folded lines. */
const tagsOf = (value: string): Tags =>
  new Map(
    value.split(';').flatMap((part) => {
      const at = part.indexOf('=')
      return at < 1 ? [] : [[part.slice(0, at).trim(), part.slice(at + 1).replaceAll(/\s+/g, '')] as const]
    }),
  )

const REQUIRED = ['v', 'a', 'b', 'bh', 'd', 'h', 's'] as const
const ALGORITHMS: Readonly<Record<string, string>> = { 'rsa-sha256': 'rsa', 'ed25519-sha256': 'ed25519' }

/** Returns the error of a signature that does not depend on its key (RFC 6376, section 6.1.1). */
const faultOf = (tags: Tags, domain: string | undefined): string | undefined => {
  const missing = REQUIRED.find((tag) => !tags.get(tag))
  if (missing !== undefined) return `it has no ${missing}= tag`
  if (tags.get('v') !== '1') return 'its version is not 1'
  if (!Object.hasOwn(ALGORITHMS, tags.get('a')?.toLowerCase() ?? '')) return 'receivers do not accept its algorithm'
  if (domain === undefined) return 'its d= tag is not a domain'
  const signed = tags.get('h')?.toLowerCase().split(':') ?? []
  if (!signed.includes('from')) return 'it does not cover the From field'
  const identity = tags.get('i')?.toLowerCase() ?? `@${domain}`
  const of = identity.slice(identity.lastIndexOf('@') + 1)
  return of === domain || of.endsWith(`.${domain}`) ? undefined : 'its i= tag is of another domain'
}

/** Returns the number of bytes of a base64 text. */
const bytesIn = (text: string): number => Math.floor((text.replace(/=+$/, '').length * 3) / 4)

// An RSA key in a record is its modulus with 34 to 38 bytes around it (RFC 5280, section 4.1).
const fits = (signature: number, key: number): boolean => key - signature >= 34 && key - signature <= 38

/** Returns the mismatch between a signature and its key (RFC 6376, section 6.1.2), with the result. */
const keyFaultOf = (tags: Tags, records: readonly string[]): Pick<DkimSignature, 'result' | 'reason'> | undefined => {
  const [record] = records
  if (record === undefined) return { result: 'permerror', reason: 'there is no such key' }
  const key = tagsOf(record)
  const kind = key.get('k') ?? 'rsa'
  if (!key.get('p')) return { result: 'permerror', reason: 'the key is revoked' }
  if (ALGORITHMS[tags.get('a')?.toLowerCase() ?? ''] !== kind)
    return { result: 'permerror', reason: 'the key is of another kind' }
  const isFitting = kind !== 'rsa' || fits(bytesIn(tags.get('b') ?? ''), bytesIn(key.get('p') ?? ''))
  return isFitting ? undefined : { result: 'fail', reason: 'a signature of this key has another length' }
}

/**
 * Reads a DKIM-Signature field and its key. The result is never `pass`, because the body hash needs the body, which a header block does not
 * have.
 */
export const readSignature = (dns: MailDns, value: string, arrived: number): DkimSignature => {
  const tags = tagsOf(value)
  const domain = parseDomain(tags.get('d') ?? '')
  const selector = tags.get('s')?.toLowerCase()
  const key = domain === undefined ? undefined : parseDomain(`${selector ?? ''}._domainkey.${domain}`)
  const fault = faultOf(tags, domain)
  if (fault !== undefined || key === undefined)
    return { result: 'permerror', domain, key, reason: fault ?? 'its s= tag is not a selector' }
  const records = dns.text(key)
  if (records === undefined) return { result: 'temperror', domain, key, reason: `the DNS of ${key} fails` }
  const keyFault = keyFaultOf(tags, records)
  if (keyFault !== undefined) return { domain, key, ...keyFault }
  const end = tags.get('x')
  const isOver = end !== undefined && /^\d+$/.test(end) && Number(end) * 1000 < arrived
  return {
    result: isOver ? 'fail' : 'neutral',
    domain,
    key,
    reason: isOver ? 'it had expired when the mail arrived' : '',
  }
}
