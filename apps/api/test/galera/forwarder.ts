import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { type GaleraNode, isInStep } from './node.ts'

/** A replacement for a load balancer: it distributes connections round robin to healthy nodes, and cuts the connections of an unhealthy node. */
export interface Forwarder {
  readonly port: number
  /** Returns the names of the healthy nodes. */
  well(): readonly string[]
  stop(): Promise<void>
}

const PERIOD = 300

const join = (one: Socket, other: Socket): void => {
  const cut = (): void => {
    one.destroy()
    other.destroy()
  }
  for (const socket of [one, other]) socket.setNoDelay(true).on('error', cut).on('close', cut)
  one.pipe(other)
  other.pipe(one)
}

/** Starts the forwarder, which checks each node every 0.3 s. With `one`, only the first healthy node gets connections. */
export const startForwarder = async (nodes: readonly GaleraNode[], one: boolean): Promise<Forwarder> => {
  const sockets = new Map<string, Set<Socket>>(nodes.map(({ name }) => [name, new Set()]))
  let well: readonly GaleraNode[] = nodes
  let serving = one ? well.slice(0, 1) : well
  let next = 0
  const stopping = new AbortController()

  const server = createServer((client) => {
    const node = serving[next++ % Math.max(1, serving.length)]
    if (node === undefined) return client.destroy()
    const upstream = connect(node.port, '127.0.0.1')
    const open = sockets.get(node.name)
    open?.add(client)
    client.once('close', () => open?.delete(client))
    join(client, upstream)
    return undefined
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()

  const look = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const states = await Promise.all(nodes.map((node) => node.status().then(isInStep, () => false)))
      well = nodes.filter((_, index) => states[index])
      serving = one ? well.slice(0, 1) : well
      for (const { name } of nodes.filter((node) => !serving.includes(node))) {
        for (const socket of sockets.get(name) ?? []) socket.destroy()
      }
      await wait(PERIOD)
    }
  }
  const looking = look()

  const stop = async (): Promise<void> => {
    stopping.abort()
    await looking
    for (const open of sockets.values()) for (const socket of open) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  }
  return {
    port: address !== null && typeof address === 'object' ? address.port : 0,
    well: () => well.map(({ name }) => name),
    stop,
  }
}
