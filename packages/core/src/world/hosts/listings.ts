import { type BlockList, blockLists, blockListZones, LIST_ENTRY, REFUSALS } from '../names/block-lists.ts'
import { addressAt, type Machine, machineOverridesAt } from './machine-at.ts'
import { machineOf } from './machines.ts'
import { between, chance, part } from '../../foundation/mapping.ts'
import { entryAddressOf, entryLabelsOf, isPartOfAddress, isWithin, zoneOf } from '../../foundation/names.ts'
import { fact } from '../fact.ts'
import { memoize, entityOf, type World } from '../world.ts'
import { overridesAt } from '../overrides-at.ts'

/** The odds that an address is on some list (spec §9). */
const LISTED_ODDS = 0.1

/** How a list answers about an address. `refuses`: with a refusal, whatever it contains. `dead`: with an entry for every address. */
export type ListState = 'answers' | 'refuses' | 'dead'

/** Returns the zone of the list that is dead in a world where one is. */
const deadZoneOf = (world: World): string | undefined =>
  blockLists[between(entityOf(world, 'dead-list', ''), 'index', 0, blockLists.length - 1)]?.zone

/** Returns the state of the list with this zone toward an address. A scenario may name the list or the host of the address. */
const listStateAt = (world: World, zone: string, machine: Machine): ListState => {
  const [atList, atAddress] = [overridesAt(world, zone).lists, machineOverridesAt(world, machine).lists]
  if (atList === 'refuse' || atAddress === 'refuse') return 'refuses'
  const isNamed = atList === 'one-dead' && world.overrides.lists !== 'one-dead'
  return isNamed || (atAddress === 'one-dead' && zone === deadZoneOf(world)) ? 'dead' : 'answers'
}

/** Returns the lists in a state toward the address of a machine. */
export const listsInState = (world: World, machine: Machine, state: Exclude<ListState, 'answers'>): BlockList[] =>
  blockLists.filter(({ zone }) => listStateAt(world, zone, machine) === state)

/** Returns the lists that contain the address of a host; none for nine of ten hosts. */
export const listingsOf = memoize((world, host): BlockList[] => listingsAt(world, machineOf(world, host)))

/**
 * Returns the lists that contain the address of a machine: like `listingsOf`, but for a machine that is already known. The answers of lists
 * that refuse or list every address mean nothing, so they don't count.
 */
export const listingsAt = (world: World, machine: Machine): BlockList[] =>
  entriesAt(world, machine).filter(({ zone }) => listStateAt(world, zone, machine) === 'answers')

/** Returns the lists with an entry for the address of a machine, whatever they answer. */
const entriesAt = fact<Machine, BlockList[]>({
  document: (world, machine) => {
    const listed = world.facts?.addresses.get(addressAt(machine))?.listed
    return listed && blockLists.filter(({ zone }) => listed.includes(zone))
  },
  scenario: (world, machine) => {
    const { listed } = machineOverridesAt(world, machine)
    return listed === undefined ? undefined : listed ? someLists(machine) : []
  },
  seed: (_world, machine) => (chance(machine.id, 'listed', LISTED_ODDS) ? someLists(machine) : []),
})

/** Returns one or more lists for the address of a machine; none for a special-purpose address. */
const someLists = ({ id, special }: Machine): BlockList[] => {
  if (special !== undefined) return []
  const first = between(id, 'first-list', 0, blockLists.length - 1)
  return blockLists.filter((_, index) => index === first || chance(part(id, index), 'list', 0.15))
}

/** The test addresses of every list, for programs: 127.0.0.2 is listed, and 127.0.0.1 is not (RFC 5782, section 5). */
export const TEST_POINTS = { listed: ['127.0.0.2', '::ffff:7f00:2'], unlisted: ['127.0.0.1', '::ffff:7f00:1'] } as const

const isTestPoint = (address: string): boolean =>
  TEST_POINTS.listed.some((point) => point === address) || TEST_POINTS.unlisted.some((point) => point === address)

/** Returns whether a list that is dead for the addresses of some domain only has this zone. */
const isDeadSomewhere = (world: World, zone: string): boolean =>
  (world.scopes?.addresses(world) ?? []).some(
    (address) => listStateAt(world, zone, machineOf(world, address)) === 'dead',
  )

/** Returns the zone of the block list that answers for a name, and the labels before the zone; undefined for all other names. */
export const listAt = (world: World, name: string): { readonly zone: string; readonly labels: string } | undefined => {
  const zone = zoneOf(name)
  if (blockListZones.has(zone)) return { zone, labels: name.slice(0, -zone.length - 1) }
  for (const [other, of] of world.facts?.lists ?? [])
    if (isWithin(name, other)) return { zone: of, labels: name.slice(0, -other.length - 1) }
  return undefined
}

/** The answer of a list to a query for an address. */
export interface ListAnswer {
  readonly state: ListState
  readonly address: string
  /** The text of the TXT record. */
  readonly text: string
  /** Seconds. */
  readonly ttl: number
}

/**
 * Returns the answer of a block list to a query for a name in its zone; undefined if the list has no entry there. A refusal depends on the
 * resolver: one of the public resolvers, or the one that the tools use.
 */
export const listAnswerTo = (world: World, name: string, resolver: 'own' | 'public'): ListAnswer | undefined => {
  const { zone, labels } = listAt(world, name) ?? { zone: '', labels: '' }
  const list = blockLists.find((known) => known.zone === zone)
  const address = entryAddressOf(labels)
  if (list === undefined || address === undefined) return undefined
  const machine = machineOf(world, address)
  const state = listStateAt(world, zone, machine)
  if (state === 'refuses') return { state, ...REFUSALS[resolver], ttl: LIST_ENTRY.ttl }
  if (state === 'dead' || (isTestPoint(address) && isDeadSomewhere(world, zone)))
    return { state: 'dead', ...LIST_ENTRY, text: `${list.name} was shut down. Remove it from your configuration.` }
  const isListed = TEST_POINTS.listed.some((point) => point === address) || entriesAt(world, machine).includes(list)
  return isListed ? { state, ...LIST_ENTRY, text: `Listed by ${list.name}: ${list.lists}` } : undefined
}

/** Returns whether a list contains any address in the network that these reversed labels name. */
export const listsBelow = (world: World, labels: string, zone: string): boolean => {
  if (!isPartOfAddress(labels)) return false
  const inOrder = labels.split('.').toReversed().join('.')
  if (TEST_NETWORKS.some((network) => network === inOrder || network.startsWith(`${inOrder}.`))) return true
  if (overridesAt(world, zone).lists === 'refuse' || isDeadSomewhere(world, zone)) return true
  if (world.overrides.lists === 'one-dead' && zone === deadZoneOf(world)) return true
  if (world.overrides.listed === false) return hasListedBelow(world, labels, zone)
  const labelCount = labels.split('.').length
  const isV6 = NIBBLES.test(labels)
  // Every network larger than a /24 or a /124 has entries.
  if (labelCount < (isV6 ? 31 : 3)) return true
  for (let host = 0; host < (isV6 ? 16 : 256); host++) {
    const rest = isV6 ? host.toString(16) : String(host)
    if (listAnswerTo(world, `${rest}.${labels}.${zone}`, 'own') !== undefined) return true
  }
  return false
}

/** Searches the addresses with stated facts, in a world where no other address is listed. */
const hasListedBelow = (world: World, labels: string, zone: string): boolean =>
  [...(world.scopes?.addresses(world) ?? []), ...(world.facts?.addresses.keys() ?? [])].some(
    (address) =>
      entryLabelsOf(address).endsWith(`.${labels}`) &&
      listAnswerTo(world, `${entryLabelsOf(address)}.${zone}`, 'own') !== undefined,
  )

const NIBBLES = /^(?:[\da-f]\.)*[\da-f]$/
const TEST_NETWORKS = ['127.0.0', Array.from('00000000000000000000ffff7f00000').join('.')]
