import type { ApiErrorCode } from '@netbox/contract'
import { Refusal } from './refusal.ts'

/** A limit on concurrent work, separate for each key if keys are given. */
export interface ConcurrencyLimit {
  /** Starts work and returns the function that ends it. Throws if the limit is reached. */
  enter(key?: string): () => void
  /** The number of active tasks. */
  readonly active: number
}

/** Creates a limit that refuses at once, with `code`, instead of queueing. */
export const createConcurrencyLimit = (limit: number, code: ApiErrorCode): ConcurrencyLimit => {
  const activeOf = new Map<string, number>()
  let active = 0
  return {
    get active() {
      return active
    },
    enter: (key = '') => {
      const others = activeOf.get(key) ?? 0
      if (others >= limit) throw new Refusal(code, { retryAfter: 1 })
      activeOf.set(key, others + 1)
      active += 1
      let isOver = false
      return () => {
        if (isOver) return
        isOver = true
        active -= 1
        const left = (activeOf.get(key) ?? 1) - 1
        if (left > 0) activeOf.set(key, left)
        else activeOf.delete(key)
      }
    },
  }
}

/** Starts work under several limits, in order, and returns the function that ends it. If one is reached, the others are freed. */
export const enterEach = (enters: readonly (() => () => void)[]): (() => void) => {
  const leaves: (() => void)[] = []
  const leave = (): void => {
    for (const leaveOne of leaves) leaveOne()
  }
  try {
    for (const enter of enters) leaves.push(enter())
  } catch (error) {
    leave()
    throw error
  }
  return leave
}
