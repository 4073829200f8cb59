import { useSyncExternalStore } from 'react'
import { parseJson, type SafeStorage, storage } from './storage.ts'

/** A value that components subscribe to. */
export interface Store<Value> {
  get(): Value
  set(value: Value): void
  subscribe(listener: () => void): () => void
  /** Subscribes a component to the value. The first render, on the server and during hydration, gets the initial value. */
  use(): Value
}

/** Makes a store. Values are compared by identity: set a new value instead of changing one. */
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

const never = () => () => undefined

/** Returns whether the component is hydrated: false on the server, and in the first render of a prerendered page. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

/** A store whose value is in the browser's storage. If storage is unavailable, the value lasts as long as the page. */
export interface KeptStore<Value> extends Pick<Store<Value>, 'get' | 'use'> {
  /** Changes the currently stored value, which another tab may have changed since this tab read it. */
  update(change: (value: Value) => Value): void
}

interface Keeping<Value> {
  readonly key: string
  /** Where the value is stored; by default, for all tabs. */
  readonly area?: SafeStorage
  /** The initial value; prerendered pages show it too. */
  readonly initial: Value
  /** Reads the parsed value, which may have any shape: another version may have written it, or a user may have edited it. */
  readonly read: (value: unknown) => Value
  /** Returns a smaller value for a full storage; undefined if nothing can be omitted. */
  readonly shrink?: (value: Value) => Value | undefined
}

/** Makes a store whose value is kept under a key, and synchronized across tabs. */
export const createKeptStore = <Value>({
  key,
  area = storage,
  initial,
  read,
  shrink,
}: Keeping<Value>): KeptStore<Value> => {
  const store = createStore(initial)
  const kept = (text: string | undefined): Value | undefined => (text === undefined ? undefined : read(parseJson(text)))
  const keep = (value: Value | undefined): void => {
    if (value === undefined || area.set(key, JSON.stringify(value))) return
    keep(shrink?.(value))
  }
  store.set(kept(area.get(key)) ?? initial)
  if (typeof window !== 'undefined')
    window.addEventListener('storage', (event) => {
      // A null key means that everything was cleared.
      if (event.key === key || event.key === null) store.set(kept(area.get(key)) ?? initial)
    })
  return {
    get: () => store.get(),
    use: () => store.use(),
    update: (change) => {
      const value = change(kept(area.get(key)) ?? store.get())
      store.set(value)
      keep(value)
    },
  }
}
