import type { Clock } from '../ports.ts'

/** The limits for one server. */
export interface ServerBounds {
  readonly connections: number
  readonly questions: number
  /** In how many milliseconds so many questions may be put. */
  readonly period: number
}

/** One server's places and turns. */
export interface ServerTurns {
  enter(signal: AbortSignal): Promise<() => void>
  turn(): boolean
  /** Whether nothing needs to be remembered: nobody is there or waits, and no turn was taken within the period. */
  isIdle(): boolean
}

interface Waiting {
  readonly enter: () => void
}

/** Makes the places and turns of a server. No period, wherever it begins, has more turns than there may be. */
export const serverTurns = ({ connections, questions, period }: ServerBounds, clock: Clock): ServerTurns => {
  const taken: number[] = []
  const queue = new Set<Waiting>()
  let open = 0
  let alarm: AbortController | undefined

  /** Forgets the turns that no longer count, and tells how long to wait for the next. */
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
    // Nobody waits: a timer would keep the process from ending.
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
