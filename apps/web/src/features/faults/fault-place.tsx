import { type ComponentType, lazy, Suspense, useEffect } from 'react'
import * as placeStyles from '../../components/ui/place.module.css'

/** Waits until an element is near the visible part of the page. Resolves at once if the element is missing. */
const whenSeen = async (selector: string): Promise<void> =>
  new Promise((resolve) => {
    const element = document.querySelector(selector)
    if (element === null) {
      resolve()
      return
    }
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

const load = async (): Promise<{ default: ComponentType }> => {
  const { FaultBand } = await import('./fault-band.tsx')
  return { default: FaultBand }
}

// If a visitor leaves the page before that, the code loads then, so that the page is complete on return.
let leave: () => void = () => undefined
const hasLeft = new Promise<void>((resolve) => (leave = resolve))

/*
 * The prerendered page contains everything, with working links. The code only makes those links faster, so it loads when the visitor
 * scrolls near; until then React leaves that part of the page unchanged.
 */
const Faults = import.meta.env.SSR
  ? (await load()).default
  : lazy(async () => {
      await Promise.race([whenSeen('[data-faults]'), hasLeft])
      return load()
    })

// The element is created only once, so that React does not render it again while its code loads.
const place = (
  <Suspense fallback={<div className={placeStyles.screenPlace} />}>
    <Faults />
  </Suspense>
)

/** The faults on the home page. */
export const FaultPlace = () => {
  useEffect(() => leave, [])
  return place
}
