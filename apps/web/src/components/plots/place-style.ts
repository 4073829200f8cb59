import type { CSSProperties } from 'react'

/**
 * Positions an element along its track, in per cent. After hydration, React sets the style through the object model, which the CSP allows.
 */
export const leftAt = (x: number): CSSProperties => ({ left: `${x}%` })

/** Stretches an element along its track. */
export const span = (from: number, to: number): CSSProperties => ({
  left: `${from}%`,
  width: `${Math.max(0, to - from)}%`,
})

/** Passes values to the style sheet as custom properties. */
export const properties = (values: Readonly<Record<string, string | number>>): CSSProperties =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`--${name}`, value]))
