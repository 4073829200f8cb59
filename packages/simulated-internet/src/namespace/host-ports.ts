import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { connect, Socket } from 'node:net'
import { isObject, ToolError, type WorldDocument } from '@netbox/core'
import type { Note } from '../internet/request-log.ts'
import { join } from '../tcp/join.ts'

/*
 * Holes: ports of the machine that programs in a network of their own may reach, each named on the command line. A process inside the
 * namespaces accepts a connection and passes its socket to the process outside, which checks its own list and connects to loopback.
 */

/** A port of the machine that programs reach at the name `host.netbox.internal`, and at another name if there is one. */
export interface HostPort {
  readonly port: number
  readonly name?: string | undefined
}

/** The address and the name of the machine in the world. */
export const MACHINE = { address: '192.0.2.3', name: 'host.netbox.internal' } as const

// At the machine's address, the services of the world are closed.
const WORLD_SERVICES = [21, 22, 25, 80, 110, 143, 443, 465, 587, 993, 995, 2525, 3306]
const HIGHEST_PORT = 65_535

const invalid = (message: string): ToolError =>
  new ToolError({ code: 'invalid_input', title: 'Invalid port of the machine', message })

/** Reads a port of the machine: `5432`, or `5432:db.shop.example`. Throws a `ToolError` with the reason. */
export const readHostPort = (text: string): HostPort => {
  const [, digits, name] = /^(\d{1,5})(?::([a-z\d-]+(?:\.[a-z\d-]+)+))?$/i.exec(text.trim()) ?? []
  const port = Number(digits)
  if (digits === undefined || port < 1 || port > HIGHEST_PORT)
    throw invalid(
      `'${text}' is not a port of this machine. Expected PORT[:NAME], such as 5432 or 5432:db.shop.example.`,
    )
  return { port, name: name?.toLowerCase() }
}

/** Returns a world document with the names of the machine. Throws a `ToolError` if the document has other addresses for one. */
export const withHostPorts = <World>(document: World, hostPorts: readonly HostPort[] = []): World | WorldDocument => {
  if (hostPorts.length === 0 || (document !== undefined && !isObject(document))) return document
  const { domains, hosts, ...others }: Readonly<Record<string, unknown>> = document ?? {}
  const stated: Record<'domains' | 'hosts', Record<string, unknown>> = {
    domains: isObject(domains) ? { ...domains } : {},
    hosts: isObject(hosts) ? { ...hosts } : {},
  }
  const A = [MACHINE.address]
  const ports = Object.fromEntries<string>([
    ...WORLD_SERVICES.map((port) => [port, 'refused'] as const),
    ...hostPorts.map(({ port }) => [port, 'open'] as const),
  ])
  for (const name of new Set([MACHINE.name, ...hostPorts.flatMap((hostPort) => hostPort.name ?? [])])) {
    const own = [{ records: { A } }, { ports }] as const
    for (const [index, before] of [stated.domains[name], stated.hosts[name]].entries())
      if (before !== undefined && JSON.stringify(before) !== JSON.stringify(own[index]))
        throw invalid(`${name} leads to this machine, but the world file says something else about it.`)
    ;[stated.domains[name], stated.hosts[name]] = own
  }
  // The cast is safe: reading the world checks the document.
  return { ...others, ...stated } as WorldDocument
}

/** A message about a connection, from inside the namespaces with its socket, and from outside at its end. */
export type HoleMessage =
  | { readonly kind: 'hole'; readonly id: number; readonly port: number }
  | { readonly kind: 'hole-ended'; readonly id: number; readonly answer: string; readonly isRefused: boolean }

export const isHoleMessage = (message: unknown): message is HoleMessage =>
  isObject(message) && (message['kind'] === 'hole' || message['kind'] === 'hole-ended')

/** The ports of the machine inside the namespaces. */
export interface Holes {
  readonly hostPorts: readonly HostPort[]
  /** Passes a connection that nobody has read from to the process outside. */
  readonly open: (socket: Socket, port: number, note: Note) => void
}

/** Passes connections from inside the namespaces to the process outside, and logs how they end. */
export const passToMachine = (hostPorts: readonly HostPort[]): Holes => {
  const open = new Map<number, { readonly port: number; readonly note: Note; readonly since: number }>()
  let last = 0
  process.on('message', (message) => {
    if (!isHoleMessage(message) || message.kind !== 'hole-ended') return
    const ended = open.get(message.id)
    open.delete(message.id)
    const question = `connection to port ${ended?.port} of this machine`
    ended?.note(question, message.answer, message.isRefused ? 'refused' : 'answered', ended.since)
  })
  return {
    hostPorts,
    open: (socket, port, note) => {
      const id = ++last
      open.set(id, { port, note, since: Date.now() })
      const message: HoleMessage = { kind: 'hole', id, port }
      process.send?.(message, socket)
    },
  }
}

/** Connects the sockets that the process inside passes with ports of the machine, if they are in the list. */
export const serveHoles = (child: ChildProcess, hostPorts: readonly HostPort[]): void => {
  const connectTo = async (socket: Socket, { id, port }: Extract<HoleMessage, { kind: 'hole' }>): Promise<void> => {
    const end = (answer: string, isRefused: boolean): void => {
      const message: HoleMessage = { kind: 'hole-ended', id, answer, isRefused }
      if (child.connected) child.send(message)
    }
    if (!hostPorts.some((hostPort) => hostPort.port === port)) return void socket.destroy()
    const machine = connect({ host: '127.0.0.1', port, noDelay: true })
    try {
      await once(machine, 'connect')
    } catch {
      socket.resetAndDestroy()
      return end('connection refused: nothing listens there', true)
    }
    machine.once('close', () => end(`bytes: ${machine.bytesWritten} out, ${machine.bytesRead} back`, false))
    join(socket, machine)
  }
  child.on('message', (message, handle) => {
    if (isHoleMessage(message) && message.kind === 'hole' && handle instanceof Socket)
      connectTo(handle, message).catch(() => handle.destroy())
  })
}
