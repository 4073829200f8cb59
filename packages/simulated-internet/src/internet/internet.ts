import { type ScenarioText, WORLD_VERSION, type WorldDocument } from '@netbox/core'
import type { World } from '@netbox/core/dns'
import type { IssuedCertificate } from '../acme/issue.ts'
import type { Endpoint } from './internet-server.ts'
import type { MessageFilter, MessageWait, ReceivedMessage } from './message-store.ts'
import type { RequestEntry } from './request-log.ts'
import type { InternetWorld } from './scenario-for.ts'

/**
 * The trust anchor for validating resolvers: the key of the root zone, in zone file format. Its private key is public, so never use it in a
 * real resolver.
 */
export interface TrustAnchor {
  readonly dnskey: string
  readonly ds: string
}

/** A simulated internet that is served over real protocols until you close it. */
export interface Internet extends AsyncDisposable {
  readonly seed: string
  /** The current scenario, in canonical form. */
  readonly scenario: ScenarioText
  /** The current world document, in canonical form; undefined without one. */
  readonly document: WorldDocument | undefined
  /** The address and port of the resolver. */
  readonly dns: { readonly host: string; readonly port: number }
  readonly trustAnchor: TrustAnchor
  /** The certificate authority of the servers. Each internet has a new key, which is only in memory. */
  readonly authority: { readonly pem: string }
  /** The endpoints of each protocol. */
  readonly endpoints: readonly Endpoint[]
  /** The last 10,000 requests, oldest first. */
  readonly requests: readonly RequestEntry[]
  /** The number of all requests. */
  readonly requestCount: number
  /**
   * The first 1,000 names that programs asked for and nobody listed, in a world whose document is `strict`. Reserved names, such as names
   * below `.invalid`, are left out.
   */
  readonly unknownNames: readonly string[]
  /** The last 1,000 delivered messages, or fewer if they are long. The oldest comes first. */
  readonly messages: readonly ReceivedMessage[]
  /**
   * Resolves with the messages that match, oldest first. With a `timeout`, it waits until there is one, and resolves with none at the end of
   * the time. Rejects with a `RangeError` for an address without a domain, and with a `ToolError` for an invalid time.
   */
  findMessages(wanted?: MessageFilter & MessageWait): Promise<readonly ReceivedMessage[]>
  /**
   * Resolves with the newest message that matches, as soon as there is one. Rejects at the end of the time, by default after 30 seconds,
   * and like `findMessages`.
   */
  waitForMessage(wanted?: MessageFilter & MessageWait): Promise<ReceivedMessage>
  /** Removes the messages that match, by default all, and returns their number. */
  deleteMessages(filter?: MessageFilter): number
  /** The certificates that programs got from the authorities of the world by ACME, oldest first. */
  readonly certificates: readonly IssuedCertificate[]
  /** The time of the world, in epoch milliseconds. */
  readonly time: number
  /** The current world, for `@netbox/core/dns`. */
  readonly world: World
  /** Calls a function for every request. Returns a function that ends these calls. */
  onRequest(listener: (entry: RequestEntry) => void): () => void
  /** Calls a function after every change of the world, such as an update of a zone. Returns a function that ends these calls. */
  onChange(listener: () => void): () => void
  /**
   * Changes the options of the world, such as scenario, domains or time. If they are invalid, rejects with a `ToolError` and changes
   * nothing. If a server can't apply them, rejects with its error, and the world is as before.
   */
  set(changes: Partial<InternetWorld>): Promise<void>
  /** Stops all servers and closes their connections. */
  close(): Promise<void>
}

/**
 * Describes an internet as JSON: its world, the endpoints of its servers, its DNSSEC trust anchor and its certificate authority.
 *
 * @example
 * const internet = await startInternet({ seed: 'k3f9', scenario: 'healthy', at: '2026-01-01T00:00:00Z' })
 * describeInternet(internet).at // => '2026-01-01T00:00:00.000Z'
 * await internet.close()
 */
export const describeInternet = ({ seed, scenario, document, time, endpoints, trustAnchor, authority }: Internet) => ({
  simulated: true,
  engine: WORLD_VERSION,
  seed,
  scenario,
  ...(document === undefined ? {} : { world: document }),
  at: new Date(time).toISOString(),
  servers: endpoints,
  trust_anchor: trustAnchor,
  authority: authority.pem,
})
