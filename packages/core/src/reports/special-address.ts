import { groupsOf, writeV4 } from '../foundation/addresses.ts'
import type { SpecialBlock } from '../foundation/special-addresses.ts'
import { resolves } from '../world/answers/existence.ts'
import { machineOf } from '../world/hosts/machines.ts'
import type { World } from '../world/world.ts'
import { critical, info } from './finding.ts'
import type { Finding } from './report.ts'

/** Returns the special-purpose block of the address of a host; undefined for an ordinary address and for a name without one. */
export const specialBlockAt = (world: World, host: string): SpecialBlock | undefined =>
  resolves(world, host) ? machineOf(world, host).special : undefined

/** Describes a special-purpose address: `10.0.0.1 is a private address (RFC 1918).` */
export const whatIsSpecial = (address: string, { name, source }: SpecialBlock): string =>
  `${address} is ${name} (${source}).`

const explain = ({ block, source }: SpecialBlock, consequence: string): string =>
  `${block} is reserved (${source}): its addresses have no owner, no place and no route on the internet, so ${consequence}.`

// The position of the embedded IPv4 address in these blocks, as the index of its first group.
const EMBEDDING = new Map([
  ['64:ff9b::/96', 6],
  ['::ffff:0:0/96', 6],
  ['2002::/16', 1],
])

/** Suggests an address to test instead of a special-purpose one. */
const inItsPlace = (address: string, { block }: SpecialBlock): string => {
  const at = EMBEDDING.get(block)
  if (at === undefined) return 'the public address of the host'
  const [high = 0, low = 0] = groupsOf(address).slice(at)
  return `${writeV4(high * 0x1_0000 + low)}, the IPv4 address in it`
}

/** Reports an address that is unreachable from outside its own network. `consequence` names the effect on the tool. */
export const unreachableAddress = <Code extends string>(
  code: Code,
  address: string,
  block: SpecialBlock,
  consequence: string,
): Finding<Code> =>
  critical(
    code,
    `${address} is ${block.name}`,
    explain(block, consequence),
    `Test ${inItsPlace(address, block)}, or run the test in a network that uses ${address}.`,
  )

/** Reports an address that is in no registry, zone or list; `consequence` names the missing data. */
export const unassignedAddress = <Code extends string>(
  code: Code,
  address: string,
  block: SpecialBlock,
  consequence: string,
): Finding<Code> =>
  info(code, `${address} is ${block.name}`, explain(block, consequence), `Look up ${inItsPlace(address, block)}.`)
