import { isIP, type Socket } from 'node:net'
import type { SecureContext } from 'node:tls'
import { setTimeout as wait } from 'node:timers/promises'
import { mailHostAt, type World } from '@netbox/core/dns'
import { isLoopback } from '../internet/addressing.ts'
import { openSimulation } from '../internet/open-simulation.ts'
import { createGreylist } from './greylist.ts'
import { mailContextOf } from './mail-contexts.ts'
import { createClientRules } from './mail-rules.ts'
import type { DeliveredMessage } from '../internet/message-store.ts'
import type { MailServerOptions, RefusedRecipient } from './mail-server-options.ts'
import { mailServersOf } from './replies.ts'
import { serveMail } from './serve-mail.ts'
import { createConnections, listenAlone, type BoundServer } from '../tcp/listen.ts'

const SMTP_PORT = 25

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
  /** The certificate authority of the option `tls: 'world'`, which clients must trust. Its key is new for each server, and only in memory. */
  readonly authority?: { readonly pem: string } | undefined
  /** Opens or closes the port to match the host's current state. Call it after you advance the clock past the start or end of a fault. */
  refresh(): Promise<void>
  /** Closes the server and every connection to it. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** Returns the mail servers of a domain in the order in which senders try them. Throws a `RangeError` if there are none. */
export const exchangesOf = (options: MailServerOptions): string[] => {
  const exchanges = mailServersOf(openSimulation(options)(), options.domain)
  if (exchanges.length === 0) throw new RangeError(`'${options.domain}' is not a domain that could have a mail server.`)
  return exchanges
}

const exchangeOf = (options: MailServerOptions): string => {
  const exchanges = exchangesOf(options)
  const { exchange = exchanges[0] } = options
  if (exchange !== undefined && exchanges.includes(exchange)) return exchange
  throw new RangeError(`'${exchange}' is not a mail server of ${options.domain}. It has ${exchanges.join(', ')}.`)
}

/** Creates a listener that opens and closes a port, one operation after the other. */
const createListener = (serve: (socket: Socket) => void, host: string, port: number) => {
  const state: { port: number; listening: BoundServer | undefined; last: Promise<void> } = {
    port,
    listening: undefined,
    last: Promise.resolve(),
  }
  const step = async (isOpen: boolean): Promise<void> => {
    if (isOpen && state.listening === undefined) {
      state.listening = await listenAlone(host, state.port, createConnections(), serve)
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
  return { set, state }
}

/** Creates the certificates of the option `tls`: the given one, or the world's certificates, which the authority signs. */
const createCertificates = async ({ tls }: MailServerOptions) => {
  if (tls !== 'world')
    return { contextOf: async (world: World, host: string) => tls && mailContextOf(world, host, tls) }
  // Loaded on demand, because most tests need no certificates.
  const [{ createAuthority }, { createMailContexts }] = await Promise.all([
    import('../tls/authority.ts'),
    import('./mail-contexts.ts'),
  ])
  const authority = createAuthority()
  return {
    authority: { pem: authority.pem },
    // Clients compare the dates of certificates with the machine's clock.
    contextOf: async (world: World, host: string) =>
      createMailContexts(authority, () => Date.now() - world.at)(world, [host]),
  }
}

/** Creates the function that serves a client as the mail server of the world does. */
const createService = (
  open: () => World,
  exchange: string,
  { latency, silence, clock }: MailServerOptions,
  contextOf: (world: World, host: string) => Promise<SecureContext | undefined>,
) => {
  const [messages, refusals, greylist] = [[] as DeliveredMessage[], [] as RefusedRecipient[], createGreylist()]
  const counts = new Map<string, number>()
  const isDown = (): boolean => {
    const { answer } = mailHostAt(open(), exchange)
    return answer === 'refused' || (answer === 'silent' && silence !== 'hang')
  }
  const greet = async (): Promise<void> => {
    const { answers, greetingTime } = mailHostAt(open(), exchange)
    // A silent host sends no greeting, so the connection waits until one side closes it.
    if (!answers) return new Promise(() => undefined)
    if (latency === 'world') await (clock?.wait === undefined ? wait(greetingTime) : clock.wait(greetingTime))
  }
  const serve = async (socket: Socket): Promise<void> => {
    const secureContext = await contextOf(open(), exchange)
    if (!socket.destroyed)
      serveMail(socket, {
        world: open,
        time: () => open().at,
        names: [exchange],
        port: SMTP_PORT,
        greylist,
        rules: createClientRules(open, () => open().at, counts),
        secureContext,
        hasUsers: false,
        greet,
        keep: ({ from, to, text, at }) => void messages.push({ from, to, text, at }),
        refused: (recipient) => void refusals.push(recipient),
        note: () => undefined,
      })
  }
  return {
    messages,
    refusals,
    isDown,
    serve: (socket: Socket): void => {
      // The host may have gone down after the last `refresh`.
      if (isDown()) socket.resetAndDestroy()
      else serve(socket).catch(() => socket.destroy())
    },
  }
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
  const { host = '127.0.0.1', port = 0 } = options
  if (isIP(host) === 0 || !isLoopback(host))
    throw new RangeError(`A simulated mail server listens only on loopback: '${host}' is not a loopback address.`)
  const exchange = exchangeOf(options)
  const { contextOf, authority } = await createCertificates(options)
  const service = createService(openSimulation(options), exchange, options, contextOf)
  const listener = createListener(service.serve, host, port)
  // Opens the port even if the host is down, to find a free one. `refresh` then closes it.
  await listener.set(() => true)
  const server = { closed: false }
  const refresh = async (): Promise<void> => listener.set(() => !server.closed && !service.isDown())
  await refresh()
  const close = async (): Promise<void> => {
    server.closed = true
    await listener.set(() => false)
  }
  return {
    exchange,
    host,
    port: listener.state.port,
    messages: service.messages,
    refusals: service.refusals,
    authority,
    refresh,
    close,
    [Symbol.asyncDispose]: close,
  }
}
