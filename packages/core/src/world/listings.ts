import type { Machine } from './machine-at.ts'
import { machineOf } from './machines.ts'
import { between, chance, part } from './mapping.ts'
import { memoize } from './memoize.ts'
import type { World } from './world.ts'

/** A block list of the simulated internet. Its zone is under `.example`; it resembles no real list. */
export interface BlockList {
  readonly name: string
  readonly zone: string
  /** What it lists, and so what has to be put right before it takes an address off. */
  readonly lists: 'spam sources' | 'open relays' | 'infected hosts' | 'dynamic ranges' | 'abused hosting'
  /** How one is taken off. */
  readonly removal: 'request' | 'expires'
}

const list = (name: string, lists: BlockList['lists'], removal: BlockList['removal']): BlockList => ({
  name,
  zone: `${name.toLowerCase().replaceAll(' ', '-')}.example`,
  lists,
  removal,
})

/** The twelve block lists that every check asks. */
export const blockLists: readonly BlockList[] = [
  list('Open Spam Register', 'spam sources', 'request'),
  list('Harvest Trap', 'spam sources', 'expires'),
  list('Mailwatch Combined', 'spam sources', 'request'),
  list('Relay Census', 'open relays', 'request'),
  list('Infected Host List', 'infected hosts', 'expires'),
  list('Botnet Ledger', 'infected hosts', 'expires'),
  list('Dynamic Range List', 'dynamic ranges', 'request'),
  list('Residential Pool', 'dynamic ranges', 'request'),
  list('Hosting Abuse Index', 'abused hosting', 'request'),
  list('Backscatter Log', 'spam sources', 'expires'),
  list('Snowshoe Map', 'spam sources', 'request'),
  list('Clean Senders Inverse', 'abused hosting', 'expires'),
]

/** The odds that an address is on some list (spec §9). */
const LISTED_ODDS = 0.1

/** Gives the lists that name the address of a host; none for nine of ten. */
export const listingsOf = memoize((world, host): BlockList[] => listingsAt(world, machineOf(world, host)))

/** Gives the lists that name the address of a machine: `listingsOf` where the machine is known. */
export const listingsAt = (world: World, { id, special }: Machine): BlockList[] => {
  if (special !== undefined || !(world.overrides.listed ?? chance(id, 'listed', LISTED_ODDS))) return []
  const first = between(id, 'first-list', 0, blockLists.length - 1)
  return blockLists.filter((_, index) => index === first || chance(part(id, index), 'list', 0.15))
}
