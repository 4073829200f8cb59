import { connect, isIP } from 'node:net'
import type { Socket } from 'node:net'
import { systemClock } from '@netbox/core'
import type { Clock, Connector } from '../ports.ts'
import { whyNotGlobalUnicast } from './is-global-unicast.ts'
import { ConnectFailed, ForbiddenAddress } from './network-errors.ts'
import { socketConnection } from './socket-connection.ts'
import { within } from './within.ts'

/** Options for opening connections; the defaults are suitable for the internet. */
export interface ConnectorOptions {
  /** Allows an address that is not global unicast, for tests against servers on loopback. All other addresses are still checked. */
  readonly allow?: (address: string) => boolean
  /** The connection timeout, in milliseconds; default 10,000. */
  readonly connectTimeout?: number
  readonly clock?: Clock
}

const check = (address: string, allow: ((address: string) => boolean) | undefined): void => {
  // The system would look up a name again, possibly with an unchecked address.
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
 * Creates a TCP connector. It connects only to the given address, and only if that is global unicast; otherwise it throws
 * `ForbiddenAddress` before it sends a packet. It throws `ConnectFailed` if there is no answer. STARTTLS accepts any certificate (RFC
 * 7435), because nothing secret is sent, and the alternative would be plain text.
 */
export const createConnector = (options: ConnectorOptions = {}): Connector => {
  const { allow, connectTimeout = 10_000, clock = systemClock } = options
  return {
    connect: async ({ address, port, signal }) => {
      signal.throwIfAborted()
      check(address, allow)
      const socket = connect({ host: address, port, noDelay: true, autoSelectFamily: false })
      // The waiting caller, if any, gets the error. The error must not end the process.
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
