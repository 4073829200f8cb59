// Hosts
export { addressesOf, type ReverseDns, reverseDnsOf } from './hosts.ts'

// Ports and paths
export { hasOwnPorts, portOf, portStatesOf, type TcpPort } from './ports.ts'
export { type NetworkHop, type NetworkPath, pathOf, type PathQuality, pathQualityOf, pingTimesOf } from './paths.ts'

// Networks and address ranges
export { isInward } from '../foundation/special-addresses.ts'
export { type Network, networkOf, type SpecialPurposeBlock, specialPurposeOf, statedNetworksOf } from './networks.ts'
export type { WorldPlace, Region } from '../world/hosts/places.ts'
export type { Registry } from '../world/hosts/registries.ts'
export { OWN_ADDRESSES } from '../world/computed-addresses.ts'
export { METADATA_ADDRESSES, METADATA_HOST } from '../world/hosts/inward-answers.ts'
export { addressPlan, type AddressRange } from '../world/hosts/subnets.ts'

// Block lists
export { type BlockList, blockLists, listingsOf } from './block-lists.ts'
