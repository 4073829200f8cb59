import { isObject, ToolError, type WorldDocument } from '@netbox/core'
import type { LiveWorld } from '../internet/live-world.ts'

/* The user's own servers, by the names and ports that lead to them: `--map` and `servedBy` in the world document. */

/** The user's own server for a port of a name. */
export interface OwnServer {
  /** The name in the document, such as `api.stripe.com` or `*.amazonaws.com`. */
  readonly name: string
  /** The port of the program. */
  readonly port: number
  /** What happens to TLS: `pass` leaves it to the server, `h2c` ends it and passes HTTP/2 on. By default it ends, and HTTP/1.1 passes. */
  readonly tls: 'pass' | 'h2c' | undefined
}

const HTTP_PORT = 80
const HTTPS_PORT = 443
// The ports of mail servers, and whether TLS begins with the connection.
const MAIL_PORTS = [25, 587, 2525]
const SMTPS_PORT = 465

/** Reads what a document says about a port, in canonical form: `:4009,tls=pass`. */
const ownServer = (name: string, text: string): OwnServer => {
  const [, port, tls] = /^:(\d+)(?:,tls=(pass|h2c))?$/.exec(text) ?? []
  return { name, port: Number(port), tls: tls === 'pass' || tls === 'h2c' ? tls : undefined }
}

type Ports = ReadonlyMap<number, OwnServer>

/** Returns the servers of a host whose other ports belong to the program: `self:8080`. */
const serversOfSelf = (name: string, httpPort: number): Ports =>
  new Map(
    [
      { from: HTTP_PORT, port: httpPort, tls: undefined },
      { from: HTTPS_PORT, port: HTTPS_PORT, tls: 'pass' as const },
      { from: SMTPS_PORT, port: SMTPS_PORT, tls: 'pass' as const },
      ...MAIL_PORTS.map((port) => ({ from: port, port, tls: undefined })),
    ].map(({ from, port, tls }) => [from, { name, port, tls }]),
  )

/** Returns the user's own servers of a document, by name and port. Hosts that are the program's machine itself (`self`) are none of them. */
const ownServersIn = ({ hosts = {} }: WorldDocument = {}): ReadonlyMap<string, Ports> =>
  new Map(
    Object.entries(hosts).flatMap(([name, { servedBy }]): [string, Ports][] => {
      if (servedBy === undefined || servedBy === 'self') return []
      if (typeof servedBy === 'string') return [[name, serversOfSelf(name, Number(servedBy.slice('self:'.length)))]]
      const ports = Object.entries(servedBy).map(([port, text]) => [Number(port), ownServer(name, text)] as const)
      return [[name, new Map(ports)]]
    }),
  )

/** Returns the user's own server for a port of a name: the name's own server, or the server of the nearest wildcard above it. */
const findOwnServer = (servers: ReadonlyMap<string, Ports>, name: string, port: number): OwnServer | undefined => {
  const exact = servers.get(name)
  if (exact !== undefined) return exact.get(port)
  for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
    const above = servers.get(`*${name.slice(dot)}`)
    if (above !== undefined) return above.get(port)
  }
  return undefined
}

/** The user's own servers in the current document. */
export interface CurrentServers {
  readonly find: (name: string, port: number) => OwnServer | undefined
  readonly all: () => readonly OwnServer[]
  /** Returns the ports of the world that lead to them. */
  readonly ports: () => readonly number[]
}

/** Returns the user's own servers of a live world. */
export const followOwnServers = ({ document }: Pick<LiveWorld, 'document'>): CurrentServers => {
  let followed = document()
  let servers = ownServersIn(followed)
  const current = (): typeof servers => {
    if (document() === followed) return servers
    followed = document()
    servers = ownServersIn(followed)
    return servers
  }
  const each = (): Ports[] => [...current().values()]
  return {
    find: (name, port) => findOwnServer(current(), name, port),
    all: () => each().flatMap((ports) => [...ports.values()]),
    ports: () => [...new Set(each().flatMap((ports) => [...ports.keys()]))],
  }
}

const SMTP_PORT = 25

/** Returns the port of the user's own mail server with a name; undefined if the name has a mail server of the world. */
export const ownMailPort = (document: WorldDocument | undefined, name: string): number | undefined =>
  document?.hosts?.[name]?.servedBy === 'self'
    ? SMTP_PORT
    : findOwnServer(ownServersIn(document), name, SMTP_PORT)?.port

const HIGHEST_PORT = 65_535
const FORM = 'NAME[:PORT]=[HOST:]PORT[,tls=pass|h2c]'
// A container that joins the network has the same loopback address.
const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost'])

/** A map of the command line: a port of a name, and what the document says about it. */
interface ReadMap {
  readonly name: string
  readonly port: number
  readonly target: string
}

const invalidMap = (message: string): ToolError =>
  new ToolError({ code: 'invalid_input', title: 'Invalid map', message })

/** Reads a map. Throws a `ToolError` with the reason. */
const readMap = (text: string): ReadMap => {
  const [, name = '', from = String(HTTPS_PORT), host, to = '', tls = ''] =
    /^([^\s=:,]+)(?::(\d{1,5}))?=(?:([^\s=,]*):)?(\d{1,5})((?:,tls=(?:pass|h2c))?)$/.exec(text.trim()) ?? []
  if (name === '') throw invalidMap(`'${text}' is not a map. Expected ${FORM}, such as 'api.stripe.com=:4009'.`)
  const wrong = [from, to].find((port) => Number(port) < 1 || Number(port) > HIGHEST_PORT)
  if (wrong !== undefined) throw invalidMap(`'${wrong}' in '${text}' is not a port. Expected 1 to 65535.`)
  if (host !== undefined && host !== '' && !LOOPBACK.has(host))
    throw invalidMap(
      `'${host}' in '${text}' is no machine that netbox may call: a map leads to 127.0.0.1, where your program is, or a container that joins the network.`,
    )
  return { name: name.toLowerCase().replace(/\.$/, ''), port: Number(from), target: `:${Number(to)}${tls}` }
}

/**
 * Returns a world document with maps of the command line, such as `api.stripe.com=:4009`. Throws a `ToolError` for a text that is no map, and
 * for a port of a name that has a server already. Any other value stays as it is.
 *
 * @example
 * withMaps(undefined, ['api.stripe.com=:4009']) // => { hosts: { 'api.stripe.com': { servedBy: { 443: ':4009' } } } }
 */
export const withMaps = <World>(document: World, maps: readonly string[] = []): World | WorldDocument => {
  if (maps.length === 0 || (document !== undefined && !isObject(document))) return document
  const stated: Readonly<Record<string, unknown>> = document ?? {}
  const hosts: Record<string, unknown> = isObject(stated['hosts']) ? { ...stated['hosts'] } : {}
  for (const text of maps) {
    const { name, port, target } = readMap(text)
    const key = Object.keys(hosts).find((host) => host.toLowerCase() === name) ?? name
    const host = isObject(hosts[key]) ? hosts[key] : {}
    const { servedBy = {} } = host
    const other = isObject(servedBy) ? servedBy[port] : servedBy
    if (other !== undefined && other !== target)
      throw invalidMap(
        `Port ${port} of ${name} has two servers: ${JSON.stringify(other)} and '${target}'.`.replaceAll('"', "'"),
      )
    hosts[key] = { ...host, servedBy: { ...(isObject(servedBy) ? servedBy : {}), [port]: target } }
  }
  // The cast is safe: reading the world checks the document.
  return { ...stated, hosts } as WorldDocument
}
