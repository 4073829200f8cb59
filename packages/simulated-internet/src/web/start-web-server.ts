import type { Socket } from 'node:net'
import { mtaStsFileOf, type World } from '@netbox/core/dns'
import { reverseDnsOf } from '@netbox/core/network'
import { type WebServer, webResponseOf, webServerOf } from '@netbox/core/web'
import type { InternetServer, ServerPorts, ServerContext } from '../internet/internet-server.ts'
import { type Note, noteRequests } from '../internet/request-log.ts'
import { type CalledHost, listenEverywhere } from '../tcp/listen-everywhere.ts'
import { isRegistryHost } from '../tcp/port-state.ts'
import { acceptTls } from '../tls/accept-tls.ts'
import { createServerContexts } from '../tls/server-contexts.ts'
import { closing, createHttpResponder, notAllowed, type PageRequest } from './http-responder.ts'
import { registryPage } from './rdap.ts'
import { type Page, summaryOf } from './send-page.ts'
import { createRoutes } from './serve-routes.ts'

const HTTP_PORT = 80
const HTTPS_PORT = 443

/** A connection to a web server. */
interface Connection extends CalledHost {
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

const hostNamed = (world: World, wanted: string | undefined, host: CalledHost): string | undefined =>
  wanted !== undefined && webServerOf(world, wanted) !== undefined ? wanted : defaultName(world, host)

const html = (text: string): string => text.replaceAll(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

const MTA_STS_HOST = 'mta-sts.'
const MTA_STS_PATH = '/.well-known/mta-sts.txt'

/** Returns the MTA-STS policy of a domain if a request has the host and path that senders use (RFC 8461, section 3.3). */
const policyAt = (world: World, name: string, path: string): string | undefined =>
  path === MTA_STS_PATH && name.startsWith(MTA_STS_HOST)
    ? mtaStsFileOf(world, name.slice(MTA_STS_HOST.length))
    : undefined

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
  const { live, log } = context
  const contextOf = createServerContexts(context)
  const connections = new WeakMap<Socket, Connection>()

  const noteAt = ({ scheme, address }: Pick<Connection, 'scheme' | 'address'>): Note =>
    noteRequests(log, { protocol: scheme, server: address, port: scheme === 'https' ? HTTPS_PORT : HTTP_PORT })

  const routes = createRoutes(context)

  const usualPage = (world: World, name: string, scheme: 'http' | 'https', { method, path }: PageRequest): Page => {
    if (method !== 'GET' && method !== 'HEAD') return closing(notAllowed(['GET', 'HEAD']))
    return scheme === 'https' && isRegistryHost(name) ? registryPage(world, path) : pageOf(world, name, scheme, path)
  }

  const answer = (request: PageRequest, connection: Connection, name: string | undefined): Page | Promise<Page> => {
    const world = live.now()
    if (isMisdirected(world, request.host, connection.serverName)) return MISDIRECTED
    if (name === undefined) return { status: 404, headers: [], body: '' }
    const { scheme } = connection
    return routes.pageFor({ ...request, name, scheme }, () => usualPage(world, name, scheme, request))
  }

  const responder = createHttpResponder(async (request: PageRequest): Promise<Page> => {
    const { socket, method, path, host } = request
    const connection = connections.get(socket)
    if (connection === undefined) return { status: 404, headers: [], body: '' }
    const since = Date.now() - connection.handshake
    connection.handshake = 0
    const name = hostNamed(live.now(), host ?? connection.serverName, connection)
    const page = await answer(request, connection, name)
    const question = `${method} ${connection.scheme}://${name ?? connection.address}${path}`
    noteAt(connection)(question, ...summaryOf(page), since)
    return page
  })

  const settingsFor = (world: World, wanted: string | undefined, host: CalledHost): WebServer | undefined => {
    const name = hostNamed(world, wanted, host)
    return name === undefined ? undefined : webServerOf(world, name)
  }

  const serveHttps = (socket: Socket, host: CalledHost): void => {
    const since = Date.now()
    const served = acceptTls(socket, {
      protocols: ['http/1.1', 'http/1.0'],
      contextFor: async ({ serverName }) => {
        const world = live.now()
        const settings = settingsFor(world, serverName, host)
        if (settings === undefined) return undefined
        return { secureContext: await contextOf(settings), handshake: settings.handshake }
      },
      accepted: (secured, { serverName }) => {
        connections.set(secured, { ...host, scheme: 'https', serverName, handshake: Date.now() - since })
        responder.serve(secured, socket)
      },
      failed: (reason, hello) =>
        noteAt({ ...host, scheme: 'https' })(`TLS ${hello?.serverName ?? host.address}`, reason, 'refused', since),
    })
    served.catch(() => socket.destroy())
  }

  const serveHttp = (socket: Socket, host: CalledHost): void => {
    connections.set(socket, { ...host, scheme: 'http', serverName: undefined, handshake: 0 })
    responder.serve(socket)
  }

  const { endpoints, close } = await listenEverywhere(context, [
    { protocol: 'http', port: HTTP_PORT, loopbackPort: http, serve: serveHttp },
    { protocol: 'https', port: HTTPS_PORT, loopbackPort: https, serve: serveHttps },
  ])
  return {
    endpoints,
    close: async () => {
      responder.close()
      await close()
    },
  }
}
