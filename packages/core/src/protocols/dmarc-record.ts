import type { MailDns } from './mail-dns.ts'
import { parentName, topLevelOf } from '../foundation/names.ts'

/** The policies of DMARC, from weak to strong. */
export type DmarcAction = 'none' | 'quarantine' | 'reject'

/** A DMARC record that a domain publishes (RFC 9989, section 4.7). */
export interface DmarcRecord {
  /** The domain that publishes the record. */
  readonly domain: string
  /** The policies for mail of the domain itself, of its subdomains, and of subdomains that do not exist. */
  readonly actions: { readonly p: DmarcAction; readonly sp: DmarcAction; readonly np: DmarcAction } | undefined
  readonly isStrict: { readonly spf: boolean; readonly dkim: boolean }
  readonly isTesting: boolean
  readonly psd: string | undefined
}

/** The result of DMARC policy discovery (RFC 9989, section 4.10). */
export interface DmarcDiscovery {
  /** The applicable record; undefined if there is none. */
  readonly record: DmarcRecord | undefined
  /** The organizational domain; undefined if DNS failed during the tree walk. */
  readonly organization: string | undefined
}

const VERSION = /^[vV][ \t]*=[ \t]*DMARC1[ \t]*(?:;|$)/
const ACTIONS: readonly string[] = ['none', 'quarantine', 'reject'] satisfies DmarcAction[]
const REPORT_URI = /^[a-z][a-z0-9+.-]*:[^\s,!]*(?:![0-9]+[kmgt]?)?$/i
const WALK_LABELS = 7

const isAction = (text: string | undefined): text is DmarcAction => text !== undefined && ACTIONS.includes(text)

/** Parses the tags of a record; undefined if a tag is repeated (RFC 6376, section 3.2). */
const tagsOf = (text: string): Map<string, string> | undefined => {
  const tags = new Map<string, string>()
  for (const part of text.split(';')) {
    const at = part.indexOf('=')
    const name = part.slice(0, Math.max(at, 0)).trim()
    if (name === '') continue
    if (tags.has(name)) return undefined
    tags.set(name, part.slice(at + 1).trim())
  }
  return tags
}

const actionsOf = (tags: ReadonlyMap<string, string>): DmarcRecord['actions'] => {
  const p = tags.get('p')?.toLowerCase()
  const sp = (tags.get('sp') ?? p)?.toLowerCase()
  const np = (tags.get('np') ?? sp)?.toLowerCase()
  if (isAction(p) && isAction(sp) && isAction(np)) return { p, sp, np }
  const wantsReports = (tags.get('rua') ?? '').split(',').some((uri) => REPORT_URI.test(uri.trim()))
  return wantsReports ? { p: 'none', sp: 'none', np: 'none' } : undefined
}

/** Selects the DMARC record of a domain from its text records; undefined unless there is exactly one. */
export const parseDmarc = (domain: string, texts: readonly string[]): DmarcRecord | undefined => {
  let text: string | undefined
  for (const one of texts) {
    const trimmed = one.trim()
    if (!VERSION.test(trimmed)) continue
    if (text !== undefined) return undefined
    text = trimmed
  }
  const tags = text === undefined ? undefined : tagsOf(text)
  if (tags === undefined) return undefined
  const is = (tag: string, value: string) => tags.get(tag)?.toLowerCase() === value
  return {
    domain,
    actions: actionsOf(tags),
    isStrict: { spf: is('aspf', 's'), dkim: is('adkim', 's') },
    isTesting: is('t', 'y'),
    psd: tags.get('psd')?.toLowerCase(),
  }
}

interface Walk {
  /** The records of the tree walk, longest name first. */
  readonly found: readonly DmarcRecord[]
  readonly failed: boolean
}

/** Queries the records of a domain and its parents, with at most eight queries (RFC 9989, section 4.10). */
const walkUp = (dns: MailDns, domain: string): Walk => {
  const found: DmarcRecord[] = []
  let name = domain
  let labels = domain.split('.').length
  while (labels > 0) {
    const texts = name.length > 246 ? [] : dns.dmarc(name)
    if (texts === undefined) return { found, failed: true }
    const record = parseDmarc(name, texts)
    if (record !== undefined) found.push(record)
    if (record?.psd === 'y' || record?.psd === 'n') break
    const rest = Math.min(labels - 1, WALK_LABELS)
    for (; labels > rest; labels--) name = parentName(name)
  }
  return { found, failed: false }
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
  const { found, failed } = walkUp(dns, author)
  const [first] = found
  const organization = failed ? undefined : organizationOf(author, found)
  if (first?.domain === author) return { record: first, organization }
  if (failed) return undefined
  const last = found.at(-1)
  const above = found.find(({ domain }) => domain === organization) ?? (last?.psd === 'y' ? last : undefined)
  return { record: above, organization }
}

/**
 * Returns whether an authenticated domain is aligned with the author's (RFC 9989, section 4.4); undefined if DNS fails.
 */
export const isAligned = (
  dns: MailDns,
  author: string,
  { organization }: DmarcDiscovery,
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
 * Returns a record's policy for an author's failing mail; undefined if the policy depends on whether the author's domain exists, and DNS
 * fails.
 */
export const dmarcActionOf = (
  dns: MailDns,
  author: string,
  { domain, actions, isTesting }: DmarcRecord,
): DmarcAction | undefined => {
  if (actions === undefined) return 'none'
  const exists = domain === author || actions.sp === actions.np ? true : dns.exists(author)
  if (exists === undefined) return undefined
  const action = domain === author ? actions.p : exists ? actions.sp : actions.np
  return isTesting ? WEAKER[action] : action
}
