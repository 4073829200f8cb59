import { isV6 } from '../../foundation/addresses.ts'
import { specialBlockOf } from '../../foundation/special-addresses.ts'
import { isLoopback } from '../names/delegation.ts'
import type { Overrides } from '../decisions.ts'
import type { World } from '../world.ts'

/** The address at which clouds serve the metadata and the credentials of a machine, in IPv4 and, as AWS does, in IPv6. */
export const METADATA_ADDRESSES: readonly string[] = ['169.254.169.254', 'fd00:ec2::254']

/** The host whose routes servers have at these addresses. */
export const METADATA_HOST = 'metadata.google.internal'

/** The addresses in answers of each kind. They replace the host's addresses or join them, and no host has them. */
const ADDRESSES = {
  loopback: ['127.0.0.1', '::1'],
  private: ['10.0.0.1', 'fd00::1'],
  metadata: METADATA_ADDRESSES,
  mapped: ['::ffff:7f00:1'],
  'second-inward': ['127.0.0.1', '::1'],
  rebinding: ['127.0.0.1', '::1'],
} as const satisfies { readonly [Word in NonNullable<Overrides['addresses']>]?: readonly string[] }

/** A word of scenarios for answers that lead clients into their own network. */
export type InwardWord = keyof typeof ADDRESSES

const isInwardWord = (word: Overrides['addresses']): word is InwardWord => word !== undefined && word in ADDRESSES

/** Answers that lead clients into their own network. */
export interface InwardAnswers {
  /** `all`: in every answer. `last`: after the addresses of the host. `later`: in every answer but the first. */
  readonly when: 'all' | 'last' | 'later'
  readonly addresses: readonly string[]
}

/** Returns the inward answers that a scenario gives a host. */
export const inwardAnswersBy = (word: Overrides['addresses']): InwardAnswers | undefined => {
  if (!isInwardWord(word)) return undefined
  return {
    when: word === 'second-inward' ? 'last' : word === 'rebinding' ? 'later' : 'all',
    addresses: ADDRESSES[word],
  }
}

/** Returns the addresses of a host in the first answer, from its own ones. An answer has no inward address of a family that the host lacks. */
export const withInward = (own: readonly string[], inward: InwardAnswers | undefined): readonly string[] => {
  if (inward === undefined || inward.when === 'later') return own
  if (inward.when === 'all') return inward.addresses
  const ofFamily = (addresses: readonly string[], family: boolean) => addresses.filter((one) => isV6(one) === family)
  return [false, true].flatMap((family) => {
    const first = ofFamily(own, family)
    return first.length === 0 ? [] : [...first, ...ofFamily(inward.addresses, family)]
  })
}

const leadsToMetadata = ({ addresses, http }: Overrides): boolean =>
  addresses === 'metadata' || http === 'redirect-inwards'

/** Returns whether clouds serve metadata at an address, and a scenario or the document lets servers answer there. */
export const servesMetadata = ({ overrides, scopes, facts }: World, address: string): boolean =>
  METADATA_ADDRESSES.includes(address) &&
  (facts?.addresses.has(address) === true ||
    leadsToMetadata(overrides) ||
    scopes?.every().some(leadsToMetadata) === true)

/** Returns whether an address in an answer for a name leads clients into their own network, because no host of the world has it. */
export const isInwardAnswer = (world: World, name: string, address: string): boolean =>
  !isLoopback(name) && world.facts?.hostAddresses.has(address) !== true && specialBlockOf(address) !== undefined
