import { exchangesOf, type MailServer, startMailServer } from './start-mail-server.ts'
import type { MailServerOptions } from './mail-server-options.ts'

/** The options of a domain's mail servers: their world and addresses. */
export interface MailServersOptions extends Omit<MailServerOptions, 'domain' | 'exchange' | 'host'> {
  /** A loopback address for each server, in the order of preference. The default is `'127.0.0.1'`, `'127.0.0.2'` and so on. */
  readonly hosts?: readonly string[] | undefined
}

/** The mail servers of a domain, each on a separate address. */
export interface MailServers {
  /** The servers in the order in which senders try them. */
  readonly servers: readonly MailServer[]
  /** The port, which is the same for all servers. */
  readonly port: number
  /** The address of each server, by its name. Pass this object to a resolver as its option `addresses`. */
  readonly addresses: Readonly<Record<string, string>>
  /** Opens and closes ports to match the servers' current state. Call it after you advance the clock past the start or end of a fault. */
  refresh(): Promise<void>
  /** Closes the servers and every connection to them. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)

/** Adds advice to the error for an address that the machine does not have. For example, macOS has only 127.0.0.1. */
const explained = (error: unknown, host: string): unknown =>
  codeOf(error) === 'EADDRNOTAVAIL'
    ? new Error(
        `This machine has no address ${host}. On macOS, add it with 'sudo ifconfig lo0 alias ${host} up', or start each server on its own port with startMailServer({ domain, exchange }).`,
        { cause: error },
      )
    : error

/** Starts the servers one after the other, all on the port of the first. If one can't start, closes the others. */
const startAll = async (places: readonly MailServerOptions[]): Promise<MailServer[]> => {
  const started: MailServer[] = []
  for (const place of places) {
    try {
      started.push(await startMailServer({ ...place, port: started[0]?.port ?? place.port }))
    } catch (error) {
      await Promise.all(started.map(async (server) => server.close()))
      throw explained(error, place.host ?? '')
    }
  }
  return started
}

const TRIES = 10

/** Starts the servers on a free port. Retries, because a port that is free at the first address may be in use at another. */
const startOnFreePort = async (places: readonly MailServerOptions[], tries = TRIES): Promise<MailServer[]> => {
  try {
    return await startAll(places)
  } catch (error) {
    const isChosen = (places[0]?.port ?? 0) !== 0
    if (codeOf(error) !== 'EADDRINUSE' || isChosen || tries === 1) throw error
    return startOnFreePort(places, tries - 1)
  }
}

/**
 * Starts all mail servers of a domain, as `startMailServer` does for one. They share a port, but each has its own loopback address. So a
 * program that tries them in the order of their MX records meets the same faults as in the world. Pass `addresses` to a resolver, so that
 * the servers' names resolve to these addresses. Linux has all addresses of 127.0.0.0/8. macOS has only 127.0.0.1, so the function rejects
 * there, with advice. It also rejects in the cases in which `startMailServer` does.
 *
 * @example
 * const { servers, addresses, close } = await startMailServers('mail.example', { seed: 'k3f9', scenario: 'mx-down' })
 * addresses // => { 'mx1.mail.example': '127.0.0.1', 'mx2.mail.example': '127.0.0.2', 'mx3.mail.example': '127.0.0.3' }
 * await createResolver({ seed: 'k3f9', scenario: 'mx-down', addresses }).resolve4('mx2.mail.example') // => ['127.0.0.2']
 * servers[0].messages // => []
 * await close()
 */
export const startMailServers = async (domain: string, options: MailServersOptions = {}): Promise<MailServers> => {
  const { hosts, ...common } = options
  const exchanges = exchangesOf({ ...common, domain })
  if (hosts !== undefined && hosts.length < exchanges.length)
    throw new RangeError(`${domain} has ${exchanges.length} mail servers: 'hosts' names ${hosts.length}.`)
  const servers = await startOnFreePort(
    exchanges.map((exchange, index) => ({
      ...common,
      domain,
      exchange,
      host: hosts?.[index] ?? `127.0.0.${index + 1}`,
    })),
  )
  const close = async (): Promise<void> => {
    await Promise.all(servers.map(async (server) => server.close()))
  }
  return {
    servers,
    port: servers[0]?.port ?? 0, // A domain has at least one server.
    addresses: Object.fromEntries(servers.map(({ exchange, host }) => [exchange, host])),
    refresh: async () => {
      await Promise.all(servers.map(async (server) => server.refresh()))
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}
