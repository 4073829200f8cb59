import { type BlockList, blockLists } from '../names/block-lists.ts'
import { addressAt, type Machine, machineOverridesAt } from './machine-at.ts'
import { machineOf } from './machines.ts'
import { between, chance, part } from '../../foundation/mapping.ts'
import { entryAddressOf, entryLabelsOf, isPartOfAddress } from '../../foundation/names.ts'
import { memoize } from '../memoize.ts'
import type { World } from '../world.ts'

/** The odds that an address is on some list (spec §9). */
const LISTED_ODDS = 0.1

/** Returns the lists that contain the address of a host; none for nine of ten hosts. */
export const listingsOf = memoize((world, host): BlockList[] => listingsAt(world, machineOf(world, host)))

/** Returns the lists that contain the address of a machine: like `listingsOf`, but for a machine that is already known. */
export const listingsAt = (world: World, machine: Machine): BlockList[] => {
  const { id, special } = machine
  const stated = world.facts?.addresses.get(addressAt(machine))?.listed
  if (stated !== undefined) return blockLists.filter(({ zone }) => stated.includes(zone))
  const isOnSome = machineOverridesAt(world, machine).listed ?? chance(id, 'listed', LISTED_ODDS)
  if (special !== undefined || !isOnSome) return []
  const first = between(id, 'first-list', 0, blockLists.length - 1)
  return blockLists.filter((_, index) => index === first || chance(part(id, index), 'list', 0.15))
}

/** The test addresses of every list, for programs: 127.0.0.2 is listed, and 127.0.0.1 is not (RFC 5782, section 5). */
export const TEST_POINTS = { listed: ['127.0.0.2', '::ffff:7f00:2'], unlisted: ['127.0.0.1', '::ffff:7f00:1'] } as const

/** Returns whether the list with this zone contains an address. */
export const isListed = (world: World, address: string, zone: string): boolean =>
  TEST_POINTS.listed.some((point) => point === address) ||
  listingsAt(world, machineOf(world, address)).some((list) => list.zone === zone)

/** Returns whether a list contains any address in the network that these reversed labels name. */
export const listsBelow = (world: World, labels: string, zone: string): boolean => {
  if (!isPartOfAddress(labels)) return false
  const inOrder = labels.split('.').toReversed().join('.')
  if (TEST_NETWORKS.some((network) => network === inOrder || network.startsWith(`${inOrder}.`))) return true
  if (world.overrides.listed === false) return hasListedBelow(world, labels, zone)
  const labelCount = labels.split('.').length
  const isV6 = NIBBLES.test(labels)
  // Every network larger than a /24 or a /124 has entries.
  if (labelCount < (isV6 ? 31 : 3)) return true
  for (let host = 0; host < (isV6 ? 16 : 256); host++) {
    const rest = isV6 ? host.toString(16) : String(host)
    if (isListed(world, entryAddressOf(`${rest}.${labels}`) ?? '', zone)) return true
  }
  return false
}

/** Searches the addresses with stated facts, in a world where no other address is listed. */
const hasListedBelow = (world: World, labels: string, zone: string): boolean =>
  [...(world.scopes?.addresses(world) ?? []), ...(world.facts?.addresses.keys() ?? [])].some(
    (address) => entryLabelsOf(address).endsWith(`.${labels}`) && isListed(world, address, zone),
  )

const NIBBLES = /^(?:[\da-f]\.)*[\da-f]$/
const TEST_NETWORKS = ['127.0.0', Array.from('00000000000000000000ffff7f00000').join('.')]
