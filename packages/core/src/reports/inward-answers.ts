import { specialBlockOf } from '../foundation/special-addresses.ts'
import { reboundAddressesOf } from '../world/answers/rebound-addresses.ts'
import { addressesOf } from '../world/hosts/hosts.ts'
import { isInwardAnswer } from '../world/hosts/inward-answers.ts'
import { canonicalName } from '../world/hosts/machines.ts'
import type { World } from '../world/world.ts'
import { critical, warning } from './finding.ts'
import type { Finding } from './report.ts'
import { whatIsSpecial } from './special-address.ts'
import { prose } from './wording.ts'

const CONSEQUENCE = 'A server that fetches URLs for others then sends requests into its own network (SSRF).'
const ADVICE =
  'In programs, compare the address with the special-purpose blocks (RFC 6890) when you connect, and connect to the address that you compared.'

const blockText = (address: string): string => {
  const block = specialBlockOf(address)
  return block === undefined ? '' : `${whatIsSpecial(address, block)} `
}

/**
 * Reports answers for a name that lead clients into their own network: critical if all of them do, else a warning. `prefix` starts the code of
 * the finding.
 */
export const inwardFindings = <Prefix extends string>(
  prefix: Prefix,
  world: World,
  name: string,
): Finding<`${Prefix}-answers-inward`>[] => {
  const code = `${prefix}-answers-inward` as const
  const end = canonicalName(world, name)
  const addresses = addressesOf(world, end)
  const inward = addresses.filter((address) => isInwardAnswer(world, end, address))
  const [first = ''] = inward
  const advice = `Correct the records of ${end}. ${ADVICE}`
  if (inward.length > 0 && inward.length === addresses.length)
    return [
      critical(code, `${name} leads into the network of its clients`, `${blockText(first)}${CONSEQUENCE}`, advice),
    ]
  if (inward.length > 0)
    return [
      warning(code, `${name} has ${prose(inward)} among its addresses`, `${blockText(first)}${CONSEQUENCE}`, advice),
    ]
  const [next] = reboundAddressesOf(world, end, 'A') ?? []
  return next === undefined
    ? []
    : [
        warning(
          code,
          `${name} has the address ${next} from the second answer on`,
          `The first answer has a lifetime of 0 s, so the next look-up can't use it (DNS rebinding). ${CONSEQUENCE}`,
          advice,
        ),
      ]
}
