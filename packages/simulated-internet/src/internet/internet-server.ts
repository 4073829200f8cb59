import type { AddressBook } from './address-book.ts'
import type { Addressing } from './addressing.ts'
import type { Authority } from '../tls/authority.ts'
import type { LiveWorld } from './live-world.ts'
import type { RequestLog } from './request-log.ts'

/** The protocols of an internet. */
export type Protocol = 'dns' | 'http' | 'https' | 'whois' | 'smtp' | 'smtps' | 'submission'

/** The local address of a server. */
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

/** The servers of one protocol, for all hosts of the world: the result of `startDnsServer` and of each other start function. */
export interface InternetServer {
  /** The first endpoints; more addresses may follow as DNS answers name them. */
  readonly endpoints: readonly Endpoint[]
  /** Runs after each change of the world, for servers with caches. */
  readonly refresh?: () => Promise<void>
  readonly close: () => Promise<void>
}
