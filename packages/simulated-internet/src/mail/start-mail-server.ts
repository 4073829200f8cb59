import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { queryDns } from '@netbox/core/dns'
import type { SMTPServer } from 'smtp-server'
import { openSimulation } from '../open-simulation.ts'
import type { DeliveredMessage, MailServerOptions, RefusedRecipient } from './mail-server-options.ts'
import { createMailBackend, type MailBackend } from './smtp-session.ts'

/** A mail server of the simulated internet, on loopback. */
export interface MailServer {
  /** The name of the simulated mail server. */
  readonly exchange: string
  readonly host: string
  /** The port, which stays the same while the server opens and closes. */
  readonly port: number
  /** Delivered messages, oldest first. */
  readonly messages: readonly DeliveredMessage[]
  /** Refused recipients, oldest first. */
  readonly refusals: readonly RefusedRecipient[]
  /** Opens or closes the port to match the host's current state. Call it after you advance the clock past the start or end of a fault. */
  refresh(): Promise<void>
  /** Closes the server and every connection to it. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

const isLoopback = (host: string): boolean => host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host)

/** A port on which a server listens until it is closed. */
interface Listening {
  readonly port: number
  close(): Promise<void>
}

const listen = async (server: SMTPServer, host: string, port: number, isDown: () => boolean): Promise<Listening> => {
  const sockets = new Set<Socket>()
  // Runs before smtp-server's own listener. Resets the connection if the host went down after the last `refresh`.
  server.server.prependListener('connection', (socket: Socket) => {
    if (isDown()) socket.resetAndDestroy()
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  // Ignores errors, because they come from clients that break the connection.
  server.on('error', () => undefined)
  server.listen(port, host)
  await once(server.server, 'listening')
  return {
    port: (server.server.address() as AddressInfo).port, // The cast is safe: a server on a port has an address of this type.
    close: async () => {
      const closed = new Promise<void>((resolve) => {
        server.close(resolve)
      })
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

/** Returns the mail servers of a domain in the order in which senders try them. Throws a `RangeError` if there are none. */
export const exchangesOf = (options: MailServerOptions): string[] => {
  // Reads the zone's records without validation and with enough tries, so that DNS faults don't matter.
  const { records } = queryDns(openSimulation(options)(), options.domain, 'MX', { validates: false, tries: 1000 })
  if (records.length === 0) throw new RangeError(`'${options.domain}' is not a domain that could have a mail server.`)
  return records.map(({ exchange }) => exchange)
}

const exchangeOf = (options: MailServerOptions): string => {
  const exchanges = exchangesOf(options)
  const { exchange = exchanges[0] } = options
  if (exchange !== undefined && exchanges.includes(exchange)) return exchange
  throw new RangeError(`'${exchange}' is not a mail server of ${options.domain}. It has ${exchanges.join(', ')}.`)
}

/** Creates a listener that opens and closes a port, one operation after the other. */
const createListener = (backend: MailBackend, host: string, port: number, hangs: boolean) => {
  const isDown = () => {
    const { answer } = backend.now()
    return answer === 'refused' || (answer === 'silent' && !hangs)
  }
  const state: { port: number; listening: Listening | undefined; last: Promise<void> } = {
    port,
    listening: undefined,
    last: Promise.resolve(),
  }
  const step = async (isOpen: boolean): Promise<void> => {
    if (isOpen && state.listening === undefined) {
      state.listening = await listen(backend.makeServer(), host, state.port, isDown)
      state.port = state.listening.port
    } else if (!isOpen) {
      const { listening } = state
      state.listening = undefined
      await listening?.close()
    }
  }
  /** Opens or closes the port after the previous operation has ended, even if that failed. */
  const set = async (wanted: () => boolean): Promise<void> => {
    const mine = Promise.allSettled([state.last]).then(async () => step(wanted()))
    state.last = mine
    return mine
  }
  return { isDown, set, state }
}

/**
 * Starts a mail server on loopback that answers like the simulated mail server. It accepts mail for mailboxes that `email-validation`
 * finds, and refuses other mailboxes and domains. It may greylist unknown senders, and refuses connections while it is down. It stores
 * delivered messages. Rejects with a `RangeError` for an address outside loopback, an unknown domain or an unknown mail server, and with
 * core's `ToolError` for invalid world options.
 *
 * @example
 * const server = await startMailServer({ domain: 'mail.example', seed: 'k3f9', scenario: 'healthy' })
 * server.exchange // => 'mx1.mail.example'
 * server.messages // => []
 * await server.close()
 */
export const startMailServer = async (options: MailServerOptions): Promise<MailServer> => {
  const { host = '127.0.0.1', port = 0, silence = 'refuse' } = options
  if (!isLoopback(host))
    throw new RangeError(`A simulated mail server listens only on loopback: '${host}' is not a loopback address.`)
  const exchange = exchangeOf(options)
  const backend = createMailBackend(openSimulation(options), exchange, options)
  const listener = createListener(backend, host, port, silence === 'hang')
  // Opens the port even if the host is down, to find a free one. `refresh` then closes it.
  await listener.set(() => true)
  const server = { closed: false }
  const refresh = async (): Promise<void> => listener.set(() => !server.closed && !listener.isDown())
  await refresh()
  const close = async (): Promise<void> => {
    server.closed = true
    await listener.set(() => false)
  }
  return {
    exchange,
    host,
    port: listener.state.port,
    messages: backend.messages,
    refusals: backend.refusals,
    refresh,
    close,
    [Symbol.asyncDispose]: close,
  }
}
