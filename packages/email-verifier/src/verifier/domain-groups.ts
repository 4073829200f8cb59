import type { Whereabouts } from '../asking/find-route.ts'
import type { ParsedAddress } from '../syntax/parse-address.ts'

/** An address that waits for its turn. */
export interface Item {
  readonly email: string
  readonly address: ParsedAddress
}

/** The addresses of one domain that wait. */
export interface Group {
  readonly domain: string
  /** The look-ups of the domain, shared by the group. */
  readonly whereabouts: Whereabouts
  /** Returns the next address; undefined when none is left. */
  next(): Item | undefined
  /** Reports a result: from then on a second connection may help. */
  answered(): void
}

/** Works through a group. One group may have two workers; neither rejects. */
export type Work = (group: Group) => Promise<void>

/** The addresses that wait, by domain, and who works on them. */
export interface DomainGroups {
  add(item: Item): void
  /** Resolves when nobody works any more and nothing waits. */
  idle(): Promise<void>
}

interface State {
  readonly group: Group
  readonly items: Item[]
  head: number
  workers: number
  known: boolean
}

// Two connections to a server are allowed. The second one helps where many wait, and when it is known what the first one
// found out of the domain: whether anyone answers, and whether any address is accepted.
const ENOUGH_FOR_TWO = 8

/** Groups addresses by domain; `most` groups are worked on at a time, the others wait in the order in which they came. None begins after an abort. */
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
    // An address may have come after the last look of the worker.
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
