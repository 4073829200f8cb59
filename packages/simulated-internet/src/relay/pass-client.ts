import { once } from 'node:events'
import type { Socket } from 'node:net'
import { webServerOf } from '@netbox/core/web'
import type { ServerContext } from '../internet/internet-server.ts'
import { type Note, noteRequests } from '../internet/request-log.ts'
import { join } from '../tcp/join.ts'
import { acceptTls } from '../tls/accept-tls.ts'
import { askTls } from '../tls/ask-tls.ts'
import { createServerContexts, type ServerContexts, tlsServerOf } from '../tls/server-contexts.ts'
import { dialWorld } from './dial-world.ts'
import { beginsResponse } from './http-framing.ts'
import type { OwnServer } from './maps.ts'
import { passExchanges } from './pass-exchanges.ts'
import { createHttpRelay, type HttpRelay } from './relay-http.ts'

/** A client, the host that it is connected to, and the port of the world. */
export interface RelayClient {
  readonly socket: Socket
  readonly address: string
  /** The names of the address from DNS answers, newest first. */
  readonly names: readonly string[]
  readonly port: number
}

/** A client that wants a name which leads to a server of the user. */
interface NamedClient extends RelayClient {
  readonly name: string
  readonly server: OwnServer
}

/** Passes clients on to the user's own servers. */
export interface Passing {
  readonly pass: (client: NamedClient) => Promise<void>
  readonly close: () => void
}

export const HTTP_PORT = 80
export const HTTPS_PORT = 443
const HANDSHAKE = 22

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

const NO_TRUST =
  'The client left after the TLS handshake and sent nothing: it may not trust the certificate, or accept only certain ones.'

/** Calls a function if a client leaves and neither it nor the server sent an octet. A client that does not trust the certificate does so. */
const onSilentEnd = (secured: Socket, upstream: Socket, ended: () => void): void => {
  let isSilent = true
  secured.once('data', () => (isSilent = false))
  secured.once('close', () => {
    if (isSilent && upstream.bytesRead === 0) ended()
  })
}

/** What all clients share. */
interface Ways {
  readonly context: Omit<ServerContext, 'relay' | 'acme'>
  readonly contextOf: ServerContexts
  readonly http: HttpRelay
}

const noteAt = ({ context }: Ways, { address, port }: RelayClient): Note =>
  noteRequests(context.log, {
    protocol: port === HTTPS_PORT ? 'https' : port === HTTP_PORT ? 'http' : 'tcp',
    server: address,
    port,
  })

/** Connects to a server of the user. If it is down, ends the client's connection as a host that refuses it, and logs the reason. */
const dial = async (ways: Ways, client: NamedClient): Promise<Socket | undefined> => {
  const { name, port, server, socket } = client
  try {
    const upstream = await dialWorld(ways.context, { ownPort: server.port })
    // The connection closes after an error, and so ends the client's connection.
    upstream.on('error', () => undefined)
    socket.once('close', () => upstream.destroy())
    return upstream
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    const text = `connection refused: nothing listens at port ${server.port} of your program (${reason})`
    noteAt(ways, client)(`connection to ${name}:${port}`, text, 'refused')
    socket.resetAndDestroy()
    return undefined
  }
}

/** Passes octets both ways. */
const passTcp = (ways: Ways, client: NamedClient, stream: Socket, upstream: Socket): void => {
  const { name, port, server } = client
  noteAt(ways, client)(`connection to ${name}:${port}`, `passed to port ${server.port} of your program`, 'answered')
  stream.setTimeout(0)
  join(stream, upstream)
}

/** Passes HTTP/2, and logs a server that answers with another protocol. */
const passHttp2 = (ways: Ways, client: NamedClient, stream: Socket, upstream: Socket): void => {
  upstream.once('data', (first: Buffer) => {
    if (!beginsResponse(first)) return
    const text = `Your server at port ${client.server.port} speaks HTTP/1.1, not HTTP/2 without TLS. Leave out 'tls=h2c'.`
    noteAt(ways, client)(`connection to ${client.name}:${client.port}`, text, 'refused')
  })
  passTcp(ways, client, stream, upstream)
}

const passHttp = (ways: Ways, client: NamedClient, stream: Socket, upstream: Socket): void => {
  const { name, port, server, socket } = client
  const { context, http } = ways
  stream.setTimeout(0)
  const scheme = stream === socket ? 'http' : 'https'
  const isUsual = port === (scheme === 'http' ? HTTP_PORT : HTTPS_PORT)
  const relayed = {
    name,
    scheme,
    below: socket,
    origin: `${scheme}://${name}${isUsual ? '' : `:${port}`}`,
    port: server.port,
    upstream,
    dial: async () => dialWorld(context, { ownPort: server.port }),
    note: noteAt(ways, client),
  } as const
  context.ask?.({
    key: `relay ${name} ${port}`,
    at: `${name}:${port}`,
    answer: (world) => context.routes.rulesText(world, name),
  })
  const hasRules = () => context.routes.hasRules(name)
  passExchanges(stream, relayed, hasRules, (held) => http.serve(stream, relayed, held))
  // Reading the host has paused the connection.
  stream.resume()
}

const endTls = async (ways: Ways, client: NamedClient, upstream: Socket): Promise<void> => {
  const since = Date.now()
  const { name, server, socket } = client
  const { live, ask } = ways.context
  const note = noteAt(ways, client)
  const isHttp2 = server.tls === 'h2c'
  await acceptTls(socket, {
    protocols: isHttp2 ? ['h2'] : ['http/1.1', 'http/1.0'],
    contextFor: async () => {
      const world = live.now()
      askTls(ask, `${name}:${client.port}`, (other) => tlsServerOf(other, name))
      const handshake = webServerOf(world, name)?.handshake
      return { secureContext: await ways.contextOf(tlsServerOf(world, name)), ...(handshake && { handshake }) }
    },
    accepted: (secured) => {
      onSilentEnd(secured, upstream, () => note(`TLS ${name}`, NO_TRUST, 'refused', since))
      if (isHttp2) passHttp2(ways, client, secured, upstream)
      else passHttp(ways, client, secured, upstream)
    },
    failed: (reason) => note(`TLS ${name}`, reason, 'refused', since),
  })
}

const pass = async (ways: Ways, client: NamedClient): Promise<void> => {
  const { socket, port, server } = client
  const upstream = await dial(ways, client)
  if (upstream === undefined) return
  if (socket.destroyed) return void upstream.destroy()
  if (server.tls === 'pass') return passTcp(ways, client, socket, upstream)
  if (port === HTTP_PORT && server.tls === undefined) return passHttp(ways, client, socket, upstream)
  if (port !== HTTPS_PORT) {
    if ((await firstOf(socket, upstream)) === 'server') return passTcp(ways, client, socket, upstream)
    const octets = socket.read() as Buffer | null // The cast is safe: a socket without an encoding reads buffers.
    if (octets !== null) socket.unshift(octets)
    if (octets?.[0] !== HANDSHAKE) return passTcp(ways, client, socket, upstream)
  }
  await endTls(ways, client, upstream)
}

/** Creates the ways from clients to the user's own servers: it ends TLS with the certificate of the world, and passes the rest on. */
export const createPassing = (context: Omit<ServerContext, 'relay' | 'acme'>): Passing => {
  const http = createHttpRelay(context.routes.meet)
  const ways: Ways = { context, contextOf: createServerContexts(context), http }
  return { pass: async (client) => pass(ways, client), close: http.close }
}
