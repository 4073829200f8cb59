import type { CSSProperties } from 'react'

/** Moves something along its track: per cent, set after hydration as the object model does, which the CSP allows. */
export const leftAt = (x: number): CSSProperties => ({ left: `${x}%` })

/** Stretches something along its track. */
export const span = (from: number, to: number): CSSProperties => ({
  left: `${from}%`,
  width: `${Math.max(0, to - from)}%`,
})

/** Hands values to the style sheet as custom properties. */
export const properties = (values: Readonly<Record<string, string | number>>): CSSProperties =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`--${name}`, value]))
