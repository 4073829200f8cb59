import type { AddressBook } from './address-book.ts'
import type { Addressing } from './addressing.ts'
import type { Authority } from '../tls/authority.ts'
import type { LiveWorld } from './live-world.ts'
import type { RequestLog } from './request-log.ts'

/** The protocols that an internet speaks. */
export type Protocol = 'dns' | 'http' | 'https' | 'whois' | 'smtp' | 'smtps' | 'submission'

/** Where a server is reached. */
export interface Endpoint {
  readonly protocol: Protocol
  readonly transport: 'udp' | 'tcp'
  readonly host: string
  readonly port: number
}

/** The dependencies of every server of an internet. */
export interface Surroundings {
  readonly live: LiveWorld
  readonly addressing: Addressing
  readonly log: RequestLog
  readonly book: AddressBook
  readonly authority: Authority
}

/** The servers of one protocol, for all hosts of the world: what `startDnsServer`, and each further one beside it, resolves to. */
export interface InternetServer {
  /** Where it is reached first; more addresses may follow as they are handed out. */
  readonly endpoints: readonly Endpoint[]
  /** Called at each change of the world, for servers with caches. */
  readonly refresh?: () => Promise<void>
  readonly close: () => Promise<void>
}
