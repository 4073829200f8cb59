import { parseDomain } from '../../../inputs/host.ts'
import { type DkimKey, listedIn, readDkimKey } from '../../../protocols/dkim-key.ts'
import type { MailDns } from '../../../protocols/mail-dns.ts'
import { quoted, readTagList, type Tags } from '../../../protocols/tag-list.ts'
import { bytesOfBase64 } from '../../../foundation/bytes.ts'

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

/** The number of signatures that receivers verify, because each costs them a query (RFC 6376, section 6.1). */
export const MOST_SIGNATURES = 10

const REQUIRED = ['v', 'a', 'b', 'bh', 'd', 'h', 's'] as const
const ALGORITHMS: Readonly<Record<string, string>> = { 'rsa-sha256': 'rsa', 'ed25519-sha256': 'ed25519' }
const CANONICALIZATION = /^(?:simple|relaxed)(?:\/(?:simple|relaxed))?$/i
const SHA256_BYTES = 32
const ED25519_SIGNATURE_BYTES = 64

const lowered = (tags: Tags, tag: string): string => tags.get(tag)?.toLowerCase() ?? ''

const isNumber = (text: string | undefined): boolean => text === undefined || /^\d{1,76}$/.test(text)

/** Returns the error in the values of tags that have one form only (RFC 6376, section 3.5). */
const formFaultOf = (tags: Tags): string | undefined => {
  if (tags.get('v') !== '1') return 'its version is not 1'
  if (!Object.hasOwn(ALGORITHMS, lowered(tags, 'a'))) return 'receivers do not accept its algorithm'
  if (bytesOfBase64(tags.get('bh') ?? '')?.length !== SHA256_BYTES) return 'its bh= tag is not a SHA-256 hash'
  if (bytesOfBase64(tags.get('b') ?? '') === undefined) return 'its b= tag is not base64'
  if (!CANONICALIZATION.test(tags.get('c') ?? 'simple'))
    return `receivers know no canonicalization ${quoted(tags.get('c') ?? '')}`
  if (!listedIn(tags.get('q') ?? 'dns/txt').includes('dns/txt'))
    return `receivers know no query method ${quoted(tags.get('q') ?? '')}`
  const unread = (['l', 't', 'x'] as const).find((tag) => !isNumber(tags.get(tag)))
  if (unread !== undefined) return `its ${unread}= tag is not a number`
  const [made, end] = [tags.get('t'), tags.get('x')]
  return made !== undefined && end !== undefined && Number(end) <= Number(made)
    ? 'it expires before it is made'
    : undefined
}

const identityDomain = (tags: Tags, domain: string): string => {
  const identity = tags.get('i')?.toLowerCase() ?? `@${domain}`
  return identity.slice(identity.lastIndexOf('@') + 1)
}

/** Returns the error of a signature that does not depend on its key (RFC 6376, section 6.1.1). */
const faultOf = (tags: Tags, domain: string | undefined): string | undefined => {
  const missing = REQUIRED.find((tag) => !tags.get(tag))
  if (missing !== undefined) return `it has no ${missing}= tag`
  const fault = formFaultOf(tags)
  if (fault !== undefined) return fault
  if (domain === undefined) return 'its d= tag is not a domain'
  if (!listedIn(tags.get('h') ?? '').includes('from')) return 'it does not cover the From field'
  const of = identityDomain(tags, domain)
  return of === domain || of.endsWith(`.${domain}`) ? undefined : 'its i= tag is of another domain'
}

/** Returns the mismatch between a signature and its key (RFC 6376, section 6.1.2), with the result. */
const keyFaultOf = (
  tags: Tags,
  domain: string,
  { state, why, kind, bits, isStrict }: DkimKey,
): Pick<DkimSignature, 'result' | 'reason'> | undefined => {
  if (state === 'missing') return { result: 'permerror', reason: why }
  if (state !== 'valid') return { result: 'permerror', reason: `its key cannot be used: ${why}` }
  if (ALGORITHMS[lowered(tags, 'a')] !== kind) return { result: 'permerror', reason: 'the key is of another kind' }
  if (isStrict && identityDomain(tags, domain) !== domain)
    return { result: 'permerror', reason: 'its i= tag is of a subdomain, which the key does not allow (t=s)' }
  const length = bits === undefined ? ED25519_SIGNATURE_BYTES : Math.ceil(bits / 8)
  return bytesOfBase64(tags.get('b') ?? '')?.length === length
    ? undefined
    : { result: 'fail', reason: 'a signature of this key has another length' }
}

/** Reads the tags of a signature without the white space of folded lines, or the error in the list (RFC 6376, section 3.2). */
export const readTags = (value: string): { readonly tags: Tags; readonly fault: string | undefined } => {
  const { tags, fault } = readTagList(value)
  return { tags: new Map([...tags].map(([name, text]) => [name, text.replaceAll(/\s+/g, '')])), fault }
}

/**
 * Reads a DKIM-Signature field and its key. The result is never `pass`, because the body hash needs the body, which a header block does not
 * have.
 */
export const readSignature = (dns: MailDns, value: string, arrived: number): DkimSignature => {
  const { tags, fault: listFault } = readTags(value)
  const domain = parseDomain(tags.get('d') ?? '')
  const key = domain === undefined ? undefined : parseDomain(`${lowered(tags, 's')}._domainkey.${domain}`)
  const fault = listFault ?? faultOf(tags, domain)
  if (fault !== undefined || domain === undefined || key === undefined)
    return { result: 'permerror', domain, key, reason: fault ?? 'its s= tag is not a selector' }
  const found = readDkimKey(dns.text(key))
  if (found.state === 'failure') return { result: 'temperror', domain, key, reason: `the DNS of ${key} fails` }
  const keyFault = keyFaultOf(tags, domain, found)
  if (keyFault !== undefined) return { domain, key, ...keyFault }
  const end = tags.get('x')
  const isOver = end !== undefined && Number(end) * 1000 < arrived
  return {
    result: isOver ? 'fail' : 'neutral',
    domain,
    key,
    reason: isOver ? 'it had expired when the mail arrived' : '',
  }
}
