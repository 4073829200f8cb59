import { once } from 'node:events'
import type { Socket } from 'node:net'
import { ToolError } from '@netbox/core'
import type { InternetServer, ServerContext } from '../internet/internet-server.ts'
import { noteRequests } from '../internet/request-log.ts'
import { join } from '../tcp/join.ts'
import { peek } from '../tcp/peek.ts'
import { acceptTls } from '../tls/accept-tls.ts'
import { readClientHello } from '../tls/client-hello.ts'
import { createServerContexts, tlsServerOf } from '../tls/server-contexts.ts'
import { webServerOf } from '@netbox/core/web'
import { dialWorld } from './dial-world.ts'
import { findOwnServer, type OwnServer, ownServersIn } from './maps.ts'
import { createRoutes } from '../web/serve-routes.ts'
import { createHttpRelay } from './relay-http.ts'

/** A client, the host that it is connected to, and the port of the world. */
export interface RelayClient {
  readonly socket: Socket
  readonly address: string
  /** The names of the address from DNS answers, newest first. */
  readonly names: readonly string[]
  readonly port: number
}

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

const HTTP_PORT = 80
const HTTPS_PORT = 443
const PEEK_TIME = 10_000
const LONGEST_HEAD = 16_384
const HANDSHAKE = 22

/** Reads the host in the head of an HTTP request. */
const readHost = (octets: Buffer): { readonly host: string | undefined } | 'incomplete' => {
  const head = octets.subarray(0, LONGEST_HEAD).toString('latin1')
  const end = head.indexOf('\r\n\r\n')
  if (end < 0 && octets.length < LONGEST_HEAD) return 'incomplete'
  const [, host] = /\r\nhost:[ \t]*([^\s:]+)/i.exec(head.slice(0, end < 0 ? undefined : end + 2)) ?? []
  return { host: host?.toLowerCase().replace(/\.$/, '') }
}

/** Returns who speaks first: waits until one of two connections has octets to read. */
const firstOf = async (client: Socket, server: Socket): Promise<'client' | 'server'> => {
  const waiting = new AbortController()
  const { signal } = waiting
  const readable = async (socket: Socket): Promise<unknown> => once(socket, 'readable', { signal })
  try {
    return await Promise.race([
      readable(client).then(() => 'client' as const),
      readable(server).then(() => 'server' as const),
    ])
  } finally {
    waiting.abort()
  }
}

const refusal = (message: string): ToolError =>
  new ToolError({ code: 'invalid_input', title: 'Invalid server', message })

/** Creates the relay to the user's own servers: it ends TLS with the certificate of the world, and passes the rest on. */
export const createRelay = (context: Omit<ServerContext, 'relay'>): Relay => {
  const { live, log, addressing, programs } = context
  const contextOf = createServerContexts(context)
  const http = createHttpRelay(createRoutes(context).meet)
  let document = live.document()
  let servers = ownServersIn(document)
  const current = (): typeof servers => {
    if (live.document() === document) return servers
    document = live.document()
    servers = ownServersIn(document)
    return servers
  }
  const all = (): OwnServer[] => [...current().values()].flatMap((ports) => [...ports.values()])
  const named = new Set(all().map(({ port }) => port))
  const ports = (): number[] => [...new Set([...current().values()].flatMap((each) => [...each.keys()]))]
  const listened = new Set(ports())

  const noteAt = ({ address, port }: RelayClient) =>
    noteRequests(log, {
      protocol: port === HTTPS_PORT ? 'https' : port === HTTP_PORT ? 'http' : 'tcp',
      server: address,
      port,
    })

  /** Connects to a server of the user. If it is down, ends the client's connection as a host that refuses it, and logs the reason. */
  const dial = async (client: RelayClient, name: string, server: OwnServer): Promise<Socket | undefined> => {
    try {
      return await dialWorld(context, { ownPort: server.port })
    } catch (error) {
      const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error)
      const text = `connection refused: nothing listens at port ${server.port} of your program (${reason})`
      noteAt(client)(`connection to ${name}:${client.port}`, text, 'refused')
      client.socket.resetAndDestroy()
      return undefined
    }
  }

  const passOctets = (client: RelayClient, name: string, stream: Socket, server: OwnServer, upstream: Socket): void => {
    noteAt(client)(`connection to ${name}:${client.port}`, `passed to port ${server.port} of your program`, 'answered')
    stream.setTimeout(0)
    // Each side may end its direction alone.
    stream.allowHalfOpen = true
    upstream.allowHalfOpen = true
    join(stream, upstream)
  }

  const passHttp = (client: RelayClient, name: string, stream: Socket, server: OwnServer, upstream: Socket): void => {
    stream.setTimeout(0)
    const scheme = stream === client.socket ? 'http' : 'https'
    const isUsual = client.port === (scheme === 'http' ? HTTP_PORT : HTTPS_PORT)
    http.serve(stream, {
      name,
      scheme,
      below: client.socket,
      origin: `${scheme}://${name}${isUsual ? '' : `:${client.port}`}`,
      port: server.port,
      upstream,
      dial: async () => dialWorld(context, { ownPort: server.port }),
      note: noteAt(client),
    })
  }

  const endTls = async (client: RelayClient, name: string, server: OwnServer, upstream: Socket): Promise<void> => {
    const since = Date.now()
    const { socket } = client
    const pass = server.tls === 'h2c' ? passOctets : passHttp
    socket.once('close', () => upstream.destroy())
    await acceptTls(socket, {
      protocols: server.tls === 'h2c' ? ['h2'] : ['http/1.1', 'http/1.0'],
      contextFor: async () => {
        const world = live.now()
        const handshake = webServerOf(world, name)?.handshake
        return { secureContext: await contextOf(tlsServerOf(world, name)), ...(handshake && { handshake }) }
      },
      accepted: (secured) => pass(client, name, secured, server, upstream),
      failed: (reason) => noteAt(client)(`TLS ${name}`, reason, 'refused', since),
    })
  }

  /** Finds the name that the client wants, by what it sends on the ports of web servers, and by its last DNS question on others. */
  const wantedName = async ({ socket, names, port }: RelayClient): Promise<string | undefined> => {
    const said =
      port === HTTPS_PORT
        ? (await peek(socket, readClientHello))?.serverName
        : port === HTTP_PORT
          ? (await peek(socket, readHost))?.host
          : undefined
    const candidates = said === undefined ? names : [said]
    return candidates.find((name) => findOwnServer(current(), name, port) !== undefined)
  }

  const serve = async (client: RelayClient, otherwise: () => void): Promise<void> => {
    const { socket, port } = client
    const deadline = setTimeout(() => socket.destroy(), PEEK_TIME)
    socket.once('close', () => clearTimeout(deadline))
    const name = await wantedName(client)
    clearTimeout(deadline)
    const server = name === undefined ? undefined : findOwnServer(current(), name, port)
    if (socket.destroyed) return
    if (name === undefined || server === undefined) {
      otherwise()
      // Reading the host has paused the connection.
      if (port === HTTP_PORT) socket.resume()
      return
    }
    const upstream = await dial(client, name, server)
    if (upstream === undefined) return
    upstream.on('error', () => socket.destroy())
    if (socket.destroyed) return void upstream.destroy()
    if (server.tls === 'pass') return passOctets(client, name, socket, server, upstream)
    if (port === HTTP_PORT && server.tls === undefined) return passHttp(client, name, socket, server, upstream)
    if (port !== HTTPS_PORT) {
      if ((await firstOf(socket, upstream)) === 'server') return passOctets(client, name, socket, server, upstream)
      const octets = socket.read() as Buffer | null // The cast is safe: a socket without an encoding reads buffers.
      if (octets !== null) socket.unshift(octets)
      if (octets?.[0] !== HANDSHAKE) return passOctets(client, name, socket, server, upstream)
    }
    await endTls(client, name, server, upstream)
  }

  return {
    endpoints: [],
    ports,
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
      const server = all().find(({ port }) => own.includes(port))
      if (server !== undefined)
        throw refusal(
          `Port ${server.port}, where ${server.name} leads to, is a port of netbox itself. Use another one for your server.`,
        )
    },
    refresh: async () => {
      const other = all().find(({ port }) => addressing.kind === 'loopback' && !named.has(port))
      if (other !== undefined)
        throw refusal(
          `Port ${other.port}, where ${other.name} leads to, was not named at the start, and netbox calls no other ports of this machine.`,
        )
      const fresh = ports().find((port) => !listened.has(port))
      if (fresh !== undefined)
        throw refusal(`Port ${fresh} led to no server of yours at the start. Restart netbox with a server for it.`)
    },
    close: async () => http.close(),
  }
}
