import { isV6 } from '../../foundation/addresses.ts'
import { canonicalName, inwardAnswersOf } from '../hosts/machines.ts'
import type { World } from '../world.ts'
import { nameKindOf } from './existence.ts'

/**
 * Returns the addresses of one family that answers for a name have from the second answer on, if a scenario rebinds the name; else undefined.
 * Every other function shows the first answer.
 *
 * @example
 * const { world } = openWorld({ seed: 'k3f9', scenario: 'rebinding', at: 0 }, () => 0)
 * reboundAddressesOf(world, 'shop.example', 'A') // => ['127.0.0.1']
 * reboundAddressesOf(world, 'mx1.shop.example', 'A') // => undefined
 */
export const reboundAddressesOf = (world: World, name: string, family: 'A' | 'AAAA'): string[] | undefined => {
  const end = canonicalName(world, name)
  const inward = inwardAnswersOf(world, end)
  if (inward?.when !== 'later' || nameKindOf(world, end) !== 'host') return undefined
  return inward.addresses.filter((address) => isV6(address) === (family === 'AAAA'))
}
