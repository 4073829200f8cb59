import type { Socket } from 'node:net'
import { isEncryptionBlocked, mtaStsFileOf, type World } from '@netbox/core/dns'
import { METADATA_ADDRESSES, METADATA_HOST, reverseDnsOf } from '@netbox/core/network'
import { type WebServer, webResponseOf, webServerOf } from '@netbox/core/web'
import { resolverCalled, resolverTls } from '../dns-server/encrypted-resolvers.ts'
import type { InternetServer, ServerPorts, ServerContext } from '../internet/internet-server.ts'
import { type Note, noteRequests } from '../internet/request-log.ts'
import { type CalledHost, listenEverywhere, type TcpService } from '../tcp/listen-everywhere.ts'
import { isRegistryHost } from '../tcp/port-state.ts'
import { acceptTls } from '../tls/accept-tls.ts'
import { askTls } from '../tls/ask-tls.ts'
import { createServerContexts } from '../tls/server-contexts.ts'
import { createDnsOverHttps, type DohRequest, isDohPath } from './dns-over-https.ts'
import { serveHttp2 } from './serve-http2.ts'
import { closing, createHttpResponder, notAllowed, type PageRequest, timeoutPage } from './http-responder.ts'
import { registryPage } from './rdap.ts'
import { type Page, pageText, summaryOf } from './send-page.ts'
import { otherWorld, type Seen, withoutBody } from './serve-routes.ts'

const HTTP_PORT = 80
const HTTPS_PORT = 443
// Clients test old versions of TLS at these ports, which badssl.com has. In the world of a program, all web servers have them.
const PORTS_OF_VERSIONS = { 1010: 'TLSv1.0', 1011: 'TLSv1.1', 1012: 'TLSv1.2' }

/** A connection to a web server. */
interface Connection extends CalledHost {
  readonly port: number
  readonly scheme: 'http' | 'https'
  readonly serverName: string | undefined
  /** The duration of the TLS handshake, in milliseconds. It counts as waiting time of the first request. */
  handshake: number
}

/** Returns the server name to use if a client requests no name, or a name that the world does not have. */
const defaultName = (world: World, { address, names }: CalledHost): string | undefined => {
  const candidates = [...names, reverseDnsOf(world, address)?.hostname ?? '']
  return candidates.find((name) => webServerOf(world, name) !== undefined)
}

const hostNamed = (world: World, wanted: string | undefined, host: CalledHost): string | undefined => {
  // Clients that an answer or a redirect led there name another host.
  if (METADATA_ADDRESSES.includes(host.address)) return METADATA_HOST
  return wanted !== undefined && webServerOf(world, wanted) !== undefined ? wanted : defaultName(world, host)
}

const html = (text: string): string => text.replaceAll(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

const MTA_STS_HOST = 'mta-sts.'
const MTA_STS_PATH = '/.well-known/mta-sts.txt'

/** Returns the MTA-STS policy of a domain if a request has the host and path that senders use (RFC 8461, section 3.3). */
const policyAt = (world: World, name: string, path: string): string | undefined =>
  path === MTA_STS_PATH && name.startsWith(MTA_STS_HOST)
    ? mtaStsFileOf(world, name.slice(MTA_STS_HOST.length))
    : undefined

/** Replaces the page of an authority or a resolver in comparisons: a request would have effects, and netbox compares the questions behind it. */
const SAME: Page = { status: 200, headers: [], body: '' }

const MISDIRECTED: Page = { status: 421, headers: [], body: '' }

/** Returns whether a certificate covers a host name (RFC 6125, section 6.4.3). */
const covers = (names: readonly string[], host: string): boolean =>
  names.some((name) => name === host || (name.startsWith('*.') && name.slice(1) === host.slice(host.indexOf('.'))))

/** Returns whether a request on a TLS connection is for a host that its certificate does not cover (RFC 9110, section 15.5.20). */
const isMisdirected = (world: World, host: string | undefined, serverName: string | undefined): boolean => {
  if (host === undefined || serverName === undefined || host === serverName) return false
  return !covers(webServerOf(world, serverName)?.certificate?.names ?? [], host)
}

const PATHS: ReadonlySet<string> = new Set(['/', '/robots.txt', '/favicon.ico'])

/** Returns the content of the paths that every web server has. */
const contentAt = (name: string, path: string): { readonly type: string; readonly body: string } => {
  if (path === '/robots.txt') return { type: 'text/plain', body: 'User-agent: *\nDisallow:\n' }
  if (path === '/favicon.ico')
    return { type: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>\n' }
  const text = `${html(name)} is a host of a simulated internet (netbox).`
  return { type: 'text/html; charset=utf-8', body: `<!doctype html>\n<title>${html(name)}</title>\n<p>${text}</p>\n` }
}

const pageOf = (world: World, name: string, scheme: 'http' | 'https', path: string): Page => {
  const policy = scheme === 'https' ? policyAt(world, name, path) : undefined
  if (policy !== undefined)
    return { status: 200, headers: [{ name: 'Content-Type', value: 'text/plain' }], body: policy }
  const response = webResponseOf(world, name, scheme, path)
  if (response === undefined) return { status: 404, headers: [], body: '' }
  const { status, headers } = response
  if (status !== 200) return { status, headers, body: '' }
  const [file = ''] = path.split('?')
  if (!PATHS.has(file)) return { status: 404, headers, body: '' }
  const { type, body } = contentAt(name, file)
  return { status, headers: [...headers, { name: 'Content-Type', value: type }], body }
}

/** Starts the web servers of all hosts, for HTTP and HTTPS. Each server name has its own certificate. */
export const startWebServer = async (
  context: ServerContext,
  { http = 0, https = 0 }: ServerPorts,
): Promise<InternetServer> => {
  const { live, log, routes, acme, ask, addressing } = context
  const contextOf = createServerContexts(context)
  const dnsOverHttps = createDnsOverHttps(context)
  const connections = new WeakMap<Socket, Connection>()

  const noteAt = ({ scheme, address, port }: Pick<Connection, 'scheme' | 'address' | 'port'>): Note =>
    noteRequests(log, { protocol: scheme, server: address, port })

  const usualPage = (
    world: World,
    name: string,
    scheme: 'http' | 'https',
    { method, path }: Pick<PageRequest, 'method' | 'path'>,
  ): Page => {
    if (method !== 'GET' && method !== 'HEAD') return closing(notAllowed(['GET', 'HEAD']))
    if (scheme !== 'https' || !isRegistryHost(name)) return pageOf(world, name, scheme, path)
    return registryPage(world, path, addressing.answers)
  }

  const pageIn = async (
    seen: Seen,
    request: PageRequest,
    connection: Connection,
    ownPage: (name: string) => Page | Promise<Page>,
  ): Promise<Page> => {
    const { world } = seen
    const { scheme, serverName } = connection
    const name = hostNamed(world, request.host ?? serverName, connection)
    if (isMisdirected(world, request.host, serverName)) return MISDIRECTED
    const isResolver =
      scheme === 'https' && isDohPath(request.path) && resolverCalled(world, connection, request.host) !== undefined
    if (name === undefined) return isResolver ? ownPage(connection.address) : { status: 404, headers: [], body: '' }
    const usual = () =>
      isResolver || (scheme === 'https' && acme.serves(name)) ? ownPage(name) : usualPage(world, name, scheme, request)
    return routes.pageFor({ ...request, name, scheme }, usual, seen)
  }

  const responder = createHttpResponder(async (request: PageRequest): Promise<Page> => {
    const { socket, method, path, host } = request
    const connection = connections.get(socket)
    if (connection === undefined) return { status: 404, headers: [], body: '' }
    const since = Date.now() - connection.handshake
    connection.handshake = 0
    const name = hostNamed(live.now(), host ?? connection.serverName, connection)
    const question = `${method} ${connection.scheme}://${name ?? connection.address}${path}`
    ask?.({
      key: `${question} ${connection.port}`,
      at: `${name ?? connection.address}:${connection.port}`,
      answer: async (world) =>
        pageText(await pageIn(otherWorld(world), withoutBody(request), connection, () => SAME), request),
    })
    const server = isDohPath(path) ? resolverCalled(live.now(), connection, host) : undefined
    const usual = async (at: string) =>
      server === undefined
        ? acme.pageFor(at, request)
        : dnsOverHttps({ ...request, headers: request.message.headers }, server)
    const found = await pageIn(routes.seen(), request, connection, usual).catch(timeoutPage)
    const page = await acme.withNonce(name, found)
    noteAt(connection)(question, ...summaryOf(page), since)
    return page
  })

  const settingsFor = (
    world: World,
    wanted: string | undefined,
    host: CalledHost,
  ): Omit<WebServer, 'headers'> | undefined => {
    const name = hostNamed(world, wanted, host)
    const resolver = resolverCalled(world, host, wanted)
    if (resolver !== undefined && (resolver === host.address || isEncryptionBlocked(world, 'doh', resolver)))
      return resolverTls(world, 'doh', resolver, name)
    return name === undefined ? undefined : webServerOf(world, name)
  }

  /** Returns the page for a request over HTTP/2, which only resolvers offer. Routes and rules of the document apply to HTTP/1.1 only. */
  const pageOverHttp2 = async (request: DohRequest, wanted: string | undefined, host: CalledHost): Promise<Page> => {
    const since = Date.now()
    const world = live.now()
    const name = hostNamed(world, wanted, host)
    const server = resolverCalled(world, host, wanted)
    const page =
      server !== undefined && isDohPath(request.path)
        ? await dnsOverHttps(request, server)
        : name === undefined
          ? { status: 404, headers: [], body: '' }
          : usualPage(world, name, 'https', request)
    const question = `${request.method} https://${name ?? host.address}${request.path}`
    noteAt({ ...host, port: HTTPS_PORT, scheme: 'https' })(question, ...summaryOf(page), since)
    return page
  }

  const serveTls = (socket: Socket, host: CalledHost, port: number, version?: string): void => {
    const since = Date.now()
    const isResolver = resolverCalled(live.now(), host, undefined) !== undefined
    const served = acceptTls(socket, {
      protocols: [...(isResolver ? ['h2'] : []), 'http/1.1', 'http/1.0'],
      contextFor: async ({ serverName }) => {
        const offeredIn = (world: World): Omit<WebServer, 'headers'> | undefined => {
          const settings = settingsFor(world, serverName, host)
          return settings === undefined || version === undefined ? settings : { ...settings, protocols: [version] }
        }
        askTls(ask, `${serverName ?? host.names[0] ?? host.address}:${port}`, offeredIn)
        const offered = offeredIn(live.now())
        return offered && { secureContext: await contextOf(offered), handshake: offered.handshake }
      },
      accepted: (secured, { serverName }) => {
        connections.set(secured, { ...host, port, scheme: 'https', serverName, handshake: Date.now() - since })
        if (secured.alpnProtocol === 'h2')
          serveHttp2(secured, async (request, name) => pageOverHttp2(request, name, host))
        else responder.serve(secured, socket)
      },
      failed: (reason, hello) =>
        noteAt({ ...host, port, scheme: 'https' })(
          `TLS ${hello?.serverName ?? host.address}`,
          reason,
          'refused',
          since,
        ),
    })
    served.catch(() => socket.destroy())
  }

  const serveHttp = (socket: Socket, host: CalledHost): void => {
    connections.set(socket, { ...host, port: HTTP_PORT, scheme: 'http', serverName: undefined, handshake: 0 })
    responder.serve(socket)
  }

  const versions = context.addressing.kind === 'namespace' ? Object.entries(PORTS_OF_VERSIONS) : []
  const { endpoints, close } = await listenEverywhere(context, [
    { protocol: 'http', port: HTTP_PORT, loopbackPort: http, serve: serveHttp },
    {
      protocol: 'https',
      port: HTTPS_PORT,
      loopbackPort: https,
      serve: (socket, host) => serveTls(socket, host, HTTPS_PORT),
    },
    ...versions.map(([number, version]): TcpService => {
      const port = Number(number)
      return {
        protocol: 'https',
        port,
        loopbackPort: 0,
        serve: (socket, host) => serveTls(socket, host, port, version),
      }
    }),
  ])
  return {
    endpoints,
    close: async () => {
      responder.close()
      await close()
    },
  }
}
