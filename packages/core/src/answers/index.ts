export type { World } from '../world/world.ts'
export { addressOfReverseName, type RecordData, type RecordType, type ResourceRecord } from './records.ts'
export { askDns, type DnsAnswer, type ResolverHabits } from './dns.ts'
export { type Acceptance, acceptanceOf, type MailHost, mailHostAt } from './mail.ts'
