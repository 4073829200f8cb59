import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { OWN_ADDRESSES } from '@netbox/core/network'
import { isLoopback, TOOLS_RESOLVER } from '../internet/addressing.ts'
import type { ServerContext } from '../internet/internet-server.ts'
import { SERVERS_ADDRESS } from '../namespace/set-up-network.ts'

/** Where netbox may connect to: a port of the program, or a server of its own on loopback. */
export type WorldTarget =
  | {
      readonly ownPort: number
      /** The address of the host of the world that connects, for servers that look it up, such as mail servers. */
      readonly sender?: string | undefined
    }
  | { readonly host: string; readonly port: number }

/** An address to connect to. `localAddress` is the address from which. */
interface Way {
  readonly host: string
  readonly localAddress?: string
}

/**
 * Returns the ways to a port of the program, the best first. In a network of its own, connections from the servers' address lead to the
 * program's loopback, where most servers listen; connections from another address lead to the program's address itself.
 */
const waysToProgram = ({ programs }: Pick<ServerContext, 'programs'>, sender: string | undefined): readonly Way[] =>
  programs === undefined
    ? [{ host: '127.0.0.1' }, { host: '::1' }]
    : [...(sender === undefined ? [] : [sender]), SERVERS_ADDRESS, TOOLS_RESOLVER].map((localAddress) => ({
        host: OWN_ADDRESSES[0],
        localAddress,
      }))

/**
 * Connects to a port. It is the only function with which netbox opens a connection by itself: it never connects to an address that came from an
 * answer, a redirect or a document. Rejects with the error of the first way if no way leads there.
 */
export const dialWorld = async (context: Pick<ServerContext, 'programs'>, target: WorldTarget): Promise<Socket> => {
  const isOwn = 'ownPort' in target
  if (!isOwn && !isLoopback(target.host)) throw new RangeError(`${target.host} is not a server of netbox.`)
  const port = isOwn ? target.ownPort : target.port
  let failure: unknown
  for (const way of isOwn ? waysToProgram(context, target.sender) : [target]) {
    const socket = connect({ ...way, port, noDelay: true })
    try {
      await once(socket, 'connect')
      return socket
    } catch (error) {
      socket.destroy()
      failure ??= error
    }
  }
  throw failure
}
