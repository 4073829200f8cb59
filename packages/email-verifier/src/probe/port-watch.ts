import { portLooksBlocked } from '@netbox/product'
import { ConnectFailed } from '../network/network-errors.ts'
import { within } from '../network/within.ts'
import type { Clock, Connector } from '../ports.ts'

/** A check of whether outgoing connections to port 25 look blocked. If they do, it shortens the wait for each server. */
export interface PortWatch {
  /** Connects as usual, or with a shorter timeout while no server could be reached. */
  readonly connector: Connector
  /** Returns whether several servers were tried and none was reached. */
  looksBlocked(): boolean
  /** Records a host that did not answer. */
  missed(host: string): void
}

// The shortened timeout, in milliseconds: a reachable server answers within about a second from anywhere on earth.
const SHORT_TIMEOUT = 2000

/** Creates a watch over the connections of one run. Once the run has reached a server, the port never counts as blocked again. */
export const watchPort = (connector: Connector, clock: Clock): PortWatch => {
  const missed = new Map<string, { readonly reason: 'no_connect'; readonly smtp_server: string }>()
  let reached = false
  const looksBlocked = (): boolean => !reached && portLooksBlocked(missed.values())

  const hurried: Connector['connect'] = async ({ address, port, signal }) => {
    const giveUp = new AbortController()
    const stop = (): void => giveUp.abort(signal.reason)
    signal.addEventListener('abort', stop)
    if (signal.aborted) stop()
    const tooLate = (): Error => new ConnectFailed(address, port, 'ETIMEDOUT')
    try {
      const work = connector.connect({ address, port, signal: giveUp.signal })
      work.catch(() => {})
      return await within(work, { clock, milliseconds: SHORT_TIMEOUT, signal, tooLate })
    } catch (error) {
      giveUp.abort(error)
      throw error
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }

  return {
    looksBlocked,
    missed: (host) => {
      if (!reached && missed.size < 100) missed.set(host, { reason: 'no_connect', smtp_server: host })
    },
    connector: {
      connect: async (to) => {
        const connection = await (looksBlocked() ? hurried(to) : connector.connect(to))
        reached = true
        missed.clear()
        return connection
      },
    },
  }
}
