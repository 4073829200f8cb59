import { parseName, parseQueryName } from '../inputs/host.ts'
import { type AliasRecord, aliasPathOf } from '../world/names/aliases.ts'
import { authorityZoneOf, lacksProof, nameKindOf, ownFailureOf, zoneFailureOf } from '../world/answers/existence.ts'
import { type Asked, askedOf, worldAnswering } from '../world/hosts/dns-faults.ts'
import type { RuleCounts } from '../world/rules.ts'
import { machineOf } from '../world/hosts/machines.ts'
import { chance, part } from '../foundation/mapping.ts'
import { lossAt, mostLossIn } from '../world/hosts/reach.ts'
import { resolverRepliesOf } from '../world/answers/resolvers.ts'
import { WORKING } from '../world/decisions.ts'
import { zoneOverridesAt } from '../world/overrides-at.ts'
import { entityOf, type World } from '../world/world.ts'
import { nameserversOf } from '../world/names/nameservers.ts'
import type { RecordType } from '../protocols/record-types.ts'
import { recordsOf, type ResourceRecord } from './records.ts'

/** The response of a resolver to a query. */
export interface DnsAnswer<Type extends RecordType = RecordType> {
  /**
   * `found`: there are records. `no-data`: the name exists but has no records of this type. `nxdomain`: it does not exist, or is
   * an alias of a name that does not exist. `failure`: the zone's signatures do not verify (SERVFAIL), or the server fails. `timeout`: every
   * try was lost.
   */
  readonly outcome: 'found' | 'no-data' | 'nxdomain' | 'failure' | 'timeout'
  readonly records: readonly ResourceRecord<Type>[]
  /** The CNAME records from the name to the name of the records, in order. They are part of the answer (RFC 1034, section 4.3.2). */
  readonly aliases: readonly AliasRecord[]
  /** The response code of a failure. */
  readonly rcode?: Asked['rcode'] | undefined
  /** The milliseconds by which rules of a world document delay the answer. */
  readonly wait?: number | undefined
  /** The zone that lacks the name or record. Its SOA record says how long to cache the negative answer (RFC 2308, section 2). */
  readonly authority?: { readonly zone: string; readonly record: ResourceRecord<'SOA'> } | undefined
}

/** Options of a query: whether the resolver validates, and how often it tries. */
export interface DnsQueryOptions {
  /**
   * Whether the resolver refuses data that fails DNSSEC validation, as most resolvers do. Default: true; each of the sixteen public
   * resolvers has its own default.
   */
  readonly validates?: boolean | undefined
  /** The number of tries; default 4. */
  readonly tries?: number | undefined
  /**
   * The address of one of the sixteen resolvers that `dns-propagation` lists, which may have an old copy of an address. Without it, or for
   * any other address, the resolver that the tools use answers. That resolver has no cache, so it returns the nameservers' answers.
   */
  readonly server?: string | undefined
  /** A map in which the rules of a world document count queries. Pass the same map for all queries of a program. */
  readonly counts?: RuleCounts | undefined
}

/** Returns `true` if every try is lost. Each try goes to the next nameserver and can be lost on the path to it. */
const isLost = (world: World, name: string, type: RecordType, tries: number): boolean => {
  const most = mostLossIn(world)
  if (most === 0 || zoneOverridesAt(world, name) === WORKING) return false
  const question = entityOf(world, 'question', `${type} ${name}`)
  let servers: string[] | undefined
  for (let index = 0; index < tries; index++) {
    const id = part(question, index)
    // Most queries arrive on every path, so the path is not computed for them.
    if (!chance(id, 'lost', most)) return false
    servers ??= nameserversOf(world, name)
    const loss = lossAt(world, machineOf(world, servers[index % servers.length] ?? name))
    if (!chance(id, 'lost', loss)) return false
  }
  return true
}

const empty = <Type extends RecordType>(
  world: World,
  name: string,
  outcome: 'no-data' | 'nxdomain',
  aliases: readonly AliasRecord[] = [],
): DnsAnswer<Type> => {
  return {
    outcome,
    records: [],
    aliases,
    // A getter, because few callers need it.
    get authority() {
      const zone = authorityZoneOf(world, name)
      const [record] = recordsOf(world, zone, 'SOA')
      return record && { zone, record }
    },
  }
}

/**
 * Queries a resolver of the simulated internet. The answer agrees with the tools: its MX records equal the result of `mx-record`, and a validating
 * resolver fails for a zone that `dnssec-check` finds bogus.
 *
 * @example
 * const { world } = openWorld({ seed: 'k3f9', scenario: 'healthy', at: 0 }, () => 0)
 * queryDns(world, 'Mail.Example', 'MX').outcome // => 'found'
 * queryDns(world, 'mail.example', 'PTR').outcome // => 'no-data'
 * queryDns(world, 'mx1.mx1.mail.example', 'A').authority?.zone // => 'mail.example'
 * queryDns(world, 'no name', 'A').outcome // => 'nxdomain'
 * queryDns(world, '.', 'SOA').outcome // => 'found'
 */
export const queryDns = <Type extends RecordType>(
  world: World,
  asked: string,
  type: Type,
  { validates, tries = 4, server, counts }: DnsQueryOptions = {},
): DnsAnswer<Type> => {
  // Only documents define names that no host has.
  const name = asked === '.' ? asked : (parseQueryName(asked) ?? (world.facts && parseName(asked)))
  if (name === undefined) return { outcome: 'nxdomain', records: [], aliases: [] }
  if (isLost(world, name, type, tries)) return { outcome: 'timeout', records: [], aliases: [] }
  return answerTo(world, name, type, { validates, server, counts })
}

/** Returns the answer of a resolver to a query for a name in canonical form, on a path without loss. */
export const answerTo = <Type extends RecordType>(
  world: World,
  name: string,
  type: Type,
  { validates, server, counts }: Omit<DnsQueryOptions, 'tries'> = {},
): DnsAnswer<Type> => {
  if (world.facts?.dnsFaults === undefined) return plainAnswerTo(world, name, type, { validates, server })
  const { outcome, rcode, wait, answers } = askedOf(world, name, type, { resolver: server, validates, counts })
  const delayed = wait === 0 ? {} : { wait }
  if (outcome === 'nxdomain') return { ...empty(world, name, outcome), ...delayed }
  if (outcome !== 'answer') return { outcome, records: [], aliases: [], rcode, ...delayed }
  const seen = worldAnswering(world, answers)
  return { ...plainAnswerTo(seen, name, type, { validates, server }), ...delayed }
}

/** Returns the answer of a resolver whose queries no rule of a world document concerns. */
const plainAnswerTo = <Type extends RecordType>(
  world: World,
  name: string,
  type: Type,
  { validates, server }: Pick<DnsQueryOptions, 'validates' | 'server'>,
): DnsAnswer<Type> => {
  const reply =
    server === undefined
      ? undefined
      : resolverRepliesOf(world, name).find(({ resolver }) => resolver.address === server)
  const failure = type === 'CNAME' ? ownFailureOf(world, name) : zoneFailureOf(world, name)
  if (failure === 'timeout') return { outcome: 'timeout', records: [], aliases: [] }
  const isValidated = validates ?? reply?.resolver.validates ?? true
  if (failure !== undefined && (failure !== 'bogus' || isValidated))
    return { outcome: 'failure', records: [], aliases: [] }
  if (nameKindOf(world, name) === 'nxdomain') return empty(world, name, 'nxdomain')
  const { links, end } = type === 'CNAME' ? { links: [], end: name } : aliasPathOf(world, name)
  const isMissing = nameKindOf(world, end) === 'nxdomain'
  // A resolver may still have an old address of a missing name.
  const records = isMissing && type !== 'A' ? [] : recordsOf(world, end, type, reply)
  if (records.length > 0) return { outcome: 'found', records, aliases: links }
  if (isValidated && lacksProof(world, end)) return { outcome: 'failure', records: [], aliases: links }
  return empty(world, end, isMissing ? 'nxdomain' : 'no-data', links)
}
