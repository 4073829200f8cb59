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

/** A host that programs may call without a DNS answer, such as a root server, and one of its addresses in the world. */
export interface LastingHost {
  readonly host: string
  readonly address: string
}

/** The servers of one protocol for all hosts of the world, as `startDnsServer` and the other start functions return them. */
export interface InternetServer {
  /** The endpoints at the start. The servers may listen on more addresses when DNS answers contain them. */
  readonly endpoints: readonly Endpoint[]
  /** Returns the hosts of the current world that are ready from the start. */
  readonly lasting?: () => readonly LastingHost[]
  /** Updates servers that have caches, after each change of the world. */
  readonly refresh?: () => Promise<void>
  readonly close: () => Promise<void>
}
