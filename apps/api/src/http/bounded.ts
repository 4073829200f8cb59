import { ApiError } from './api-error.ts'

/** A number of places. `enter` takes one and gives the way out of it, or throws `busy` when all are taken. */
export interface Places {
  enter(): () => void
  readonly taken: number
}

/** Makes places for work that goes on at one time. */
export const createPlaces = (limit: number): Places => {
  let taken = 0
  return {
    get taken() {
      return taken
    },
    enter: () => {
      if (taken >= limit) throw new ApiError('busy', { retryAfter: 1 })
      taken++
      let isIn = true
      return () => {
        if (isIn) taken--
        isIn = false
      }
    },
  }
}

/** Makes places for each key: one caller can't take those of the others. Keys without work are forgotten. */
export const createPlacesByKey = (limit: number): { enter(key: string): () => void } => {
  const places = new Map<string, number>()
  return {
    enter: (key) => {
      const taken = places.get(key) ?? 0
      if (taken >= limit) throw new ApiError('rate_limited', { retryAfter: 1 })
      places.set(key, taken + 1)
      let isIn = true
      return () => {
        if (!isIn) return
        isIn = false
        const left = (places.get(key) ?? 1) - 1
        if (left > 0) places.set(key, left)
        else places.delete(key)
      }
    },
  }
}
