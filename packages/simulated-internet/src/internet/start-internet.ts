import { createHash } from 'node:crypto'
import { type Dnskey, trustChainOf, type World } from '@netbox/core/dns'
import { createAddressBook } from './address-book.ts'
import { type Addressing, loopbackAddressing, singleAddressing } from './addressing.ts'
import type { Endpoint } from './internet-server.ts'
import { openLiveWorld } from './live-world.ts'
import { type AskedEntry, createRequestLog } from './request-log.ts'
import type { InternetWorld } from './scenario-for.ts'

/** Says which world an internet has, and where it listens. */
export interface InternetOptions extends InternetWorld {
  /** Gives the present, in epoch milliseconds: a fake clock plays a timeline. Default is the clock of the machine; `at` wins over it. */
  readonly clock?: { now(): number } | undefined
  /** The DNS port on loopback; by default a free one. */
  readonly dnsPort?: number | undefined
}

/** What resolvers that validate trust: the key of the root, in zone file format. It is public, so it belongs in no real resolver. */
export interface TrustAnchor {
  readonly dnskey: string
  readonly ds: string
}

/** A simulated internet over real protocols, until it is closed. */
export interface Internet extends AsyncDisposable {
  readonly seed: string
  /** The scenario now: a name or a timeline. */
  readonly scenario: string
  /** The resolver. */
  readonly dns: { readonly host: string; readonly port: number }
  readonly trustAnchor: TrustAnchor
  /** Where each protocol listens. */
  readonly endpoints: readonly Endpoint[]
  /** What was asked, oldest first: the last 10,000 entries. */
  readonly asked: readonly AskedEntry[]
  /** How much was asked in all. */
  readonly askedCount: number
  /** The world as it is now, for `@netbox/core/dns`. */
  readonly world: World
  /** Calls a function for everything that is asked, until the function that it returns is called. */
  onAsked(listener: (entry: AskedEntry) => void): () => void
  /** Changes scenario, domains or time. Rejects with a `ToolError`, and changes nothing, where they are none. */
  set(changes: Partial<InternetWorld>): Promise<void>
  /** Ends all servers and their connections. */
  close(): Promise<void>
}

/** Writes the DS record of the root's key, whose owner name is one octet of zero (RFC 4034, section 5.1.4). */
const dsText = ({ keyTag, algorithm, rdata }: Dnskey): string => {
  const digest = createHash('sha256').update(Buffer.of(0)).update(rdata).digest('hex')
  return `${keyTag} ${algorithm} 2 ${digest.toUpperCase()}`
}

const trustAnchorOf = (world: World): TrustAnchor => {
  const [root] = trustChainOf(world, '.')
  if (root?.dnskey == null) throw new RangeError('the root of a world is signed')
  const { dnskey } = root
  return { dnskey: `. 3600 IN DNSKEY ${dnskey.text}`, ds: `. 3600 IN DS ${dsText(dnskey)}` }
}

/** Starts an internet with addresses that are reached in a given way. */
export const startInternetWith = async (
  { clock, dnsPort = 0, ...world }: InternetOptions,
  addressing: Addressing,
): Promise<Internet> => {
  const live = openLiveWorld({ ...world, seed: world.seed ?? 'fixed' }, clock)
  const log = createRequestLog()
  const surroundings = { live, addressing, log, book: createAddressBook() }
  // Programs that need no server load none.
  const { startDnsServer } = await import('../dns-server/start-dns-server.ts')
  const dns = await startDnsServer(surroundings, { port: dnsPort })
  const servers = [dns]
  const endpoints = servers.flatMap((server) => server.endpoints)
  const [first] = dns.endpoints
  const close = async (): Promise<void> => {
    await Promise.all(servers.map(async (server) => server.close()))
  }
  return {
    seed: live.seed,
    get scenario() {
      return live.scenario()
    },
    dns: { host: first?.host ?? '', port: first?.port ?? 0 },
    trustAnchor: trustAnchorOf(live.now()),
    endpoints,
    get asked() {
      return log.entries()
    },
    get askedCount() {
      return log.count()
    },
    get world() {
      return live.now()
    },
    onAsked: log.listen,
    set: async (changes) => live.set(changes),
    close,
    [Symbol.asyncDispose]: close,
  }
}

/**
 * Starts the simulated internet of a seed, scenario and time over real protocols: DNS servers on loopback that any program can
 * ask. Several run side by side. Rejects with a `ToolError` for a bad seed, scenario or time, and with the system's error where a
 * given port is in use.
 *
 * @example
 * await using internet = await startInternet({ seed: 'k3f9', scenario: 'healthy' })
 * internet.dns.host // => '127.0.0.1'
 * internet.asked // => []
 * await internet.set({ scenario: 'mx-down' })
 * internet.scenario // => 'mx-down'
 */
export const startInternet = async (options: InternetOptions = {}): Promise<Internet> =>
  startInternetWith(options, process.platform === 'linux' ? loopbackAddressing : singleAddressing)
