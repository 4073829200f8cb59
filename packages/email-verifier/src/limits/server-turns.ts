import type { Clock } from '../ports.ts'

/** The limits for one server. */
export interface ServerBounds {
  readonly connections: number
  readonly questions: number
  /** The period of the limit on recipient checks, in milliseconds. */
  readonly period: number
}

/** The connection and rate limits of one server. */
export interface ServerTurns {
  enter(signal: AbortSignal): Promise<() => void>
  turn(): boolean
  /** Returns whether the state can be dropped: no connection, no waiter, and no recipient check within the period. */
  isIdle(): boolean
}

interface Waiting {
  readonly enter: () => void
}

/** Creates the limits of a server. No period has more recipient checks than allowed, wherever it begins. */
export const serverTurns = ({ connections, questions, period }: ServerBounds, clock: Clock): ServerTurns => {
  const taken: number[] = []
  const queue = new Set<Waiting>()
  let open = 0
  let alarm: AbortController | undefined

  /** Drops the expired recipient checks, and returns the wait until the next is allowed. */
  const waitForTurn = (): number => {
    const now = clock.now()
    while (taken[0] !== undefined && taken[0] <= now - period) taken.shift()
    const [oldest] = taken
    return taken.length < questions || oldest === undefined ? 0 : oldest + period - now
  }

  const setAlarm = (milliseconds: number): void => {
    if (alarm !== undefined) return
    const set = new AbortController()
    alarm = set
    const ring = (): void => {
      if (alarm === set) alarm = undefined
      letIn()
    }
    clock.wait(milliseconds, set.signal).then(ring, () => {})
  }

  const letIn = (): void => {
    for (const waiting of queue) {
      if (open >= connections) return
      const wait = waitForTurn()
      if (wait > 0) {
        setAlarm(wait)
        return
      }
      open += 1
      taken.push(clock.now())
      waiting.enter()
    }
    // Without waiters, a timer would prevent the process from ending.
    alarm?.abort()
    alarm = undefined
  }

  const place = (): (() => void) => {
    let inside = true
    return () => {
      if (!inside) return
      inside = false
      open -= 1
      letIn()
    }
  }

  return {
    enter: (signal) =>
      new Promise((resolve, reject) => {
        signal.throwIfAborted()
        const stop = (): void => {
          queue.delete(waiting)
          signal.removeEventListener('abort', abort)
        }
        const abort = (): void => {
          stop()
          letIn()
          reject(signal.reason)
        }
        const waiting: Waiting = {
          enter: () => {
            stop()
            resolve(place())
          },
        }
        queue.add(waiting)
        signal.addEventListener('abort', abort)
        letIn()
      }),
    turn: () => {
      if (waitForTurn() > 0) return false
      taken.push(clock.now())
      return true
    },
    isIdle: () => open === 0 && queue.size === 0 && (waitForTurn(), taken.length === 0),
  }
}
