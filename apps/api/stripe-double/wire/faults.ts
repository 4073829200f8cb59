import type { Socket } from 'node:net'

/** What goes wrong with the next requests of the API. */
export type Fault =
  /** Answered with a status of a failure, before anything was done. */
  | { readonly kind: 'status'; readonly status: number }
  /** Done, and answered only after so many milliseconds. */
  | { readonly kind: 'slow'; readonly milliseconds: number }
  /** Taken and never answered. */
  | { readonly kind: 'hang' }
  /** The connection is cut, before anything was done. */
  | { readonly kind: 'drop' }
  /** Done, but the connection is cut before the answer. */
  | { readonly kind: 'drop-answer' }
  /** The answer begins and never ends. */
  | { readonly kind: 'stall' }

/** Faults to come: which, for how many requests, and on which paths. */
export interface Faults {
  add(fault: Fault, options?: { readonly times?: number; readonly path?: string }): void
  /** Ends the faults, and cuts the connections of requests that hang. */
  clear(): void
  take(path: string): Fault | undefined
  /** Keeps the connection of a request that is never answered. */
  hold(connection: Pick<Socket, 'destroy'>): void
  /** How many requests something went wrong with, since the list was cleared. */
  readonly taken: number
}

/** Makes the list of faults. */
export const createFaults = (): Faults => {
  let list: { readonly fault: Fault; readonly path: string; left: number }[] = []
  let taken = 0
  let held: Pick<Socket, 'destroy'>[] = []
  return {
    get taken() {
      return taken
    },
    add: (fault, { times = Number.POSITIVE_INFINITY, path = '' } = {}) => {
      list.push({ fault, path, left: times })
    },
    clear: () => {
      list = []
      taken = 0
      for (const connection of held) connection.destroy()
      held = []
    },
    hold: (connection) => {
      held.push(connection)
    },
    take: (path) => {
      const found = list.find((entry) => entry.left > 0 && path.startsWith(entry.path))
      if (found === undefined) return undefined
      found.left -= 1
      taken += 1
      return found.fault
    },
  }
}
