import { createHash } from 'node:crypto'
import { type ScenarioText, WORLD_VERSION, type WorldDocument } from '@netbox/core'
import { type Dnskey, trustChainOf, type World } from '@netbox/core/dns'
import { createMessageStore, type MessageStore, type ReceivedMessage } from '../mail/message-store.ts'
import { createAddressBook } from './address-book.ts'
import { type Addressing, createLoopbackAddressing, singleAddressing } from './addressing.ts'
import type {
  Endpoint,
  InternetServer,
  ProgramNetwork,
  Protocol,
  ServerPorts,
  Surroundings,
} from './internet-server.ts'
import { openLiveWorld } from './live-world.ts'
import { type AskedEntry, createRequestLog } from './request-log.ts'
import type { InternetWorld } from './scenario-for.ts'

/** The options of an internet: its world and its ports. */
export interface InternetOptions extends InternetWorld {
  /**
   * The clock, whose `now` returns epoch milliseconds. By default, it is the machine's clock. Pass a fake clock to play a timeline. With
   * `at`, no clock is used.
   */
  readonly clock?: { now(): number } | undefined
  /** The DNS port on loopback; by default a free one. */
  readonly dnsPort?: number | undefined
  /** The other ports on loopback; by default free ones. */
  readonly ports?: Partial<Record<Exclude<Protocol, 'dns'>, number>> | undefined
}

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
  readonly asked: readonly AskedEntry[]
  /** The number of all requests. */
  readonly askedCount: number
  /** The last 1,000 delivered messages, or fewer if they are long. The oldest comes first. */
  readonly messages: readonly ReceivedMessage[]
  /** The time of the world, in epoch milliseconds. */
  readonly time: number
  /** The current world, for `@netbox/core/dns`. */
  readonly world: World
  /** Calls a function for every request. Returns a function that ends these calls. */
  onAsked(listener: (entry: AskedEntry) => void): () => void
  /**
   * Changes the options of the world, such as scenario, domains or time. If they are invalid, rejects with a `ToolError` and changes
   * nothing. If a server can't apply them, rejects with its error, and the world is as before.
   */
  set(changes: Partial<InternetWorld>): Promise<void>
  /** Stops all servers and closes their connections. */
  close(): Promise<void>
}

/**
 * Returns the data of the DS record for the root's key. In wire format, the root's name is a single zero octet (RFC 4034, section 5.1.4).
 */
const dsText = ({ keyTag, algorithm, rdata }: Dnskey): string => {
  const digest = createHash('sha256').update(Buffer.of(0)).update(rdata).digest('hex')
  return `${keyTag} ${algorithm} 2 ${digest.toUpperCase()}`
}

const trustAnchorOf = (world: World): TrustAnchor => {
  const [root] = trustChainOf(world, '.')
  if (root?.dnskey == null) throw new RangeError('the root zone of the world is not signed')
  const { dnskey } = root
  return { dnskey: `. 3600 IN DNSKEY ${dnskey.text}`, ds: `. 3600 IN DS ${dsText(dnskey)}` }
}

/** Starts the servers of all protocols, DNS first. If one of them can't start, closes those that have started. */
const startServers = async (
  surroundings: Surroundings,
  messages: MessageStore,
  ports: ServerPorts,
): Promise<InternetServer[]> => {
  const [{ startDnsServer }, { startWebServer }, { startWhoisServer }, { startSmtpServer }, { startMailboxServers }] =
    await Promise.all([
      import('../dns-server/start-dns-server.ts'),
      import('../web/start-web-server.ts'),
      import('../whois/start-whois-server.ts'),
      import('../mail/start-smtp-server.ts'),
      import('../mailbox/start-mailbox-servers.ts'),
    ])
  const servers: InternetServer[] = []
  try {
    servers.push(await startDnsServer(surroundings, ports))
    servers.push(await startWebServer(surroundings, ports))
    servers.push(await startWhoisServer(surroundings, ports))
    servers.push(await startSmtpServer(surroundings, messages, ports))
    servers.push(await startMailboxServers(surroundings, ports))
    if (surroundings.addressing.kind === 'loopback') {
      const { startProxy } = await import('../proxy/start-proxy.ts')
      servers.push(await startProxy(surroundings, servers, ports))
    } else {
      const [{ startGreetings }, { filterPorts }, { routeStatedNetworks }] = await Promise.all([
        import('../greetings/start-greetings.ts'),
        import('../namespace/filter-ports.ts'),
        import('../namespace/set-up-network.ts'),
      ])
      servers.push(await startGreetings(surroundings))
      servers.push(routeStatedNetworks(surroundings))
      const filter = await filterPorts(surroundings, servers)
      if (surroundings.programs !== undefined) {
        const [{ startOwnServers }, { choosePreferredFamily }] = await Promise.all([
          import('../namespace/own-servers.ts'),
          import('../namespace/program-network.ts'),
        ])
        servers.push(choosePreferredFamily(surroundings, surroundings.programs))
        servers.push(await startOwnServers(surroundings, surroundings.programs))
      }
      if (filter !== undefined) servers.push(filter)
    }
    return servers
  } catch (error) {
    await Promise.all(servers.map(async (server) => server.close()))
    throw error
  }
}

/** Starts an internet with a given mapping of addresses, and in a namespace with the network of the programs if that is another one. */
export const startInternetWith = async (
  { clock, dnsPort = 0, ports = {}, ...world }: InternetOptions,
  addressing: Addressing,
  programs?: ProgramNetwork,
): Promise<Internet> => {
  const live = openLiveWorld({ ...world, seed: world.seed ?? 'fixed' }, clock)
  const log = createRequestLog()
  // Loaded on demand, because programs without a server don't need it.
  const { createAuthority } = await import('../tls/authority.ts')
  const authority = createAuthority()
  const surroundings = { live, addressing, log, book: createAddressBook(addressing), authority, programs }
  const messages = createMessageStore()
  const servers = await startServers(surroundings, messages, { ...ports, dns: dnsPort })
  const endpoints = servers.flatMap((server) => server.endpoints)
  const [first] = endpoints
  const close = async (): Promise<void> => {
    await Promise.all(servers.map(async (server) => server.close()))
  }
  const refresh = async (): Promise<void> => {
    const results = await Promise.allSettled(servers.map(async (server) => server.refresh?.()))
    for (const result of results) if (result.status === 'rejected') throw result.reason
  }
  const change = async (changes: Partial<InternetWorld>): Promise<void> => {
    const takeBack = live.set(changes)
    try {
      await refresh()
    } catch (error) {
      takeBack()
      // The reason of the failure is the first error. The servers retry by themselves what they can't take back.
      await refresh().catch(() => undefined)
      throw error
    }
  }
  // Changes apply one after the other, so that a failed one takes back only itself.
  let changed: Promise<unknown> = Promise.resolve()
  return {
    seed: live.seed,
    get scenario() {
      return live.scenario()
    },
    get document() {
      return live.document()
    },
    dns: { host: first?.host ?? '', port: first?.port ?? 0 },
    trustAnchor: trustAnchorOf(live.now()),
    authority: { pem: authority.pem },
    endpoints,
    get asked() {
      return log.entries()
    },
    get askedCount() {
      return log.count()
    },
    get messages() {
      return messages.messages()
    },
    get time() {
      return live.time()
    },
    get world() {
      return live.now()
    },
    onAsked: log.listen,
    set: async (changes) => {
      const done = changed.then(async () => change(changes))
      changed = done.catch(() => undefined)
      return done
    },
    close,
    [Symbol.asyncDispose]: close,
  }
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

/**
 * Starts the simulated internet of a seed, scenario and time: servers on loopback for DNS, HTTP, WHOIS and mail, which any program can use.
 * Several internets can run at the same time. Rejects with a `ToolError` for an invalid seed, scenario or time, and with the system's error
 * if a given port is in use.
 *
 * @example
 * const internet = await startInternet({ seed: 'k3f9', scenario: 'healthy' })
 * internet.dns.host // => '127.0.0.1'
 * internet.asked // => []
 * await internet.set({ scenario: 'mx-down' })
 * internet.scenario // => 'mx-down'
 * await internet.close() // from Node 24 on, `await using` closes it at the end of the block
 */
export const startInternet = async (options: InternetOptions = {}): Promise<Internet> =>
  startInternetWith(options, process.platform === 'linux' ? createLoopbackAddressing() : singleAddressing)
