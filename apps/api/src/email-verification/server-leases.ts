import type { Clock } from '@netbox/core'
import type { Batches } from '../database/batches.ts'
import type { ServerChange } from './bounds-repository.ts'
import { type Entry, LEASE, leave, renew } from './server-state.ts'

/** The dependencies of the functions. */
export interface ServerLeasesOptions {
  readonly changes: Batches<ServerChange, Entry>
  readonly clock: Clock
  readonly log: { warn(fields: object, message: string): void }
  /** Called with a server that has a free slot. */
  readonly onFree: (server: string) => void
}

/** Creates the leases. Each is renewed while it is held, so that the lease of a dead process soon expires. */
export const createServerLeases = ({ changes, clock, log, onFree }: ServerLeasesOptions) => {
  const leaving = new Set<Promise<void>>()

  const keep = async (server: string, token: string, until: AbortSignal): Promise<void> => {
    while (!until.aborted) {
      await clock.wait(LEASE / 3, until).catch(() => undefined)
      if (until.aborted) return
      const now = clock.now()
      await changes
        .add({ server, now, change: (state) => renew(state, token, now) })
        .catch((error: unknown) => log.warn({ err: error }, 'a connection slot at a mail server could not be renewed'))
    }
  }

  const giveBack = async (server: string, token: string): Promise<void> => {
    const now = clock.now()
    await changes
      .add({ server, now, change: (state) => leave(state, token, now) })
      .catch((error: unknown) => log.warn({ err: error }, 'a connection slot at a mail server could not be released'))
    onFree(server)
  }

  return {
    /** Renews a granted lease until the returned function is called. */
    hold: (server: string, token: string): (() => void) => {
      const over = new AbortController()
      const kept = keep(server, token, over.signal)
      return () => {
        if (over.signal.aborted) return
        over.abort()
        // A running renewal must finish first; otherwise it would renew the lease after its release.
        const gone = kept.then(() => giveBack(server, token)).finally(() => leaving.delete(gone))
        leaving.add(gone)
      }
    },
    /** Waits until all returned slots are also free in the database. */
    settle: async (): Promise<void> => {
      await Promise.all(leaving)
    },
  }
}
