import { type ComponentType, lazy, Suspense, useEffect } from 'react'
import { whenSeen } from './when-seen.ts'
import * as placeStyles from '../../components/ui/place.module.css'

const load = async (): Promise<{ default: ComponentType }> => {
  const { FaultBand } = await import('./fault-band.tsx')
  return { default: FaultBand }
}

// A visitor who leaves the page before that finds it complete on return.
let leave: () => void = () => undefined
const hasLeft = new Promise<void>((resolve) => (leave = resolve))

/*
 * All of it is in the prerendered page, with working links. Its code, which only makes those links faster, comes
 * when someone gets near it; until then React leaves that part of the page as it is.
 */
const Faults = import.meta.env.SSR
  ? (await load()).default
  : lazy(async () => {
      await Promise.race([whenSeen('[data-faults]'), hasLeft])
      return load()
    })

// One element, made once: React must not be asked to draw it again while it waits.
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
