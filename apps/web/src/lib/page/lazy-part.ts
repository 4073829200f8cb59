import { type ComponentType, createElement, lazy, useState } from 'react'
import { loadCode } from './load-code.ts'
import { loadOnce } from './load-once.ts'

/** A component whose code loads on demand. It suspends until then, so it needs a `Suspense` and a `PageBoundary` around it. */
export type LazyPart<Props> = ComponentType<Props> & {
  /** Loads the code before the part is shown, for example when the pointer is over a link to it. A failed load can be repeated. */
  readonly preload: () => Promise<void>
}

/**
 * Declares a part that loads at its first render, or earlier by `preload`. A loaded part renders at once, without the fallback of the
 * `Suspense`. If the code is missing, the boundary around the part reports it.
 */
export const lazyPart = <Props extends object>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> => {
  let loaded: ComponentType<Props> | undefined
  const loadPart = loadOnce(async () => (loaded = await loadCode(load)))
  const Later = lazy(async () => ({ default: await loadPart() }))
  const Part = (props: Props) => {
    const [Component] = useState<ComponentType<Props>>(() => loaded ?? Later)
    return createElement(Component, props)
  }
  return Object.assign(Part, { preload: async () => void (await loadPart()) })
}
