import type { MailDns } from './mail-dns.ts'
import { quoted, readTagList, strayAfter, type TagList, versionFault } from './tag-list.ts'
import { parentName, topLevelOf } from '../foundation/names.ts'

/** The policies of DMARC, from weak to strong. */
export type DmarcAction = 'none' | 'quarantine' | 'reject'

/** A DMARC record that a domain publishes (RFC 9989, section 4.7). */
export interface DmarcRecord {
  /** The domain that publishes the record. */
  readonly domain: string
  readonly text: string
  /**
   * The policies for mail of the domain itself, of its subdomains, and of subdomains that do not exist; undefined if receivers don't apply
   * DMARC because of an invalid policy (section 4.10.1).
   */
  readonly actions: { readonly p: DmarcAction; readonly sp: DmarcAction; readonly np: DmarcAction } | undefined
  /** The reason for `actions` that the record doesn't state: an invalid policy, as a clause. */
  readonly wrong: string | undefined
  readonly isStrict: { readonly spf: boolean; readonly dkim: boolean }
  readonly isTesting: boolean
  readonly psd: string | undefined
}

/** Texts that are meant as a DMARC record, but that receivers discard. */
export interface DiscardedDmarc {
  /** The domain that publishes them at `_dmarc`. */
  readonly domain: string
  readonly texts: readonly string[]
  /** The reason as a clause: 'it begins with white space'. */
  readonly why: string
}

/** The DMARC record at one name: one that counts, or texts that receivers discard, or neither. */
interface DmarcReading {
  readonly record?: DmarcRecord
  readonly discarded?: DiscardedDmarc
}

/** The result of DMARC policy discovery (RFC 9989, section 4.10). */
export interface DmarcDiscovery {
  /** The applicable record; undefined if there is none. */
  readonly record: DmarcRecord | undefined
  /** The organizational domain; undefined if DNS failed during the tree walk. */
  readonly organization: string | undefined
  /** The discarded texts nearest to the author's domain. */
  readonly discarded: DiscardedDmarc | undefined
}

/** The DMARC policy that receivers apply to mail of a domain. */
export interface DmarcPolicy {
  /**
   * The action that a domain asks of receivers of mail that fails DMARC, after `sp`, `np` and `t`. `missing`: there is no record. `discarded`:
   * there is one, and receivers discard it. `failure`: DNS fails, a temporary error.
   */
  readonly policy: DmarcAction | 'missing' | 'discarded' | 'failure'
  /** The domain that publishes the policy, or could publish it. */
  readonly domain: string
  /** The text of the applicable record. */
  readonly record: string | undefined
  /** The stricter policy that a record in test mode (`t=y`) asks for later. */
  readonly tested: DmarcAction | undefined
  /** The invalid policy because of which receivers apply `none`, as a clause. */
  readonly wrong: string | undefined
  /** The discarded texts nearest to the domain; with another policy if one above applies. */
  readonly discarded: DiscardedDmarc | undefined
  /** Why no aggregate reports come, as a clause; undefined if they come, or without an applicable record. */
  readonly unreported?: string | undefined
}

const VERSION = /^[vV][ \t]*=[ \t]*DMARC1[ \t]*(?:;|$)/
// A text that its author takes for a DMARC record.
const LOOKS_LIKE_DMARC = /(?:^|[^\w.-])v\s*[=:]?\s*dmarc|^\W*dmarc1|^\W*p\s*=\s*(?:none|quarantine|reject)/i
const ACTIONS: readonly string[] = ['none', 'quarantine', 'reject'] satisfies DmarcAction[]
const REPORT_URI = /^[a-z][a-z0-9+.-]*:[^\s,!]*(?:![0-9]+[kmgt]?)?$/i
const WALK_LABELS = 7

const isAction = (text: string | undefined): text is DmarcAction => text !== undefined && ACTIONS.includes(text)

const actionsOf = ({ tags, fault }: TagList): Pick<DmarcRecord, 'actions' | 'wrong'> => {
  const p = tags.get('p')?.toLowerCase()
  const sp = (tags.get('sp') ?? p)?.toLowerCase()
  const np = (tags.get('np') ?? sp)?.toLowerCase()
  if (isAction(p) && isAction(sp) && isAction(np)) return { actions: { p, sp, np }, wrong: undefined }
  const tag = (['p', 'sp', 'np'] as const).find((name) => tags.has(name) && !isAction(tags.get(name)?.toLowerCase()))
  const value = (tag && tags.get(tag)) ?? ''
  const wrong =
    tag === undefined
      ? (fault ?? 'it has no p tag')
      : (strayAfter(tag, value, ACTIONS) ?? `${tag}=${quoted(value)} is not a policy`)
  const wantsReports = (tags.get('rua') ?? '').split(',').some((uri) => REPORT_URI.test(uri.trim()))
  return { actions: wantsReports ? { p: 'none', sp: 'none', np: 'none' } : undefined, wrong }
}

/** Reads the DMARC record of a domain among the texts at `_dmarc`. Receivers need exactly one (section 4.10). */
export const readDmarcRecord = (domain: string, texts: readonly string[]): DmarcReading => {
  const versioned = texts.filter((text) => VERSION.test(text))
  const [text, another] = versioned
  if (text === undefined) {
    const unread = texts.filter((one) => LOOKS_LIKE_DMARC.test(one))
    const why = unread[0] && (versionFault(unread[0], 'DMARC1') ?? 'it does not begin with v=DMARC1')
    return why === undefined ? {} : { discarded: { domain, texts: unread, why } }
  }
  if (another !== undefined)
    return { discarded: { domain, texts: versioned, why: `there are ${versioned.length} of them at one name` } }
  const list = readTagList(text)
  const { tags, repeated } = list
  if (repeated !== undefined)
    return { discarded: { domain, texts: [text], why: `it has more than one ${repeated} tag` } }
  const is = (tag: string, value: string) => tags.get(tag)?.toLowerCase() === value
  return {
    record: {
      domain,
      text,
      ...actionsOf(list),
      isStrict: { spf: is('aspf', 's'), dkim: is('adkim', 's') },
      isTesting: is('t', 'y'),
      psd: tags.get('psd')?.toLowerCase(),
    },
  }
}

interface Walk {
  /** The records of the tree walk, longest name first. */
  readonly found: readonly DmarcRecord[]
  readonly discarded: DiscardedDmarc | undefined
  readonly failed: boolean
}

/** Queries the records of a domain and its parents, with at most eight queries (RFC 9989, section 4.10). */
const walkUp = (dns: MailDns, domain: string): Walk => {
  const found: DmarcRecord[] = []
  let unread: DiscardedDmarc | undefined
  let name = domain
  let labels = domain.split('.').length
  while (labels > 0) {
    const texts = name.length > 246 ? [] : dns.dmarc(name)
    if (texts === undefined) return { found, discarded: unread, failed: true }
    const { record, discarded } = readDmarcRecord(name, texts)
    unread ??= discarded
    if (record !== undefined) found.push(record)
    if (record?.psd === 'y' || record?.psd === 'n') break
    const rest = Math.min(labels - 1, WALK_LABELS)
    for (; labels > rest; labels--) name = parentName(name)
  }
  return { found, discarded: unread, failed: false }
}

/** Selects the organizational domain from the records of the tree walk (RFC 9989, section 4.10.2). */
const organizationOf = (domain: string, found: readonly DmarcRecord[]): string => {
  for (const record of found) {
    if (record.psd === 'n') return record.domain
    if (record.psd === 'y' && record.domain !== domain)
      return domain
        .split('.')
        .slice(-record.domain.split('.').length - 1)
        .join('.')
  }
  return found.at(-1)?.domain ?? domain
}

/** Finds the applicable DMARC record for mail of a domain; undefined if DNS fails. */
export const discoverDmarc = (dns: MailDns, author: string): DmarcDiscovery | undefined => {
  const { found, discarded, failed } = walkUp(dns, author)
  const [first] = found
  const organization = failed ? undefined : organizationOf(author, found)
  if (first?.domain === author) return { record: first, organization, discarded }
  if (failed) return undefined
  const last = found.at(-1)
  const above = found.find(({ domain }) => domain === organization) ?? (last?.psd === 'y' ? last : undefined)
  return { record: above, organization, discarded }
}

/**
 * Returns whether an authenticated domain is aligned with the author's (RFC 9989, section 4.4); undefined if DNS fails.
 */
export const isAligned = (
  dns: MailDns,
  author: string,
  { organization }: Pick<DmarcDiscovery, 'organization'>,
  { domain, isStrict }: { readonly domain: string; readonly isStrict: boolean },
): boolean | undefined => {
  if (domain === author) return true
  if (isStrict) return false
  if (organization === undefined) return topLevelOf(domain) === topLevelOf(author) ? undefined : false
  if (domain !== organization && !domain.endsWith(`.${organization}`)) return false
  const { found, failed } = walkUp(dns, domain)
  return failed ? undefined : organizationOf(domain, found) === organization
}

const WEAKER: Readonly<Record<DmarcAction, DmarcAction>> = { reject: 'quarantine', quarantine: 'none', none: 'none' }

/**
 * Returns a record's policy for an author's failing mail, without its test mode; undefined if the policy depends on whether the author's
 * domain exists, and DNS fails.
 */
const requestedActionOf = (dns: MailDns, author: string, { domain, actions }: DmarcRecord): DmarcAction | undefined => {
  if (actions === undefined || domain === author) return actions?.p
  const exists = actions.sp === actions.np ? true : dns.exists(author)
  return exists === undefined ? undefined : exists ? actions.sp : actions.np
}

const MAILTO = /^[ \t]*mailto:[^@!\s]+@([^!?\s]+)/i

/**
 * Says why no receiver sends aggregate reports about a domain, as a clause; undefined if some address of its record gets them: one of the
 * organization itself, or one whose domain agrees to get them (RFC 9990, section 4).
 */
const whyNoReports = (dns: MailDns, found: DmarcDiscovery): string | undefined => {
  const { record } = found
  if (record === undefined) return undefined
  const { domain, text } = record
  const rua = readTagList(text).tags.get('rua')
  if (rua === undefined || rua === '') return `the DMARC record at _dmarc.${domain} has no rua tag`
  const uris = rua.split(',')
  const hosts = uris.flatMap((uri) => MAILTO.exec(uri)?.[1]?.toLowerCase() ?? [])
  const [first] = hosts
  if (first === undefined)
    return `the rua tag at _dmarc.${domain} has '${quoted(uris[0]?.trim() ?? '')}', which is no mailto: address`
  const agrees = (host: string): boolean =>
    isAligned(dns, domain, found, { domain: host, isStrict: false }) === true ||
    (dns.text(`${domain}._report._dmarc.${host}`)?.some((value) => /^v[ \t]*=[ \t]*DMARC1[ \t]*(?:;|$)/.test(value)) ??
      false)
  return hosts.some(agrees) ? undefined : `${first} publishes no record at ${domain}._report._dmarc.${first}`
}

/** Returns the policy that receivers apply to an author's mail, as discovery has found it. */
export const dmarcPolicyOf = (dns: MailDns, author: string, found: DmarcDiscovery | undefined): DmarcPolicy => {
  const without = { domain: author, record: undefined, tested: undefined, wrong: undefined }
  if (found === undefined) return { ...without, policy: 'failure', discarded: undefined }
  const { record, discarded } = found
  if (record === undefined) return { ...without, policy: discarded === undefined ? 'missing' : 'discarded', discarded }
  const { domain, text, actions, wrong, isTesting } = record
  if (actions === undefined)
    return { ...without, policy: 'discarded', discarded: { domain, texts: [text], why: wrong ?? 'it has no policy' } }
  const action = requestedActionOf(dns, author, record)
  if (action === undefined) return { ...without, policy: 'failure', discarded }
  const policy = isTesting ? WEAKER[action] : action
  return {
    policy,
    domain,
    record: text,
    tested: policy === action ? undefined : action,
    wrong,
    discarded,
    unreported: whyNoReports(dns, found),
  }
}

/** Reads the DMARC policy of a domain: discovers its record and what the record asks for (RFC 9989, sections 4.7 and 4.10). */
export const readDmarcPolicy = (dns: MailDns, author: string): DmarcPolicy =>
  dmarcPolicyOf(dns, author, discoverDmarc(dns, author))
