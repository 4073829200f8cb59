import { createHash } from 'node:crypto'
import { SECOND } from '@netbox/core'
import { type Dnskey, trustChainOf, type World } from '@netbox/core/dns'
import { createAcmeServers } from './acme/acme.ts'
import { createMessageStore, type MessageStore } from './internet/message-store.ts'
import { createAddressBook } from './internet/address-book.ts'
import { type Addressing, createLoopbackAddressing, singleAddressing } from './internet/addressing.ts'
import type { Internet, TrustAnchor } from './internet/internet.ts'
import type {
  InternetServer,
  ProgramNetwork,
  Protocol,
  ServerPorts,
  ServerContext,
} from './internet/internet-server.ts'
import { type Comparison, createComparison } from './internet/comparison.ts'
import { openLiveWorld } from './internet/live-world.ts'
import type { Holes } from './namespace/host-ports.ts'
import { createRequestLog } from './internet/request-log.ts'
import { createRequestSources } from './internet/request-sources.ts'
import type { InternetWorld } from './internet/scenario-for.ts'
import { worldPortsOf } from './tcp/world-ports.ts'

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

// How long a test waits for a message by default, in milliseconds.
const WAITING_TIME = 30_000
// The number of recipients that an error lists.
const MOST_RECIPIENTS = 10

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

/** Starts the servers of all protocols, DNS first. If one of them can't start, closes the servers that have started. */
const startServers = async (
  context: ServerContext,
  messages: MessageStore,
  ports: ServerPorts,
): Promise<InternetServer[]> => {
  const [
    { startDnsServer },
    { startWebServer },
    { startWhoisServer },
    { startSmtpServer },
    { startMailboxServers },
    { startRelayPorts },
  ] = await Promise.all([
    import('./dns-server/start-dns-server.ts'),
    import('./web/start-web-server.ts'),
    import('./whois/start-whois-server.ts'),
    import('./mail/start-smtp-server.ts'),
    import('./mailbox/start-mailbox-servers.ts'),
    import('./relay/start-relay-ports.ts'),
  ])
  const servers: InternetServer[] = []
  try {
    servers.push(await startDnsServer(context, ports))
    servers.push(await startWebServer(context, ports))
    servers.push(await startWhoisServer(context, ports))
    servers.push(await startSmtpServer(context, messages, ports))
    servers.push(await startMailboxServers(context, ports))
    servers.push(context.relay)
    if (context.addressing.kind === 'loopback') {
      const { startProxy } = await import('./proxy/start-proxy.ts')
      const relayed = await startRelayPorts(context, servers)
      servers.push(relayed, await startProxy(context, [...servers, relayed], ports))
    } else {
      const [{ startBanners }, { startDnsOverTls }, { filterPorts }, { routeStatedNetworks }] = await Promise.all([
        import('./banners/start-banners.ts'),
        import('./dns-server/start-dns-over-tls.ts'),
        import('./namespace/filter-ports.ts'),
        import('./namespace/set-up-network.ts'),
      ])
      servers.push(await startBanners(context), await startDnsOverTls(context))
      servers.push(await startRelayPorts(context, servers))
      servers.push(routeStatedNetworks(context))
      const filter = await filterPorts(context, servers)
      if (context.programs !== undefined) {
        const [{ startOwnServers }, { choosePreferredFamily }] = await Promise.all([
          import('./namespace/own-servers.ts'),
          import('./namespace/program-network.ts'),
        ])
        servers.push(choosePreferredFamily(context, context.programs))
        servers.push(await startOwnServers(context, context.programs))
      }
      if (filter !== undefined) servers.push(filter)
    }
    context.relay.checkPlaces(servers.flatMap(({ endpoints }) => endpoints.map(({ port }) => port)))
    return servers
  } catch (error) {
    await Promise.all(servers.map(async (server) => server.close()))
    throw error
  }
}

/** What an internet has in addition to its world and its addresses. */
interface Extras {
  /** The network of the programs, if the servers are in another one. */
  readonly programs?: ProgramNetwork | undefined
  readonly holes?: Holes | undefined
  /** Receives the comparison with the healthy world. Without it, nobody compares. */
  readonly onComparison?: ((comparison: Comparison) => void) | undefined
}

/** Starts an internet with a given mapping of addresses. */
export const startInternetWith = async (
  { clock, dnsPort = 0, ports = {}, ...world }: InternetOptions,
  addressing: Addressing,
  { programs, holes, onComparison }: Extras = {},
): Promise<Internet> => {
  const live = openLiveWorld({ ...world, seed: world.seed ?? 'fixed' }, clock, holes?.hostPorts)
  const addressBook = createAddressBook(addressing)
  const sources = createRequestSources(live, addressBook, addressing)
  const log = createRequestLog(sources.sourceOf)
  // Loaded on demand, because programs without a server don't need it.
  const { createAuthority } = await import('./tls/authority.ts')
  const authority = createAuthority()
  const [{ createRelay }, { createRoutes }] = await Promise.all([
    import('./relay/start-relay.ts'),
    import('./web/serve-routes.ts'),
  ])
  const routes = createRoutes({ live, addressing })
  const comparison = onComparison === undefined ? undefined : createComparison(live, world)
  if (comparison !== undefined) onComparison?.(comparison)
  let servers: InternetServer[] = []
  const refresh = async (): Promise<void> => {
    const results = await Promise.allSettled(servers.map(async (server) => server.refresh?.()))
    for (const result of results) if (result.status === 'rejected') throw result.reason
  }
  const apply = async (changes: Partial<InternetWorld>): Promise<void> => {
    const takeBack = live.set(changes)
    try {
      await refresh()
      for (const listener of listeners) listener()
    } catch (error) {
      takeBack()
      // The reason of the failure is the first error. The servers retry by themselves what they can't take back.
      await refresh().catch(() => undefined)
      throw error
    }
  }
  // Changes apply one after the other, so that a failed one takes back only itself.
  let changed: Promise<unknown> = Promise.resolve()
  const listeners = new Set<() => void>()
  const change: ServerContext['change'] = async (read) => {
    const done = changed.then(async () => apply(read()))
    changed = done.catch(() => undefined)
    return done
  }
  const shared = {
    live,
    change,
    addressing,
    log,
    addressBook,
    authority,
    programs,
    holes,
    routes,
    ask: comparison?.ask,
    greylistWait: world.greylistWait,
  }
  const acme = createAcmeServers(shared)
  const context = { ...shared, relay: createRelay(shared), acme }
  const messages = createMessageStore()
  servers = await startServers(context, messages, { ...ports, dns: dnsPort })
  acme.connect(worldPortsOf(servers))
  const endpoints = servers.flatMap((server) => server.endpoints)
  const [first] = endpoints
  const close = async (): Promise<void> => {
    await Promise.all(servers.map(async (server) => server.close()))
  }
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
    get requests() {
      return log.entries()
    },
    get requestCount() {
      return log.count()
    },
    get unknownNames() {
      return sources.unknownNames()
    },
    get messages() {
      return messages.messages()
    },
    findMessages: messages.find,
    waitForMessage: async ({ timeout = WAITING_TIME, ...wanted } = {}) => {
      const message = (await messages.find({ timeout, ...wanted })).at(-1)
      if (message !== undefined) return message
      const others = [...new Set(messages.messages().flatMap(({ to }) => to))]
      throw new Error(
        `No message${wanted.to === undefined ? '' : ` to ${wanted.to}`} arrived within ${timeout / SECOND} s. ` +
          `Recipients so far: ${others.slice(-MOST_RECIPIENTS).join(', ') || 'none'}.`,
      )
    },
    deleteMessages: messages.remove,
    get certificates() {
      return acme.certificates()
    },
    get time() {
      return live.time()
    },
    get world() {
      return live.now()
    },
    onRequest: log.listen,
    onChange: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    set: async (changes) => change(() => changes),
    close,
    [Symbol.asyncDispose]: close,
  }
}

const loopback = (): Addressing => (process.platform === 'linux' ? createLoopbackAddressing() : singleAddressing)

/** Starts an internet on loopback that compares its answers with the healthy world's. */
export const startComparedInternet = async (
  options: InternetOptions,
): Promise<{ readonly internet: Internet; readonly comparison: Comparison }> => {
  let comparison: Comparison | undefined
  const internet = await startInternetWith(options, loopback(), { onComparison: (created) => (comparison = created) })
  if (comparison === undefined) throw new Error('The internet compares nothing.')
  return { internet, comparison }
}

/**
 * Starts the simulated internet of a seed, scenario and time: servers on loopback for DNS, HTTP, WHOIS and mail, which any program can use.
 * Several internets can run at the same time. Rejects with a `ToolError` for an invalid seed, scenario or time, and with the system's error
 * if a given port is in use.
 *
 * @example
 * const internet = await startInternet({ seed: 'k3f9', scenario: 'healthy' })
 * internet.dns.host // => '127.0.0.1'
 * internet.requests // => []
 * await internet.set({ scenario: 'mx-down' })
 * internet.scenario // => 'mx-down'
 * await internet.close() // from Node 24 on, `await using` closes it at the end of the block
 */
export const startInternet = async (options: InternetOptions = {}): Promise<Internet> =>
  startInternetWith(options, loopback())
