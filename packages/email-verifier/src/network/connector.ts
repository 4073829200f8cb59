import { connect, isIP } from 'node:net'
import type { Socket } from 'node:net'
import type { Clock, Connector } from '../ports.ts'
import { whyNotGlobalUnicast } from './is-global-unicast.ts'
import { ConnectFailed, ForbiddenAddress } from './network-errors.ts'
import { socketConnection } from './socket-connection.ts'
import { systemClock } from './system-clock.ts'
import { within } from './within.ts'

/** Options for opening connections; the defaults are right for the internet. */
export interface ConnectorOptions {
  /**
   * Lets an address through that is not global unicast, for tests against servers on loopback. An address that it doesn't
   * answer for with true is checked as ever.
   */
  readonly allow?: (address: string) => boolean
  /** How long to wait for an answer, in milliseconds; 10,000 if left out. */
  readonly connectTimeout?: number
  readonly clock?: Clock
}

const check = (address: string, allow: ((address: string) => boolean) | undefined): void => {
  // A name would be looked up again by the system, and might resolve to an unchecked address.
  if (isIP(address) !== 0 && allow?.(address) === true) return
  const why = whyNotGlobalUnicast(address)
  if (why !== undefined) throw new ForbiddenAddress(address, why)
}

const connected = (socket: Socket, address: string, port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const fail = (cause: NodeJS.ErrnoException): void =>
      reject(new ConnectFailed(address, port, cause.code ?? cause.message, { cause }))
    socket.once('error', fail)
    socket.once('connect', () => {
      socket.off('error', fail)
      resolve(socket)
    })
  })

/**
 * Makes a connector over TCP. It connects to the very address that it is given, and only if that is global unicast: it
 * throws `ForbiddenAddress` before a packet is sent, and `ConnectFailed` when nobody answers. STARTTLS encrypts without
 * asking for a valid certificate (RFC 7435): nothing secret is ever sent, and refusing would mean plain text.
 */
export const createConnector = (options: ConnectorOptions = {}): Connector => {
  const { allow, connectTimeout = 10_000, clock = systemClock } = options
  return {
    connect: async ({ address, port, signal }) => {
      signal.throwIfAborted()
      check(address, allow)
      const socket = connect({ host: address, port, noDelay: true, autoSelectFamily: false })
      // An error goes to the waiting caller, if there is one: it must not end the process.
      socket.on('error', () => {})
      const tooLate = (): Error => new ConnectFailed(address, port, 'ETIMEDOUT')
      try {
        await within(connected(socket, address, port), { clock, milliseconds: connectTimeout, signal, tooLate })
        return socketConnection(socket)
      } catch (error) {
        socket.destroy()
        throw error
      }
    },
  }
}
