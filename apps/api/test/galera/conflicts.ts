import { setTimeout as wait } from 'node:timers/promises'
import type { Claim } from './checks.ts'
import type { GaleraNode } from './node.ts'

const COUNTERS = [
  'wsrep_local_cert_failures',
  'wsrep_local_bf_aborts',
  'wsrep_local_replays',
  'wsrep_local_commits',
] as const

/** Counts the transactions that the nodes rolled back because of each other, even if a node's counter restarts. */
export const watchConflicts = (nodes: readonly GaleraNode[]) => {
  const last = new Map<string, number>()
  const sums = new Map<string, number>()
  const over = new AbortController()

  const look = async (node: GaleraNode): Promise<void> => {
    const status = await node.status().catch(() => undefined)
    if (status === undefined) return
    for (const counter of COUNTERS) {
      const key = `${node.name} ${counter}`
      const [now, before] = [Number(status.get(counter) ?? 0), last.get(key) ?? 0]
      sums.set(counter, (sums.get(counter) ?? 0) + (now >= before ? now - before : now))
      last.set(key, now)
    }
  }
  const watch = async (): Promise<void> => {
    while (!over.signal.aborted) {
      await Promise.all(nodes.map(look))
      await wait(500)
    }
  }
  const watching = watch()

  return {
    /**
     * Ends the count and returns the figures, with the number of transactions that ran five times or more, from the services' logs;
     * `expected` means that there must be conflicts.
     */
    stop: async (logs: readonly string[], expected: boolean): Promise<Claim> => {
      over.abort()
      await watching
      await Promise.all(nodes.map(look))
      const of = (counter: (typeof COUNTERS)[number]): number => sums.get(counter) ?? 0
      const many = logs.join('\n').split('A transaction is retried').length - 1
      const undone = of('wsrep_local_cert_failures') + of('wsrep_local_bf_aborts')
      return {
        name: 'nodes undid transactions for each other, and they ran again',
        holds: undone > 0 || !expected,
        figure: `${of('wsrep_local_cert_failures')} not certified, ${of('wsrep_local_bf_aborts')} interrupted, ${of('wsrep_local_replays')} replayed of ${of('wsrep_local_commits')} commits; ${many} repetitions beyond the fourth`,
      }
    },
  }
}
