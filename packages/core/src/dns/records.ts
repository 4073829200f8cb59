import { isV6, parseAddress } from '../foundation/addresses.ts'
import { aliasOf } from '../world/names/aliases.ts'
import { LIST_ENTRY } from '../world/names/block-lists.ts'
import { missingOf, type NameKind, nameKindOf } from '../world/answers/existence.ts'
import { statedAt, zoneAt } from '../world/facts.ts'
import { addressesOf, reverseOf } from '../world/hosts/hosts.ts'
import { exchangeRecordsOf, mailTargetsOf } from '../world/mail/mail.ts'
import { pinnedServerOf } from '../world/answers/mail-policies.ts'
import { addressOfReverseName, arpaOf } from '../foundation/names.ts'
import { addressLifetimeOf } from '../world/answers/propagation.ts'
import type { ResolverReply } from '../world/answers/resolvers.ts'
import { textRecordsOf } from '../world/answers/text-records.ts'
import { tlsKeyDigest } from '../world/keys/tls-keys.ts'
import { authorizationsAt } from '../world/answers/web.ts'
import type { World } from '../world/world.ts'
import { authorityOf, nameserversOf, nameserverTtlOf } from '../world/answers/zones.ts'

/** The fields of a record by type, without its time to live. For MX records, the lowest priority is tried first. */
export interface RecordData {
  readonly A: { readonly address: string }
  readonly AAAA: { readonly address: string }
  /** A rule for certificates of the domain, such as the authority that may issue them: the tag `issue` (RFC 8659). */
  readonly CAA: { readonly flags: number; readonly tag: string; readonly value: string }
  readonly CNAME: { readonly target: string }
  readonly MX: { readonly priority: number; readonly exchange: string }
  readonly NS: { readonly host: string }
  readonly PTR: { readonly host: string }
  /** Times in seconds; `mailbox` is a domain name, as in zone files (RFC 1035, section 3.3.13). */
  readonly SOA: {
    readonly primary: string
    readonly mailbox: string
    readonly serial: number
    readonly refresh: number
    readonly retry: number
    readonly expire: number
    readonly minimum: number
  }
  readonly SRV: { readonly priority: number; readonly weight: number; readonly port: number; readonly host: string }
  /** The data that a server's certificate must match (RFC 6698, section 2.1); `data` in hexadecimal digits. */
  readonly TLSA: {
    readonly usage: number
    readonly selector: number
    readonly matchingType: number
    readonly data: string
  }
  /** `strings` has the strings with the escapes of zone files, if a document states them one by one; `value` joins them. */
  readonly TXT: { readonly value: string; readonly strings?: readonly string[] }
}

/** A record type that a world supports. */
export type RecordType = keyof RecordData

/** One record, with its time to live: `ttl` in seconds. */
export type ResourceRecord<Type extends RecordType = RecordType> = RecordData[Type] & { readonly ttl: number }

/** A function that reads the records of one type at a name. `reply` is the queried resolver's answer if it may be an old copy. */
type Reader<Type extends RecordType> = (world: World, name: string, reply?: ResolverReply) => ResourceRecord<Type>[]

const addresses =
  (family: 'A' | 'AAAA') =>
  (world: World, name: string, reply?: ResolverReply): ResourceRecord<'A'>[] => {
    // A stale copy remains after its source is gone, even for an alias whose target no longer exists.
    if (family === 'A' && reply?.status === 'stale' && reply.address !== null)
      return [{ address: reply.address, ttl: reply.left }]
    const kind = nameKindOf(world, name)
    if (kind === 'entry') return family === 'A' ? [{ ...LIST_ENTRY }] : []
    if (kind !== 'host' && kind !== 'loopback') return []
    const wantsV6 = family === 'AAAA'
    const ttl = addressLifetimeOf(world, name, wantsV6)
    return addressesOf(world, name, wantsV6)
      .filter((address) => isV6(address) === wantsV6)
      .map((address) => ({ address, ttl }))
  }

const isTop = (world: World, name: string): boolean => zoneAt(world, name) === name

/** Limits a reader to host names: other names have no records of its type. */
const atHosts =
  <Type extends RecordType>(reader: Reader<Type>): Reader<Type> =>
  (world, name) =>
    nameKindOf(world, name) === 'host' ? reader(world, name) : []

const start: Reader<'SOA'> = (world, name) => {
  if (!isTop(world, name)) return []
  const { primary, mailbox, serial, refresh, retry, expire, minimum, ttl = minimum } = authorityOf(world, name)
  return [{ primary, mailbox: mailbox.replace('@', '.'), serial, refresh, retry, expire, minimum, ttl }]
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
  return [{ usage: 3, selector: 1, matchingType: 1, data: tlsKeyDigest(world, host), ttl: 3600 }]
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
  return alias === undefined ? [] : [{ target: alias.target, ttl: alias.ttl }]
}

const TEXTS: ReadonlySet<NameKind> = new Set<NameKind>(['host', 'text', 'entry'])

/**
 * Returns the records of a type that world documents state by number, at a name in canonical form that is no alias: their data in
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

const readers: { readonly [Type in RecordType]: Reader<Type> } = {
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
  TXT: (world, name) => (TEXTS.has(nameKindOf(world, name)) ? textRecordsOf(world, name) : []),
}

/** Returns the records of a type at a name in canonical form, as one resolver or as the nameservers return them. */
export const recordsOf = <Type extends RecordType>(
  world: World,
  name: string,
  type: Type,
  reply?: ResolverReply,
): ResourceRecord<Type>[] => readers[type](world, name, reply)
