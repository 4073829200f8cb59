import { useSyncExternalStore } from 'react'

/** A value that components follow. */
export interface Store<Value> {
  get(): Value
  set(value: Value): void
  subscribe(listener: () => void): () => void
  /** Follows it in a component. The first render, on the server and at hydration, sees the value it was made with. */
  use(): Value
}

/** Makes a store. Equal values are compared by identity: keep them unchanged, set new ones. */
export const createStore = <Value>(initial: Value): Store<Value> => {
  let value = initial
  const listeners = new Set<() => void>()
  const get = () => value
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  return {
    get,
    set: (next) => {
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe,
    use: () => useSyncExternalStore(subscribe, get, () => initial),
  }
}
