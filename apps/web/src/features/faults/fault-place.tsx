import { type ComponentType, lazy, Suspense, useEffect } from 'react'
import { whenSeen } from './when-seen.ts'
import * as placeStyles from '../../components/ui/place.module.css'

const load = async (): Promise<{ default: ComponentType }> => {
  const { FaultBand } = await import('./fault-band.tsx')
  return { default: FaultBand }
}

// A visitor who leaves earlier finds the page complete on return.
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

// A single element, created once, because React must not render it again while it waits.
const place = (
  <Suspense fallback={<div className={placeStyles.screenPlace} />}>
    <Faults />
  </Suspense>
)

/** The place of the faults on the home page. */
export const FaultPlace = () => {
  useEffect(() => leave, [])
  return place
}
