import { parseDomain } from '../inputs/host.ts'
import { aliasOf, resolves } from '../world/aliases.ts'
import { dnssecStateOf } from '../world/dnssec.ts'
import { reverseOf } from '../world/hosts.ts'
import { machineOf } from '../world/machines.ts'
import { chance, part } from '../world/mapping.ts'
import { lossAt } from '../world/reach.ts'
import { entityOf, type World } from '../world/world.ts'
import { nameserversOf } from '../world/zones.ts'
import { addressOfReverseName, recordsOf, type RecordType, type ResourceRecord } from './records.ts'

/** Is what a resolver says to a question. */
export interface DnsAnswer<Type extends RecordType = RecordType> {
  /**
   * `found`: there are records. `no-data`: the name exists, without records of this type. `no-name`: it does not exist
   * (NXDOMAIN). `failure`: the zone's signatures do not verify (SERVFAIL). `timeout`: every try was lost on the way.
   */
  readonly outcome: 'found' | 'no-data' | 'no-name' | 'failure' | 'timeout'
  readonly records: readonly ResourceRecord<Type>[]
}

/** Says how a resolver asks: whether it validates, how often it tries. */
export interface DnsQueryOptions {
  /** Whether it refuses what DNSSEC does not verify, as most resolvers do; default true. */
  readonly validates?: boolean
  /** How often it asks before it gives up; default 4. */
  readonly tries?: number
}

/** Tells whether every try is lost: one name server after the other is asked, each with the loss on the way to it. */
const isLost = (world: World, name: string, type: RecordType, tries: number): boolean => {
  const servers = nameserversOf(world, name)
  const question = entityOf(world, 'question', `${type} ${name}`)
  for (let index = 0; index < tries; index++) {
    const loss = lossAt(world, machineOf(world, servers[index % servers.length] ?? name))
    if (!chance(part(question, index), 'lost', loss)) return false
  }
  return true
}

const isNamelessAddress = (world: World, name: string): boolean => {
  const address = addressOfReverseName(name)
  return address !== undefined && reverseOf(world, address).hostname === null
}

const none = <Type extends RecordType>(outcome: DnsAnswer['outcome']): DnsAnswer<Type> => ({ outcome, records: [] })

/**
 * Asks a resolver of the simulated internet. The records are those that the tools show: an MX record here is the one of
 * `mx-record`, and where `dnssec-check` finds a zone bogus, a resolver that validates fails.
 *
 * @example
 * const { world } = openWorld({ seed: 'k3f9', scenario: 'healthy', at: 0 }, () => 0)
 * queryDns(world, 'Mail.Example', 'MX').outcome // => 'found'
 * queryDns(world, 'mail.example', 'PTR').outcome // => 'no-data'
 * queryDns(world, 'no name', 'A').outcome // => 'no-name'
 */
export const queryDns = <Type extends RecordType>(
  world: World,
  asked: string,
  type: Type,
  { validates = true, tries = 4 }: DnsQueryOptions = {},
): DnsAnswer<Type> => {
  const name = parseDomain(asked)
  if (name === undefined) return none('no-name')
  if (isLost(world, name, type, tries)) return none('timeout')
  if (validates && type !== 'PTR' && dnssecStateOf(world, name) === 'bogus') return none('failure')
  // A dangling alias is there for who asks for anything but addresses; the name that it points at is not there at all.
  const isAddressType = type === 'A' || type === 'AAAA'
  if (!resolves(world, name) && (isAddressType || aliasOf(world, name) === undefined)) return none('no-name')
  const records = recordsOf(world, name, type)
  // The reverse zones hold PTR records alone: an address without one has no name there.
  if (records.length === 0 && isNamelessAddress(world, name)) return none('no-name')
  return { outcome: records.length > 0 ? 'found' : 'no-data', records }
}
