import { inNetwork, isV6, unmapped } from '../foundation/addresses.ts'
import type { MailDns } from './mail-dns.ts'
import { arpaOf, canonicalNameOf, isWithin } from '../foundation/names.ts'
import { expandMacros, isSpfRecord, parseSpf, type SpfMechanism, type SpfSign } from './spf-record.ts'

/** The results of an SPF evaluation (RFC 7208, section 2.6). */
export type SpfResult = 'pass' | 'fail' | 'softfail' | 'neutral' | 'none' | 'temperror' | 'permerror'

/** A sending mail server, and the name under which it sends. */
export interface SpfClient {
  /** The address of the server, in canonical form. An IPv4-mapped one counts as its IPv4 address (section 5). */
  readonly address: string
  /** The domain to check: the envelope sender's domain, or the HELO name if the sender is empty. */
  readonly domain: string
  /** The envelope sender. Without a local part, the postmaster's (section 4.3). */
  readonly sender: string
  readonly helo: string
}

/** The result for a client. */
export interface SpfVerdict {
  readonly result: SpfResult
  /** The term that decided the result, or the error, as text for people. */
  readonly reason: string
}

/** An error that ends an evaluation, at any depth of includes. */
class SpfError extends Error {
  readonly result: 'temperror' | 'permerror'
  constructor(result: 'temperror' | 'permerror', reason: string) {
    super(reason)
    this.result = result
  }
}

/** The DNS queries of an SPF evaluation. */
type SpfDns = Pick<MailDns, 'text' | 'exchanges' | 'addresses' | 'reverseNames'>

interface Check extends SpfClient {
  readonly dns: SpfDns
  readonly family: 'A' | 'AAAA'
  /** The number of limited lookups so far, in the evaluation and all its includes (RFC 7208, section 4.6.4). */
  readonly used: { lookups: number; voids: number }
}

/** The number of lookups after which receivers stop with a permanent error (RFC 7208, section 4.6.4). */
export const SPF_LOOKUP_LIMIT = 10

/** The number of lookups without an answer that receivers accept. */
export const SPF_VOID_LIMIT = 2

/** The number of mail servers of one term whose addresses receivers look up. */
export const SPF_HOST_LIMIT = 10

const LONGEST_NAME = 253
const RESULTS: Readonly<Record<SpfSign, SpfResult>> = { '+': 'pass', '-': 'fail', '~': 'softfail', '?': 'neutral' }

const NAME = /^(?:[ -\x2d/-~]{1,63}\.)+(?!\d+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i

/** Returns whether a name can be looked up: two labels or more, none of them empty or too long. */
export const isName = (name: string): boolean => name.length <= LONGEST_NAME && NAME.test(name)

const spendLookup = ({ used }: Check): void => {
  if (++used.lookups > SPF_LOOKUP_LIMIT) throw new SpfError('permerror', 'it needs more than ten DNS lookups')
}

const answered = <Value>(found: readonly Value[] | undefined, name: string): readonly Value[] => {
  if (found === undefined) throw new SpfError('temperror', `the DNS of ${name} fails`)
  return found
}

/** Returns an answer like `answered`. Also counts empty answers, of which an evaluation allows two. */
const answeredOrVoid = <Value>(
  { used }: Check,
  found: readonly Value[] | undefined,
  name: string,
): readonly Value[] => {
  if (answered(found, name).length === 0 && ++used.voids > SPF_VOID_LIMIT)
    throw new SpfError('permerror', 'more than two of its lookups find nothing')
  return found ?? []
}

/** Returns the names in the client's PTR records that resolve to its address (RFC 7208, section 5.5). */
const validatedNames = (check: Check): string[] => {
  const { dns, address, family } = check
  spendLookup(check)
  const names = dns.reverseNames(address)
  if (names === undefined) return []
  return answeredOrVoid(check, names, address)
    .slice(0, SPF_HOST_LIMIT)
    .map((name) => name.toLowerCase())
    .filter((name) => dns.addresses(name, family)?.includes(address))
}

/** Returns the value of a macro letter (RFC 7208, section 7.2). */
const macroValue =
  (check: Check, domain: string) =>
  (letter: string): string => {
    const { address, sender, helo } = check
    const at = sender.lastIndexOf('@')
    if (letter === 's') return sender
    if (letter === 'l') return sender.slice(0, at)
    if (letter === 'o') return sender.slice(at + 1)
    if (letter === 'h') return helo
    if (letter === 'v') return isV6(address) ? 'ip6' : 'in-addr'
    if (letter === 'i') return isV6(address) ? nibblesOf(address) : address
    if (letter === 'd') return domain
    const names = validatedNames(check)
    return (
      names.find((name) => name === domain) ?? names.find((name) => isWithin(name, domain)) ?? names[0] ?? 'unknown'
    )
  }

const nibblesOf = (address: string): string =>
  arpaOf(address).replace('.ip6.arpa', '').split('.').toReversed().join('.')

/** Returns the name in a domain-spec; undefined if it can't be looked up. */
const targetOf = (check: Check, spec: string, domain: string): string | undefined => {
  let name = spec === '' ? domain : expandMacros(spec, macroValue(check, domain)).replace(/\.$/, '').toLowerCase()
  while (name.length > LONGEST_NAME && name.includes('.')) name = name.slice(name.indexOf('.') + 1)
  return isName(name) ? name : undefined
}

const includes = (check: Check, target: string | undefined): boolean => {
  spendLookup(check)
  const { result, reason } = target === undefined ? NO_NAME : checkHost(check, target)
  if (result === 'none') throw new SpfError('permerror', `it includes a domain without an SPF record`)
  if (result === 'temperror' || result === 'permerror') throw new SpfError(result, reason)
  return result === 'pass'
}

const hasHost = (check: Check, hosts: readonly string[], bits: number): boolean => {
  let asked = 0
  for (const host of hosts) {
    if (host === '.') continue
    if (++asked > SPF_HOST_LIMIT) throw new SpfError('permerror', 'it needs the addresses of more than ten hosts')
    // An empty answer is no void lookup here: the limit counts terms (section 4.6.4), though pyspf and Mail::SPF count queries.
    const addresses = answered(check.dns.addresses(host, check.family), host)
    if (addresses.some((address) => inNetwork(check.address, address, bits))) return true
  }
  return false
}

/** Returns whether a mechanism matches the client. */
const matches = (check: Check, { kind, value, bits }: SpfMechanism, domain: string): boolean => {
  const { dns, address, family } = check
  if (kind === 'all') return true
  if (kind === 'ip4' || kind === 'ip6') return inNetwork(address, value, bits[family])
  const target = targetOf(check, value, domain)
  if (kind === 'include') return includes(check, target)
  if (target === undefined) return false
  const name = canonicalNameOf(target)
  if (kind === 'ptr') return validatedNames(check).some((host) => isWithin(host, name))
  spendLookup(check)
  if (kind === 'exists') return answeredOrVoid(check, dns.addresses(name, 'A'), target).length > 0
  if (kind === 'mx') return hasHost(check, answeredOrVoid(check, dns.exchanges(name), target), bits[family])
  return answeredOrVoid(check, dns.addresses(name, family), target).some((at) => inNetwork(address, at, bits[family]))
}

const NO_NAME: SpfVerdict = { result: 'none', reason: 'no domain to check' }

/** Evaluates the record of a domain for the client of a check: the `check_host` of RFC 7208, section 4. */
const checkHost = (check: Check, domain: string): SpfVerdict => {
  const records = answered(check.dns.text(canonicalNameOf(domain)), domain).filter(isSpfRecord)
  const [record] = records
  if (record === undefined) return { result: 'none', reason: `${domain} publishes no SPF record` }
  if (records.length > 1) throw new SpfError('permerror', `${domain} publishes ${records.length} SPF records`)
  const parsed = parseSpf(record)
  if (parsed.wrong !== undefined) throw new SpfError('permerror', `'${parsed.wrong}' is not an SPF term`)
  for (const mechanism of parsed.mechanisms) {
    if (matches(check, mechanism, domain)) return { result: RESULTS[mechanism.sign], reason: mechanism.text }
  }
  if (parsed.redirect === undefined) return { result: 'neutral', reason: 'no term matches' }
  const target = targetOf(check, parsed.redirect, domain)
  spendLookup(check)
  const verdict = target === undefined ? NO_NAME : checkHost(check, target)
  if (verdict.result === 'none') throw new SpfError('permerror', 'it redirects to a domain without an SPF record')
  return verdict
}

/**
 * Evaluates SPF for a sending mail server (RFC 7208), with the limits of section 4.6.4: ten lookups, of which two may have no answer.
 *
 * @example
 * const text = () => ['v=spf1 ip4:198.51.100.0/24 -all']
 * const dns = { text, exchanges: () => [], addresses: () => [], reverseNames: () => [] }
 * const client = { address: '198.51.100.7', domain: 'shop.example', sender: 'ana@shop.example', helo: 'mx.shop.example' }
 * evaluateSpf(dns, client).result // => 'pass'
 */
export const evaluateSpf = (dns: SpfDns, client: SpfClient): SpfVerdict => {
  if (!isName(client.domain)) return NO_NAME
  const address = unmapped(client.address)
  const at = client.sender.lastIndexOf('@')
  const sender = at > 0 ? client.sender : `postmaster@${client.sender.slice(at + 1) || client.domain}`
  const family = isV6(address) ? 'AAAA' : 'A'
  const check: Check = { ...client, address, sender, dns, family, used: { lookups: 0, voids: 0 } }
  try {
    return checkHost(check, client.domain)
  } catch (error) {
    if (error instanceof SpfError) return { result: error.result, reason: error.message }
    throw error
  }
}
