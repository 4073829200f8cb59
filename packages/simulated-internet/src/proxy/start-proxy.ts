import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import { BlockList, isIP, isIPv6, type Socket } from 'node:net'
import { type Duplex, pipeline } from 'node:stream'
import { queryDns, type World } from '@netbox/core/dns'
import { isInward, statedNetworksOf } from '@netbox/core/network'
import type { InternetServer, ServerPorts, ServerContext } from '../internet/internet-server.ts'
import { noteRequests } from '../internet/request-log.ts'
import { NETWORKS } from '../namespace/set-up-network.ts'
import { dialWorld } from '../relay/dial-world.ts'
import { fieldsOf, hasStatus } from '../relay/relay-http.ts'
import { join } from '../tcp/join.ts'
import { createConnections, listenAlone } from '../tcp/listen.ts'
import { limitPipelining } from '../tcp/limit-pipelining.ts'
import { readInput } from '../tcp/read-input.ts'
import { addressOfOctets } from '../world-files/octets.ts'
import { askConnection } from '../tcp/ask-connection.ts'
import { portStatesAt } from '../tcp/port-state.ts'
import { worldPortsOf } from '../tcp/world-ports.ts'

/** The destination of a connection through a proxy: a name or an address of the world, and a port. */
interface Target {
  readonly host: string
  readonly port: number
}

// RFC 1928.
const SOCKS_VERSION = 5
const NO_AUTHENTICATION = 0
const NO_METHOD = 0xff
const CONNECT = 1
const COMMAND_NOT_SUPPORTED = 7
const ADDRESS_NOT_SUPPORTED = 8
const KINDS = { four: 1, name: 3, six: 4 } as const
/**
 * Reads the greeting and the request of a SOCKS5 client, and replies to the greeting. Returns the target; undefined if the client wants
 * something other than a connection without a password, after a reply that says so.
 */
const readSocksTarget = async (socket: Socket): Promise<Target | undefined> => {
  const input = readInput(socket, 0)
  const take = async (count: number): Promise<Buffer> => {
    const octets = await input.octets(count)
    if (octets === undefined) throw new Error('The client closed the connection.')
    return Buffer.from(octets, 'latin1')
  }
  const [, methods = 0] = await take(2)
  const offered = await take(methods)
  const isOffered = offered.includes(NO_AUTHENTICATION)
  socket.write(Buffer.of(SOCKS_VERSION, isOffered ? NO_AUTHENTICATION : NO_METHOD))
  if (!isOffered) return undefined
  const refuse = (code: number): undefined =>
    void socket.write(Buffer.of(SOCKS_VERSION, code, 0, KINDS.four, 0, 0, 0, 0, 0, 0))
  const [, command, , kind] = await take(4)
  if (kind !== KINDS.four && kind !== KINDS.name && kind !== KINDS.six) return refuse(ADDRESS_NOT_SUPPORTED)
  const [length = 0] = kind === KINDS.name ? await take(1) : [kind === KINDS.six ? 16 : 4]
  const address = await take(length)
  const port = (await take(2)).readUInt16BE()
  if (command !== CONNECT) return refuse(COMMAND_NOT_SUPPORTED)
  input.giveBack()
  const host =
    kind === KINDS.name ? address.toString('latin1').toLowerCase().replace(/\.$/, '') : addressOfOctets(address)
  return { host, port }
}

/** The outcome of a connection through the proxy: the answer of the world's host. */
type Outcome = 'open' | 'refused' | 'silent' | 'unknown-host' | 'forbidden'

/** The way to a host of the world. An open port of a service has a server on loopback. */
interface Route {
  readonly outcome: Outcome
  readonly server?: { readonly host: string; readonly port: number; readonly speaksHttp: boolean }
}

type FindRoute = (target: Target) => Promise<Route>

const HOST = '127.0.0.1'
const HTTP_PORT = 80
const HIGHEST_PORT = 65_535
const MOST_CONNECTIONS = 1000
const IDLE_TIME = 60_000
const SOCKS_REPLIES: Readonly<Record<Exclude<Outcome, 'silent'>, number>> = {
  open: 0,
  forbidden: 2,
  'unknown-host': 4,
  refused: 5,
}
const STATUS: Readonly<Record<Exclude<Outcome, 'silent' | 'open'>, number>> = {
  forbidden: 403,
  'unknown-host': 502,
  refused: 502,
}

/** Reads a target like `www.shop.example:443` or `[2001:db8::7]:443`; undefined for any other text. */
const readTarget = (text: string, otherwise?: number): Target | undefined => {
  const [, six, name, port] = /^(?:\[([\da-fA-F:.]+)\]|([^:/\s]+))(?::(\d{1,5}))?$/.exec(text) ?? []
  const host = six ?? name
  const number = port === undefined ? otherwise : Number(port)
  return host === undefined || number === undefined || number < 1 || number > HIGHEST_PORT
    ? undefined
    : { host: host.toLowerCase().replace(/\.$/, ''), port: number }
}

/** Returns a function that finds the way to a target, and records in the log of requests why there is none. */
const createRoutes = (context: ServerContext, servers: readonly InternetServer[]): FindRoute => {
  const { live, addressing, addressBook, log, relay, ask } = context
  const ports = worldPortsOf(servers)

  /** The networks of the world, and the addresses that its document lists. */
  const isOfWorld = (world: World, address: string): boolean => {
    const networks = new BlockList()
    for (const network of [...NETWORKS, ...statedNetworksOf(world)]) {
      const [first = '', length] = network.split('/')
      networks.addSubnet(first, Number(length), isIPv6(first) ? 'ipv6' : 'ipv4')
    }
    return networks.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
  }

  const addressIn = (world: World, host: string): string | undefined =>
    isIP(host) === 0 ? queryDns(world, host, 'A', { tries: 1000 }).records[0]?.address : host

  /** Asks for the address of a name, and for the connection to it. */
  const askRoute = (host: string, address: string | undefined, port: number): void => {
    ask?.({
      key: `proxy ${host}`,
      at: `${host} A`,
      answer: (world) => addressIn(world, host) ?? 'unknown-host',
    })
    if (address !== undefined) askConnection(context, { address, names: isIP(host) === 0 ? [host] : [] }, port)
  }

  const find = async ({ host, port }: Target): Promise<Route> => {
    const world = live.now()
    const address = addressIn(world, host)
    askRoute(host, address, port)
    if (address !== undefined && (isInward(address) || (isIP(host) !== 0 && !isOfWorld(world, address))))
      return { outcome: 'forbidden' }
    // No connection leads to port 0.
    if (port === 0) return { outcome: 'refused' }
    if (address === undefined || isIPv6(address)) return { outcome: 'unknown-host' }
    const names = isIP(host) === 0 ? [host] : []
    const [outcome = 'silent'] = portStatesAt(world, names, address, [port])
    const local = addressing.toLocal(address)
    const localPort = ports.get(port)
    if (outcome !== 'open' || local === undefined || localPort === undefined) return { outcome }
    await addressBook.recordAnswer(world, { host, address: local, entry: undefined })
    const speaksHttp = port === HTTP_PORT || relay.ports().includes(port)
    return { outcome, server: { host: local, port: localPort, speaksHttp } }
  }

  return async (target) => {
    const route = await find(target)
    const { outcome } = route
    if (outcome === 'open') return route
    const { host, port } = target
    const answer = outcome === 'refused' ? 'connection refused' : outcome === 'silent' ? 'no answer' : outcome
    noteRequests(log, { protocol: 'proxy', server: host, port })(
      `connection to ${host}:${port}`,
      answer,
      outcome === 'silent' ? 'lost' : 'refused',
    )
    return route
  }
}

/** Connects a client with a host of the world. An open port without a server accepts the connection and sends nothing. */
const tunnel = async (
  client: Duplex,
  { outcome, server }: Route,
  reply: (outcome: Exclude<Outcome, 'silent'>) => void,
): Promise<void> => {
  if (outcome === 'silent') return
  if (server === undefined) {
    reply(outcome)
    client.resume()
    return
  }
  const upstream = await dialWorld({}, server)
  upstream.setTimeout(IDLE_TIME, () => upstream.destroy())
  reply('open')
  join(client, upstream)
}

const serveSocks = async (client: Socket, findRoute: FindRoute): Promise<void> => {
  const target = await readSocksTarget(client)
  if (target === undefined) return void client.destroy()
  await tunnel(client, await findRoute(target), (outcome) => {
    client.write(Buffer.of(SOCKS_VERSION, SOCKS_REPLIES[outcome], 0, KINDS.four, 0, 0, 0, 0, 0, 0))
    if (outcome !== 'open') client.end()
  })
}

const serveConnect = async (client: Duplex, url: string, findRoute: FindRoute): Promise<void> => {
  const target = readTarget(url)
  if (target === undefined) return void client.end('HTTP/1.1 400 Bad Request\r\n\r\n')
  await tunnel(client, await findRoute(target), (outcome) => {
    if (outcome === 'open') client.write('HTTP/1.1 200 Connection established\r\n\r\n')
    else client.end(`HTTP/1.1 ${STATUS[outcome]} ${outcome}\r\nContent-Length: 0\r\n\r\n`)
  })
}

/** Sends a request with a whole URL to its web server, and the response back. */
const forward = async (message: IncomingMessage, response: ServerResponse, findRoute: FindRoute): Promise<void> => {
  const url = URL.canParse(message.url ?? '') ? new URL(message.url ?? '') : undefined
  const target = url?.protocol === 'http:' ? readTarget(url.host, HTTP_PORT) : undefined
  if (url === undefined || target === undefined) return void response.writeHead(400).end()
  const { outcome, server } = await findRoute(target)
  if (outcome === 'silent') return
  if (outcome !== 'open') return void response.writeHead(STATUS[outcome]).end()
  if (server?.speaksHttp !== true) return void response.writeHead(504).end()
  const socket = await dialWorld({}, server)
  const upstream = request({
    createConnection: () => socket,
    method: message.method,
    path: `${url.pathname}${url.search}`,
    headers: [...fieldsOf(message, ['host']), 'Host', url.host],
    timeout: IDLE_TIME,
  })
  upstream.on('response', (answer) => {
    if (!hasStatus(answer)) return void response.writeHead(502).end()
    response.writeHead(answer.statusCode ?? 502, fieldsOf(answer))
    // A response that is cut ends the connection of the client too.
    pipeline(answer, response, () => undefined)
  })
  upstream.on('error', () => response.destroy())
  message.pipe(upstream)
}

const createHttpProxy = (findRoute: FindRoute): Server => {
  const server = createServer()
  limitPipelining(server)
  server.on('connect', (message: IncomingMessage, client: Duplex) => {
    serveConnect(client, message.url ?? '', findRoute).catch(() => client.destroy())
  })
  server.on('request', (message, response) => {
    forward(message, response, findRoute).catch(() => response.destroy())
  })
  return server
}

/**
 * Starts a proxy on 127.0.0.1 for SOCKS5 (RFC 1928) and HTTP, with CONNECT, on one port. It leads every name and address of the world to the
 * servers on loopback, with the ports of the world: programs that use a proxy need no resolver and no other ports. It connects to nothing
 * else.
 */
export const startProxy = async (
  context: ServerContext,
  servers: readonly InternetServer[],
  { proxy = 0 }: ServerPorts,
): Promise<InternetServer> => {
  const findRoute = createRoutes(context, servers)
  const http = createHttpProxy(findRoute)
  const { port, close } = await listenAlone(HOST, proxy, createConnections(MOST_CONNECTIONS, IDLE_TIME), (client) => {
    client.once('data', (first) => {
      client.pause()
      client.unshift(first)
      if (first[0] === SOCKS_VERSION) {
        serveSocks(client, findRoute).catch(() => client.destroy())
        return
      }
      http.emit('connection', client)
      client.resume()
    })
  })
  return { endpoints: [{ protocol: 'proxy', transport: 'tcp', host: HOST, port }], close }
}
