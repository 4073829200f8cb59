import { MINUTE, timeSpan } from '@netbox/core'
import type { CSSProperties } from 'react'

/** A linear scale from zero: its end and its ticks. */
export interface Scale {
  readonly end: number
  readonly ticks: readonly number[]
}

const NICE = [1, 2, 5, 10]

/** Returns a scale from zero that includes `most`, with at most `count` round steps. */
export const scaleTo = (most: number, count = 7): Scale => {
  const rough = (most > 0 ? most : 1) / count
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = (NICE.find((nice) => nice * power >= rough * (1 - 1e-9)) ?? 10) * power
  const steps = Math.max(1, Math.ceil((most > 0 ? most : 1) / step - 1e-9))
  // Multiplied and rounded, because a sum such as 0.1 + 0.2 has seventeen digits.
  const ticks = Array.from({ length: steps + 1 }, (_, at) => Number((at * step).toPrecision(12)))
  return { end: ticks.at(-1) ?? step, ticks }
}

/** Returns the position of a value on a scale, from 0 to 100 per cent. */
export const percent = (value: number, { end }: Scale): number =>
  Math.round(Math.min(1, Math.max(0, value / end)) * 10_000) / 100

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

/** The vertical lines of a scale, behind the drawing. */
export const GridLines = ({ scale }: { readonly scale: Scale }) =>
  scale.ticks.map((tick) => (
    <i key={tick} className="absolute inset-y-0 w-px bg-plot-grid" style={leftAt(percent(tick, scale))} />
  ))

/** The numbers of a scale; the last one has the unit. */
export const AxisNumbers = ({ scale, unit }: { readonly scale: Scale; readonly unit: string }) =>
  scale.ticks.map((tick, at) => (
    <span key={tick} className="absolute -translate-x-1/2 whitespace-nowrap" style={leftAt(percent(tick, scale))}>
      {at === scale.ticks.length - 1 ? `${tick} ${unit}` : tick}
    </span>
  ))

/** Formats milliseconds as seconds for a label: `0.31 s`, `10 s`. */
export const inSeconds = (milliseconds: number): string => {
  const seconds = milliseconds / 1000
  return `${Number(seconds.toFixed(seconds < 1 ? 2 : 1))} s`
}

/** Formats milliseconds with one decimal below a hundred, as the figures of a report do: `84.4`, `112`. */
export const inMilliseconds = (time: number): string => (time < 100 ? time.toFixed(1) : String(Math.round(time)))

/** Describes the distance of an instant from now, in the words of the reports: `in 68 days`, `3 years ago`, `now`. */
export const fromNow = (time: string, now: string): string => {
  const apart = Date.parse(time) - Date.parse(now)
  if (Math.abs(apart) < MINUTE) return 'now'
  return apart > 0 ? `in ${timeSpan(apart)}` : `${timeSpan(apart)} ago`
}

/** Formats an instant to the minute: `2026-11-20 08:14`. */
export const toMinute = (time: string): string => time.slice(0, 16).replace('T', ' ')
