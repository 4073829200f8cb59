import { type ComponentType, useSyncExternalStore } from 'react'

/** A part of a page whose code loads on demand. */
export interface Deferred<Props> {
  /** The key of the part's file in the build's manifest, by which the prerendered page links the styles of the part. */
  readonly source: string
  /** Loads the code; later calls return the same promise. A failed load can be retried. */
  load(): Promise<void>
  /** Returns the component; undefined until it is loaded. */
  use(): ComponentType<Props> | undefined
}

/**
 * Declares a part that is loaded on demand. If the part is loaded before rendering or hydration, it is in the first render, on the server
 * and in the browser. If it is loaded later, the components that use it render again.
 */
export const deferred = <Props>(source: string, load: () => Promise<ComponentType<Props>>): Deferred<Props> => {
  let component: ComponentType<Props> | undefined
  let loading: Promise<void> | undefined
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  const current = () => component
  const begin = async () => {
    try {
      component = await load()
      for (const listener of listeners) listener()
    } catch (error) {
      loading = undefined
      throw error
    }
  }
  return {
    source,
    load: async () => (loading ??= begin()),
    use: () => useSyncExternalStore(subscribe, current, current),
  }
}
