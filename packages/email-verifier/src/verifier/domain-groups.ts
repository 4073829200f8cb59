import type { Whereabouts } from '../probe/find-route.ts'
import type { ParsedAddress } from '../syntax/parse-address.ts'

/** A waiting address. */
export interface Item {
  readonly email: string
  readonly address: ParsedAddress
}

/** The waiting addresses of one domain. */
export interface Group {
  readonly domain: string
  /** The lookups of the domain, shared by the group. */
  readonly whereabouts: Whereabouts
  /** Returns the next address; undefined if none is left. */
  next(): Item | undefined
  /** Reports that there is a result; from then on, the group may get a second worker. */
  answered(): void
}

/** A worker: a function that processes a group. One group may have two workers; neither rejects. */
export type Work = (group: Group) => Promise<void>

/** The waiting addresses by domain, with their workers. */
export interface DomainGroups {
  add(item: Item): void
  /** Resolves when no worker is active and no address is waiting. */
  idle(): Promise<void>
}

interface State {
  readonly group: Group
  readonly items: Item[]
  head: number
  workers: number
  known: boolean
}

// A server allows two connections. The second one helps only with many waiting addresses, and after the first one has found out whether a
// server answers and whether it accepts any address.
const ENOUGH_FOR_TWO = 8

/**
 * Groups addresses by domain. `most` groups are processed at a time; the others wait in order of arrival. No group starts after an abort.
 */
export const domainGroups = (work: Work, most: number, signal: AbortSignal): DomainGroups => {
  const states = new Map<string, State>()
  const unstarted = new Set<State>()
  const working = new Set<Promise<void>>()
  let active = 0

  const waitingIn = ({ items, head }: State): number => items.length - head

  const begin = (state: State): void => {
    state.workers += 1
    const done = finish(state, work(state.group))
    working.add(done)
    void done.finally(() => working.delete(done))
  }

  const finish = async (state: State, done: Promise<void>): Promise<void> => {
    await done
    state.workers -= 1
    if (state.workers > 0) return
    // An address may have arrived after the worker's last check.
    if (waitingIn(state) > 0 && !signal.aborted) {
      begin(state)
      return
    }
    states.delete(state.group.domain)
    active -= 1
    startWaiting()
  }

  const startWaiting = (): void => {
    for (const state of unstarted) {
      if (active >= most || signal.aborted) return
      unstarted.delete(state)
      active += 1
      begin(state)
    }
  }

  const maybeSecond = (state: State): void => {
    if (state.known && state.workers === 1 && waitingIn(state) >= ENOUGH_FOR_TWO) begin(state)
  }

  const stateOf = (domain: string): State => {
    const found = states.get(domain)
    if (found !== undefined) return found
    const group: Group = {
      domain,
      whereabouts: { addresses: new Map() },
      next: () => {
        const item = state.items[state.head++]
        if (item === undefined) state.head = state.items.length
        else if (state.head > 1000) {
          state.items.splice(0, state.head)
          state.head = 0
        }
        return item
      },
      answered: () => {
        state.known = true
        maybeSecond(state)
      },
    }
    const state: State = { group, items: [], head: 0, workers: 0, known: false }
    states.set(domain, state)
    unstarted.add(state)
    return state
  }

  return {
    add: (item) => {
      const state = stateOf(item.address.domain)
      state.items.push(item)
      if (state.workers === 0) startWaiting()
      else maybeSecond(state)
    },
    idle: async () => {
      while (working.size > 0) await Promise.all(working)
    },
  }
}

/**
 * Runs work with its own signal that follows another one, and removes its listener afterwards. Signals with thousands of listeners are
 * slow, because each new one is compared with all others.
 */
export const linked = async <Result>(
  signal: AbortSignal | undefined,
  work: (own: AbortSignal) => Promise<Result>,
): Promise<Result> => {
  const own = new AbortController()
  const follow = (): void => own.abort(signal?.reason)
  signal?.addEventListener('abort', follow)
  if (signal?.aborted === true) follow()
  try {
    return await work(own.signal)
  } finally {
    signal?.removeEventListener('abort', follow)
  }
}
