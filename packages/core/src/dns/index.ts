// The world that is asked
export type { World } from '../world/world.ts'

// DNS
export { addressOfReverseName } from '../world/names.ts'
export { type RecordData, type RecordType, type ResourceRecord, reverseNameOf } from './records.ts'
export { queryDns, type DnsAnswer, type DnsQueryOptions } from './dns.ts'

// Mail
export { type Acceptance, acceptanceOf, type MailHost, mailHostAt } from './mail.ts'
export { type SimulatedMailbox, type SimulatedMailboxState, simulatedMailbox } from './simulated-mailbox.ts'
