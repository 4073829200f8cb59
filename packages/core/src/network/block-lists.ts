import { type BlockList as Row, blockLists as rows, LIST_ENTRY } from '../world/names/block-lists.ts'
import { listingsOf as rowsOf, TEST_POINTS } from '../world/hosts/listings.ts'
import type { World } from '../world/world.ts'
import { readHost } from './hosts.ts'

/** A DNS block list, with the facts that a program needs to query it (RFC 5782). */
export interface BlockList {
  readonly name: string
  /** The zone in which the list answers for addresses in reverse order, such as `25.100.51.198.harvest-trap.example`. */
  readonly zone: string
  readonly lists: 'spam sources' | 'open relays' | 'infected hosts' | 'dynamic ranges' | 'abused hosting'
  /** The way in which the list removes an address: on request, or automatically after some time. */
  readonly removal: 'request' | 'expires'
  /** The A record of every address on the list (RFC 5782, section 2.1), and its time to live in seconds. */
  readonly returnCode: string
  readonly ttl: number
  /** Addresses that are always on the list and addresses that never are, for programs that test the list (RFC 5782, section 5). */
  readonly testPoints: { readonly listed: readonly string[]; readonly unlisted: readonly string[] }
}

const viewOf = ({ name, zone, lists, removal }: Row): BlockList => ({
  name,
  zone,
  lists,
  removal,
  returnCode: LIST_ENTRY.address,
  ttl: LIST_ENTRY.ttl,
  testPoints: TEST_POINTS,
})

/** The twelve DNS block lists of every simulated internet, in the order of `blacklist-check`. */
export const blockLists: readonly BlockList[] = /* @__PURE__ */ rows.map(viewOf)

/**
 * Returns the block lists that contain the address of a host, as `blacklist-check` finds them. The result is empty for a special-purpose
 * address and for a name without addresses.
 *
 * @example
 * const { world } = openWorld({ seed: 'k3f9', scenario: 'block-listed', at: 0 }, () => 0)
 * const [list] = listingsOf(world, '198.51.100.25')
 * list?.returnCode // => '127.0.0.2'
 * queryDns(world, `25.100.51.198.${list?.zone}`, 'A').records[0]?.address // => '127.0.0.2'
 * listingsOf(world, '10.0.0.1') // => []
 */
export const listingsOf = (world: World, host: string): BlockList[] => {
  const found = readHost(world, host)
  const zones = found === undefined ? [] : rowsOf(world, found).map(({ zone }) => zone)
  return blockLists.filter(({ zone }) => zones.includes(zone))
}
