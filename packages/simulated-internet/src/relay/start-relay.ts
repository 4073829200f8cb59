import { ToolError } from '@netbox/core'
import type { InternetServer, ServerContext } from '../internet/internet-server.ts'
import { peek } from '../tcp/peek.ts'
import { readClientHello } from '../tls/client-hello.ts'
import { followOwnServers } from './maps.ts'
import { createPassing, HTTP_PORT, HTTPS_PORT, type RelayClient } from './pass-client.ts'

/** The relay to the user's own servers. */
export interface Relay extends InternetServer {
  /** Returns the ports of the world that lead to the user's own servers. */
  readonly ports: () => readonly number[]
  /** Serves a client of a port. It calls `otherwise` if the client wants another host. */
  readonly accept: (client: RelayClient, otherwise: () => void) => void
  /**
   * Throws a `ToolError` if the network has no place for a server of the user: its port is in this list of ports that netbox itself uses, or it
   * needs a network of its own.
   */
  readonly checkPlaces: (ports: readonly number[]) => void
}

const PEEK_TIME = 10_000
const LONGEST_HEAD = 16_384

/** Reads the host in the head of an HTTP request. */
const readHost = (octets: Buffer): { readonly host: string | undefined } | 'incomplete' => {
  const head = octets.subarray(0, LONGEST_HEAD).toString('latin1')
  const end = head.indexOf('\r\n\r\n')
  if (end < 0 && octets.length < LONGEST_HEAD) return 'incomplete'
  // The host of a whole URL replaces the header's (RFC 9112, section 3.2.2).
  const [, host] =
    /^\S+ https?:\/\/([^/?#:\s]+)/i.exec(head) ??
    /\r\nhost:[ \t]*([^\s:]+)/i.exec(head.slice(0, end < 0 ? undefined : end + 2)) ??
    []
  return { host: host?.toLowerCase().replace(/\.$/, '') }
}

const refusal = (message: string): ToolError =>
  new ToolError({ code: 'invalid_input', title: 'Invalid server', message })

/** Creates the relay to the user's own servers. */
export const createRelay = (context: Omit<ServerContext, 'relay' | 'acme'>): Relay => {
  const { live, addressing, programs } = context
  const servers = followOwnServers(live)
  const passing = createPassing(context)
  const named = new Set(servers.all().map(({ port }) => port))
  const listened = new Set(servers.ports())

  /** Finds the name that the client wants, by what it sends on the ports of web servers, and by its last DNS question on others. */
  const wantedName = async ({ socket, names, port }: RelayClient): Promise<string | undefined> => {
    const said =
      port === HTTPS_PORT
        ? (await peek(socket, readClientHello))?.serverName
        : port === HTTP_PORT
          ? (await peek(socket, readHost))?.host
          : undefined
    const candidates = said === undefined ? names : [said]
    return candidates.find((name) => servers.find(name, port) !== undefined)
  }

  const serve = async (client: RelayClient, otherwise: () => void): Promise<void> => {
    const { socket, port } = client
    const deadline = setTimeout(() => socket.destroy(), PEEK_TIME)
    socket.once('close', () => clearTimeout(deadline))
    const name = await wantedName(client)
    clearTimeout(deadline)
    const server = name === undefined ? undefined : servers.find(name, port)
    if (socket.destroyed) return
    if (name !== undefined && server !== undefined) return passing.pass({ ...client, name, server })
    otherwise()
    // Reading the host has paused the connection.
    if (port === HTTP_PORT) socket.resume()
  }

  return {
    endpoints: [],
    ports: servers.ports,
    accept: (client, otherwise) => {
      serve(client, otherwise).catch(() => client.socket.destroy())
    },
    checkPlaces: (own) => {
      // The programs of a network of their own have ports of their own.
      if (programs !== undefined) return
      const machine = Object.entries(live.document()?.hosts ?? {}).find(([, { servedBy }]) => servedBy === 'self')
      if (machine !== undefined)
        throw refusal(
          `${machine[0]} has 'servedBy: self', which needs a command in a network of its own. State its ports, such as { 443: ':4009' }.`,
        )
      const server = servers.all().find(({ port }) => own.includes(port))
      if (server !== undefined)
        throw refusal(
          `Port ${server.port}, where ${server.name} leads to, is a port of netbox itself. Use another one for your server.`,
        )
    },
    refresh: async () => {
      const other = servers.all().find(({ port }) => addressing.kind === 'loopback' && !named.has(port))
      if (other !== undefined)
        throw refusal(
          `Port ${other.port}, where ${other.name} leads to, was not named at the start, and netbox calls no other ports of this machine.`,
        )
      const fresh = servers.ports().find((port) => !listened.has(port))
      if (fresh !== undefined)
        throw refusal(`Port ${fresh} led to no server of yours at the start. Restart netbox with a server for it.`)
    },
    close: async () => passing.close(),
  }
}
