import { type ComponentType, type ReactNode, useEffect } from 'react'
import { lazyPart } from '../../lib/lazy-part.ts'
import { PartBoundary } from './page-boundary.tsx'

interface PrerenderedPart {
  /** Selects the prerendered element. */
  readonly element: string
  /** Resolves when the code is needed while the page is still shown. */
  readonly isNeeded?: (element: Element) => Promise<void>
  readonly fallback: ReactNode
  readonly load: () => Promise<ComponentType>
}

/** Resolves when an element is near the visible part of the page. */
export const whenSeen = async (element: Element): Promise<void> =>
  new Promise((resolve) => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        resolve()
      },
      { rootMargin: '200px' },
    )
    observer.observe(element)
  })

/**
 * Declares a part of a prerendered page that works without its code: links, forms, choices. React leaves the part unchanged until its code is
 * needed, or the visitor leaves the page: then the code loads, so that the page is complete on return.
 */
export const prerenderedPart = ({ element, isNeeded, fallback, load }: PrerenderedPart): ComponentType => {
  let leave: () => void = () => undefined
  const hasLeft = new Promise<void>((resolve) => (leave = resolve))
  const Part = lazyPart(async () => {
    const shown = import.meta.env.SSR ? null : document.querySelector(element)
    if (shown !== null) await Promise.race([isNeeded?.(shown) ?? hasLeft, hasLeft])
    return load()
  })
  // The element is created only once, so that React does not render it again while its code loads.
  const place = (
    <PartBoundary fallback={fallback}>
      <Part />
    </PartBoundary>
  )
  return () => {
    useEffect(() => leave, [])
    return place
  }
}
