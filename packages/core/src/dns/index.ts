// World
export type { World } from '../world/world.ts'

// DNS
export { addressOfReverseName, isDeep, isWithin } from '../foundation/names.ts'
export { otherRecordsOf, type RecordData, type ResourceRecord, reverseNameOf } from './records.ts'
export {
  type ByKind,
  type FieldKind,
  type Mnemonic,
  type RecordType,
  type RecordTypeDefinition,
  recordTypeName,
  recordTypeNumber,
  recordTypeOf,
  recordTypes,
} from '../protocols/record-types.ts'
export { reboundAddressesOf } from '../world/answers/rebound-addresses.ts'
export { queryDns, type DnsAnswer, type DnsQueryOptions } from './dns.ts'
export {
  type Asked,
  askedOf,
  dnsFaultFor,
  isEncryptionBlocked,
  nameserverAt,
  TOOLS_RESOLVER,
  transfersOf,
  worldAnswering,
  worldSeenBy,
} from '../world/hosts/dns-faults.ts'
export type { DnsFault, DnsFaultEffect } from '../world/facts.ts'
export type { RuleCounts } from '../world/rules.ts'
export { rootServerAt, rootServers } from '../world/names/root-servers.ts'
export { isNewerSerial, type Nameserver, type Zone, zoneNameOf, zoneOf, zoneStateOf } from './zones.ts'
export { propagationOf, type ResolverAnswer } from './propagation.ts'
export { knownResolversOf } from '../world/hosts/known-resolvers.ts'
export { type PublicResolver, publicResolversOf } from '../world/answers/propagation.ts'
export { type Registration, registrationOf } from './registration.ts'

// Keys
export { type ZoneFault, type ZoneState, zoneFaults } from '../world/zone-faults.ts'
export { zoneFaultOf } from '../world/names/dnssec.ts'
export { dkimKeyOf, type DkimSigningKey, mailTlsKeyOf, trustChainOf, type TrustLink } from './signing-keys.ts'
export type { Dnskey, Ds } from '../world/keys/zone-keys.ts'

// Mail
export { type MailAuthentication, mailAuthenticationOf, spfPolicyOf } from './mail-authentication.ts'
export type { DmarcPolicy } from '../protocols/dmarc-policy.ts'
export type { SpfNode, SpfPolicy } from '../protocols/spf-policy.ts'
export type { MailDns } from '../protocols/mail-dns.ts'
export { evaluateSpf, type SpfClient, type SpfResult, type SpfVerdict } from '../protocols/spf-evaluation.ts'
export {
  type Acceptance,
  acceptanceOf,
  isMailUser,
  type MailHost,
  mailHostAt,
  mailReplyOf,
  mtaStsFileOf,
} from './mail.ts'
export { type MailFolder, mailFoldersOf, type StoredMessage, storedMessageOf } from '../world/mail/mail-folders.ts'
export { type MailEvent, mailRuleFor } from '../world/mail/mail-rules.ts'
export type { MailRule } from '../world/facts.ts'
export { clientName, type MailReplyDetails, type MailReplyKind } from '../world/mail/mail-software.ts'
export { type SimulatedMailbox, type SimulatedMailboxState, simulatedMailbox } from './simulated-mailbox.ts'
