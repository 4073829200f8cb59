import { parseAddress } from '../foundation/addresses.ts'
import { aliasOf } from '../world/names/aliases.ts'
import { missingOf, type NameKind, nameKindOf } from '../world/answers/existence.ts'
import { type Redirection, statedAt, zoneAt } from '../world/facts.ts'
import { addressesOf, reverseOf } from '../world/hosts/hosts.ts'
import { listAnswerTo } from '../world/hosts/listings.ts'
import { exchangeRecordsOf, mailTargetsOf } from '../world/mail/mail.ts'
import { pinnedServerOf } from '../world/answers/mail-policies.ts'
import { addressOfReverseName, arpaOf } from '../foundation/names.ts'
import { addressLifetimeOf } from '../world/answers/propagation.ts'
import type { ResolverReply } from '../world/answers/resolvers.ts'
import { textRecordsOf } from '../world/answers/text-records.ts'
import { tlsKeyDigest } from '../world/keys/rsa-keys.ts'
import { authorizationsAt } from '../world/answers/web.ts'
import { overridesAt } from '../world/overrides-at.ts'
import type { FieldsOf, RecordType } from '../protocols/record-types.ts'
import type { World } from '../world/world.ts'
import { authorityOf, nameserverTtlOf } from '../world/answers/zones.ts'
import { nameserversOf } from '../world/names/nameservers.ts'

type PlainData = { readonly [Type in Exclude<RecordType, 'CNAME' | 'TXT'>]: FieldsOf<Type> }

/**
 * The fields of a record by type, without its time to live. For MX records, the lowest priority is tried first. Times in seconds, data in
 * hexadecimal digits; the `mailbox` of an SOA record is a domain name, as in zone files (RFC 1035, section 3.3.13).
 */
export interface RecordData extends PlainData {
  /** `redirection` is the DNAME record from which servers make the CNAME record (RFC 6672). */
  readonly CNAME: FieldsOf<'CNAME'> & { readonly redirection?: Redirection }
  /** `strings` has the strings with the escapes of zone files, if a document lists them one by one; `value` joins them. */
  readonly TXT: { readonly value: string; readonly strings?: readonly string[] }
}

/** One record, with its time to live: `ttl` in seconds. */
export type ResourceRecord<Type extends RecordType = RecordType> = RecordData[Type] & { readonly ttl: number }

/** A function that reads the records of one type at a name. `reply` is the queried resolver's answer if it may be an old copy. */
type Reader<Type extends RecordType> = (world: World, name: string, reply?: ResolverReply) => ResourceRecord<Type>[]

const kindOfResolver = (reply: ResolverReply | undefined): 'own' | 'public' => (reply === undefined ? 'own' : 'public')

const listed: Reader<'A'> = (world, name, reply) => {
  const entry = listAnswerTo(world, name, kindOfResolver(reply))
  return entry === undefined ? [] : [{ address: entry.address, ttl: entry.ttl }]
}

const addresses =
  (family: 'A' | 'AAAA') =>
  (world: World, name: string, reply?: ResolverReply): ResourceRecord<'A'>[] => {
    // A stale copy remains after its source is gone, even for an alias whose target no longer exists.
    if (family === 'A' && reply?.status === 'stale' && reply.address !== null)
      return [{ address: reply.address, ttl: reply.left }]
    const kind = nameKindOf(world, name)
    if (kind === 'entry') return family === 'A' ? listed(world, name, reply) : []
    if (kind !== 'host' && kind !== 'loopback') return []
    const ttl = addressLifetimeOf(world, name, family === 'AAAA')
    return addressesOf(world, name, family).map((address) => ({ address, ttl }))
  }

const isTop = (world: World, name: string): boolean => zoneAt(world, name) === name

/** Limits a reader to host names: other names have no records of its type. */
const atHosts =
  <Type extends RecordType>(reader: Reader<Type>): Reader<Type> =>
  (world, name) =>
    nameKindOf(world, name) === 'host' ? reader(world, name) : []

/** Writes an email address as a domain name (RFC 1035, section 8). */
const mailboxName = (mailbox: string): string => {
  const at = mailbox.indexOf('@')
  const [local, domain] = [mailbox.slice(0, at).replaceAll('.', String.raw`\046`), mailbox.slice(at + 1)]
  return domain === '.' ? local : `${local}.${domain}`
}

/** Reads the email address from the mailbox of an SOA record: its first label is the local part. */
export const mailboxAddress = (mailbox: string): string => {
  const dot = `${mailbox}.`.indexOf('.')
  return `${mailbox.slice(0, dot).replaceAll(String.raw`\046`, '.')}@${mailbox.slice(dot + 1) || '.'}`
}

const start: Reader<'SOA'> = (world, name) => {
  if (!isTop(world, name)) return []
  const { primary, mailbox, serial, refresh, retry, expire, minimum, ttl = minimum } = authorityOf(world, name)
  return [{ primary, mailbox: mailboxName(mailbox), serial, refresh, retry, expire, minimum, ttl }]
}

// The names at which mail clients look for their submission server (RFC 6186, RFC 8314).
const SUBMISSION = /^_(submissions?)\._tcp\.(.+)$/

const services: Reader<'SRV'> = (world, name) => {
  const stated = statedAt(world, name)?.SRV
  if (stated !== undefined) return [...stated]
  const [, service, domain] = SUBMISSION.exec(name) ?? []
  if (domain === undefined || nameKindOf(world, name) !== 'service') return []
  const port = service === 'submission' ? 587 : 465
  return mailTargetsOf(world, domain).map(({ priority, exchange, ttl }) => ({
    priority,
    weight: 1,
    port,
    host: exchange,
    ttl,
  }))
}

/** Reads the TLSA record, which pins a mail server's key. It does not depend on the certificate's issuer (RFC 7672, section 3.1.1). */
const pins: Reader<'TLSA'> = (world, name) => {
  const stated = statedAt(world, name)?.TLSA
  if (stated !== undefined) return [...stated]
  const host = pinnedServerOf(world, name)
  if (host === undefined || nameKindOf(world, name) !== 'pin') return []
  const digest = tlsKeyDigest(world, host)
  // The digest of no key of this world.
  const data = overridesAt(world, host).tlsa === 'mismatch' ? digest.slice(32) + digest.slice(0, 32) : digest
  return [{ usage: 3, selector: 1, matchingType: 1, data, ttl: 3600 }]
}

/**
 * Returns the name of an address in the reverse zones (RFC 1035, section 3.5; RFC 3596, section 2.5); undefined for a text that is not an
 * address.
 *
 * @example
 * reverseNameOf('198.51.100.25') // => '25.100.51.198.in-addr.arpa'
 * addressOfReverseName(reverseNameOf('2001:DB8:0::1') ?? '') // => '2001:db8::1'
 * reverseNameOf('mail.example') // => undefined
 */
export const reverseNameOf = (address: string): string | undefined => {
  const canonical = parseAddress(address)
  return canonical === undefined ? undefined : arpaOf(canonical)
}

const reverseNames: Reader<'PTR'> = (world, name) => {
  const address = addressOfReverseName(name)
  const host = address === undefined ? null : reverseOf(world, address).hostname
  return host === null ? [] : [{ host, ttl: 3600 }]
}

const aliases: Reader<'CNAME'> = (world, name) => {
  const alias = aliasOf(world, name)
  if (alias === undefined) return []
  const { target, ttl, redirection } = alias
  return [redirection === undefined ? { target, ttl } : { target, ttl, redirection }]
}

const TEXTS: ReadonlySet<NameKind> = new Set<NameKind>(['host', 'text', 'entry'])

/**
 * Returns the records of a type that world documents define by number, at a name in canonical form that is no alias: their data in
 * hexadecimal digits (RFC 3597).
 *
 * @example
 * const world = { domains: { 'shop.example': { records: { TYPE65: ['00010000'] } } } }
 * otherRecordsOf(openWorld({ world }, Date.now).world, 'shop.example').get(65)?.[0]?.data // => '00010000'
 */
export const otherRecordsOf = (
  world: World,
  name: string,
): ReadonlyMap<number, readonly { readonly data: string; readonly ttl: number }[]> =>
  statedAt(world, name)?.others ?? new Map<number, []>()

/** The readers of the types that follow from more than the lists of documents. */
const readers: { readonly [Type in RecordType]?: Reader<Type> } = {
  A: addresses('A'),
  AAAA: addresses('AAAA'),
  CAA: (world, name) => [...authorizationsAt(world, name)],
  CNAME: aliases,
  MX: atHosts<'MX'>((world, name) => {
    const missing = missingOf(world, name, 'mail')
    return missing === undefined || missing.reason === 'null-mx' ? exchangeRecordsOf(world, name) : []
  }),
  NS: (world, name) => {
    if (!isTop(world, name)) return []
    const ttl = nameserverTtlOf(world, name)
    return nameserversOf(world, name).map((host) => ({ host, ttl }))
  },
  PTR: reverseNames,
  SOA: start,
  SRV: services,
  TLSA: pins,
  TXT: (world, name, reply) =>
    TEXTS.has(nameKindOf(world, name)) ? textRecordsOf(world, name, kindOfResolver(reply)) : [],
}

/** Returns the records of a type at a name in canonical form, as one resolver or as the nameservers return them. */
export const recordsOf = <Type extends RecordType>(
  world: World,
  name: string,
  type: Type,
  reply?: ResolverReply,
): ResourceRecord<Type>[] => {
  const reader: Reader<Type> | undefined = readers[type]
  if (reader !== undefined) return reader(world, name, reply)
  // The cast is safe: the readers above have the types whose records differ from the stated ones.
  const stated = statedAt(world, name) as { readonly [Listed in RecordType]?: ResourceRecord<Listed>[] } | undefined
  return [...(stated?.[type] ?? [])]
}
