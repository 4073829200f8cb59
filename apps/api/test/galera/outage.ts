import { setTimeout as wait } from 'node:timers/promises'
import type { Claim } from './checks.ts'
import type { Client } from './client.ts'
import type { Cluster } from './cluster.ts'
import type { Forwarder } from './forwarder.ts'
import { type GaleraNode, isInStep } from './node.ts'

/** The settings of an outage. */
export interface Outage {
  readonly client: Client
  readonly cluster: Cluster
  readonly forwarder: Forwarder
  readonly node: GaleraNode
  /** The time that the load continues without the node. */
  readonly seconds: number
}

const untilSize = async ({ nodes }: Cluster, size: number): Promise<number> => {
  const begun = performance.now()
  const sizeAt = (node: GaleraNode) =>
    node.status().then(
      (status) => (isInStep(status) ? Number(status.get('wsrep_cluster_size')) : 0),
      () => 0,
    )
  for (;;) {
    const sizes = await Promise.all(nodes.map(sizeAt))
    if (sizes.filter((seen) => seen === size).length === size) return performance.now() - begun
    if (performance.now() - begun > 60_000) throw new Error(`The cluster has ${sizes.join()} nodes, not ${size}`)
    await wait(50)
  }
}

/** Kills a node, lets the load continue without it, and brings it back. */
export const killUnderLoad = async ({ client, cluster, forwarder, node, seconds }: Outage): Promise<Claim[]> => {
  const { trouble, seen } = client
  const refusals = () => [...seen].reduce((sum, [answer, times]) => sum + (answer.startsWith('503') ? times : 0), 0)
  const before = refusals()
  trouble.silence = 0
  const killed = performance.now()
  await node.kill()
  const agreed = await untilSize(cluster, cluster.nodes.length - 1)
  await wait(seconds * 1000)
  const well = Math.max(0, trouble.last - killed)
  const away = `${refusals() - before} answers of 503, the last ${(well / 1000).toFixed(1)} s after; no success for ${(trouble.silence / 1000).toFixed(1)} s; the others agreed after ${(agreed / 1000).toFixed(1)} s`

  const [returned, refused] = [performance.now(), refusals()]
  trouble.silence = 0
  await node.recover()
  const joined = performance.now() - returned
  await untilSize(cluster, cluster.nodes.length)
  const received = (await node.status()).get('wsrep_last_committed') ?? '?'
  while (!forwarder.well().includes(node.name)) await wait(100)
  await wait(2000)
  const back = `in step after ${(joined / 1000).toFixed(1)} s at transaction ${received}; ${refusals() - refused} answers of 503 meanwhile`
  return [
    { name: `well within 5 s of the death of ${node.name}`, holds: well < 5000, figure: away },
    // The transfer script refuses a full copy, so a node that needed one would not have come back.
    { name: `${node.name} comes back by what it missed alone`, holds: true, figure: back },
  ]
}
