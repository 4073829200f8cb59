import type { AddressBook } from './address-book.ts'
import type { Addressing } from './addressing.ts'
import type { Ask } from './comparison.ts'
import type { AcmeServers } from '../acme/acme.ts'
import type { Authority } from '../tls/authority.ts'
import type { Holes } from '../namespace/host-ports.ts'
import type { Relay } from '../relay/start-relay.ts'
import type { Routes } from '../web/serve-routes.ts'
import type { LiveWorld } from './live-world.ts'
import type { InternetWorld } from './scenario-for.ts'
import type { RequestLog } from './request-log.ts'

/**
 * The protocols of an internet. The last ones are served in a namespace only; `tcp` stands for connections to ports that refuse them or are
 * silent.
 */
export type Protocol =
  | 'dns'
  | 'http'
  | 'https'
  | 'whois'
  | 'smtp'
  | 'smtps'
  | 'submission'
  | 'imap'
  | 'imaps'
  | 'pop3'
  | 'pop3s'
  | 'proxy'
  | 'ftp'
  | 'ssh'
  | 'mysql'
  | 'icmp'
  | 'tcp'

/** The ports of the servers on loopback. Without a number, a port is any free one. In a namespace, servers have the ports of the world. */
export type ServerPorts = Partial<Record<Protocol, number>>

/** The local address of a server. */
export interface Endpoint {
  readonly protocol: Protocol
  readonly transport: 'udp' | 'tcp'
  readonly host: string
  readonly port: number
}

/** The network of the programs in a namespace of its own, which a pair of virtual Ethernet devices joins to the network of the servers. */
export interface ProgramNetwork {
  /** The device in the servers' namespace. Every packet of the programs arrives there. */
  readonly device: string
  /** Whether answers take as long as the path to each host. */
  readonly isDelayed: boolean
  /** The command line that runs a program in the network. */
  readonly enter: readonly string[]
  /** The folder for the certificates of the user's own servers. */
  readonly certificates: string
  /** Makes more address blocks reachable. */
  readonly route: (networks: readonly string[]) => void
  /** Makes programs that sort addresses by RFC 6724, as glibc does, try this family first. */
  readonly prefer: (family: 4 | 6) => void
  readonly close: () => void
}

/** The dependencies of every server of an internet. */
export interface ServerContext {
  readonly live: LiveWorld
  /** Changes the world after all earlier changes, with the options that the function then returns. Rejects like `Internet.set`. */
  readonly change: (read: () => Partial<InternetWorld>) => Promise<void>
  readonly addressing: Addressing
  readonly log: RequestLog
  readonly addressBook: AddressBook
  readonly authority: Authority
  /** The seconds after which a greylisting host accepts an unknown sender, if the document defines none. */
  readonly greylistWait?: number | undefined
  /** The ports of the machine that programs may reach. */
  readonly holes?: Holes | undefined
  /** The routes and rules of all web servers. */
  readonly routes: Routes
  /** The relay to the user's own servers. */
  readonly relay: Relay
  /** The certificate authorities that programs ask for certificates. */
  readonly acme: AcmeServers
  /** The network of the programs; undefined if they are in the network of the servers. */
  readonly programs?: ProgramNetwork | undefined
  /** Compares the answers with the healthy world's. Without it, nobody compares. */
  readonly ask?: Ask | undefined
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
  /** The local ports of ports of the world that have no service. */
  readonly worldPorts?: ReadonlyMap<number, number>
  /** Returns the hosts of the current world that are ready from the start. */
  readonly lasting?: () => readonly LastingHost[]
  /** Updates servers that have caches, after each change of the world. */
  readonly refresh?: () => Promise<void>
  readonly close: () => Promise<void>
}
