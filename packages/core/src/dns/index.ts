// World
export type { World } from '../world/world.ts'

// DNS
export { addressOfReverseName } from '../foundation/names.ts'
export { otherRecordsOf, type RecordData, type RecordType, type ResourceRecord, reverseNameOf } from './records.ts'
export { queryDns, type DnsAnswer, type DnsQueryOptions } from './dns.ts'
export { type Nameserver, type Zone, zoneNameOf, zoneOf, zoneStateOf } from './zones.ts'
export { propagationOf, type ResolverAnswer } from './propagation.ts'
export { type PublicResolver, publicResolversOf } from '../world/answers/propagation.ts'
export { type Registration, registrationOf } from './registration.ts'

// Keys
export { dkimKeyOf, type DkimSigningKey, mailTlsKeyOf, trustChainOf, type TrustLink } from './signing-keys.ts'
export type { Dnskey, Ds } from '../world/keys/zone-keys.ts'

// Mail
export {
  type DmarcPolicy,
  type MailAuthentication,
  mailAuthenticationOf,
  type SpfPolicy,
  spfPolicyOf,
} from './mail-authentication.ts'
export { type Acceptance, acceptanceOf, type MailHost, mailHostAt, mailReplyOf, mtaStsFileOf } from './mail.ts'
export { clientName, type MailReplyDetails, type MailReplyKind } from '../world/mail/mail-software.ts'
export { type SimulatedMailbox, type SimulatedMailboxState, simulatedMailbox } from './simulated-mailbox.ts'
