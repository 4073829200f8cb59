import { ToolError } from '../errors/tool-error.ts'
import {
  baseNotFirst,
  noTimelinePart,
  overlapping,
  timelineTooLong,
  windowEndsFirst,
} from '../errors/timeline-errors.ts'
import { unknownScenario } from '../errors/world-errors.ts'
import { DAY, isoTime, MINUTE, SECOND } from '../world/time.ts'
import { findScenario, type ScenarioName, scenarios } from './index.ts'
import type { Scenario } from './scenario.ts'

/** Is a time in which a scenario holds: from its start, up to and without its end. */
export interface TimelineWindow {
  readonly scenario: ScenarioName
  /** Epoch milliseconds; of a window that comes every day, milliseconds since 00:00 UTC. */
  readonly from: number
  /** As `from`. Of a daily window it may be the smaller one: then the window goes over midnight. */
  readonly to: number
  readonly daily: boolean
}

/** Holds faults that begin and end, as `readTimeline` read them. */
export interface Timeline {
  /** The canonical form, which is what a run's `scenario` says: equal timelines have one. */
  readonly text: string
  /** What holds outside of the windows. */
  readonly base: ScenarioName
  /** By start, the daily ones first; no two of them meet. */
  readonly windows: readonly TimelineWindow[]
}

/** The longest text of a timeline, in characters: what a column of a database and a link take without trouble. */
const MAX_LENGTH = 255

const PART = /^([^@]+)@(.+?)\.\.(.+)$/
const TIME_OF_DAY = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?Z$/

const timeOfDay = (text: string): number | undefined => {
  const found = TIME_OF_DAY.exec(text)
  if (found === null) return undefined
  const [, hour, minute, second = 0] = found
  return Number(hour) * 60 * MINUTE + Number(minute) * MINUTE + Number(second) * SECOND
}

const instant = (text: string): number | undefined => {
  if (!INSTANT.test(text)) return undefined
  const time = Date.parse(text)
  // Some engines read the 30th of February as a day of March.
  return time >= 0 && isoTime(time).startsWith(text.slice(0, 16)) ? time : undefined
}

const scenarioNamed = (name: string): Scenario<ScenarioName> => {
  const found = findScenario(name)
  if (found !== undefined) return found
  throw new ToolError(
    unknownScenario(
      name.trim(),
      scenarios.map((known) => known.name),
    ),
  )
}

const readWindow = (part: string): TimelineWindow => {
  const [, name, start, end] = PART.exec(part) ?? []
  if (name === undefined || start === undefined || end === undefined) throw new ToolError(noTimelinePart(part))
  const { name: scenario } = scenarioNamed(name)
  const times = [start, end].map((text) => text.trim().toUpperCase())
  const [dayFrom, dayTo] = times.map(timeOfDay)
  const [from, to] = times.map(instant)
  if (dayFrom !== undefined && dayTo !== undefined && dayFrom !== dayTo)
    return { scenario, from: dayFrom, to: dayTo, daily: true }
  if (from === undefined || to === undefined)
    throw new ToolError(dayFrom !== undefined && dayTo !== undefined ? windowEndsFirst(part) : noTimelinePart(part))
  if (from >= to) throw new ToolError(windowEndsFirst(part))
  return { scenario, from, to, daily: false }
}

const ofDay = (time: number): number => time - Math.floor(time / DAY) * DAY

const lengthOf = ({ from, to }: TimelineWindow): number => (to > from ? to - from : to - from + DAY)

const holds = (window: TimelineWindow, at: number): boolean =>
  window.daily ? ofDay(at - window.from) < lengthOf(window) : at >= window.from && at < window.to

/** Two windows meet when one begins while the other holds, on any day if one of them is daily. */
const meet = (one: TimelineWindow, other: TimelineWindow): boolean => {
  if (!one.daily && !other.daily) return holds(one, other.from) || holds(other, one.from)
  const begins = (late: TimelineWindow, early: TimelineWindow) => ofDay(late.from - early.from) < lengthOf(early)
  return begins(one, other) || begins(other, one)
}

const withoutZero = (clock: string): string => (clock.endsWith(':00') ? clock.slice(0, -3) : clock)

const write = ({ scenario, from, to, daily }: TimelineWindow): string => {
  const show = (time: number) => {
    const iso = isoTime(time)
    return daily ? withoutZero(iso.slice(11, 19)) : `${iso.slice(0, 11)}${withoutZero(iso.slice(11, 19))}Z`
  }
  return `${scenario}@${show(from)}..${show(to)}`
}

const readParts = (parts: readonly string[]): Omit<Timeline, 'text'> => {
  const [first = ''] = parts
  const hasBase = parts.length > 1 && first !== '' && !first.includes('@')
  const rest = hasBase ? parts.slice(1) : parts
  const late = rest.find((part) => !part.includes('@') && findScenario(part) !== undefined)
  if (late !== undefined) throw new ToolError(baseNotFirst(late))
  const windows = rest
    .map(readWindow)
    .toSorted((a, b) => (a.daily === b.daily ? a.from - b.from : Number(b.daily) - Number(a.daily)))
  return { base: hasBase ? scenarioNamed(first).name : 'none', windows }
}

/**
 * Reads a timeline: `mx-down@10:00..10:30` every day by UTC, `mx-down@2026-01-01T10:00Z..2026-01-01T10:30Z` once. Several
 * windows stand between commas; a scenario without times before them is what holds outside of them, else `none`.
 * Throws a `ToolError` for an unknown scenario, a time that is none, windows that end before they begin or that meet.
 *
 * @example
 * const { text, base, windows } = readTimeline('healthy, MX-Down@10:00:00..10:30')
 * text // => 'healthy,mx-down@10:00..10:30'
 * base // => 'healthy'
 * windows // => [{ scenario: 'mx-down', from: 36_000_000, to: 37_800_000, daily: true }]
 */
export const readTimeline = (text: string): Timeline => {
  if (text.length > MAX_LENGTH) throw new ToolError(timelineTooLong(MAX_LENGTH))
  const { base, windows } = readParts(text.split(',').map((part) => part.trim()))
  for (const [index, window] of windows.entries()) {
    const other = windows.slice(0, index).find((before) => meet(before, window))
    if (other !== undefined) throw new ToolError(overlapping(write(other), write(window)))
  }
  const written = windows.map(write)
  return { text: [...(base === 'none' ? [] : [base]), ...written].join(), base, windows }
}

/**
 * Tells a timeline from the name of a scenario, which has neither times nor parts.
 *
 * @example
 * isTimeline('mx-down@10:00..10:30') // => true
 * isTimeline('mx-down') // => false
 */
export const isTimeline = (text: string): boolean => /[@,]/.test(text)

/**
 * Tells which scenario holds at an instant (epoch milliseconds); `scenario` is a name or a timeline. Throws a `ToolError`
 * for one that is neither.
 *
 * @example
 * const timeline = 'mx-down@2026-01-01T10:00Z..2026-01-01T10:30Z'
 * scenarioAt(timeline, Date.parse('2026-01-01T10:00:00Z')) // => 'mx-down'
 * scenarioAt(timeline, Date.parse('2026-01-01T10:30:00Z')) // => 'none'
 * scenarioAt('mx-down', 0) // => 'mx-down'
 */
export const scenarioAt = (scenario: string, at: number): ScenarioName => {
  if (!isTimeline(scenario)) return scenarioNamed(scenario).name
  const { base, windows } = readTimeline(scenario)
  return windows.find((window) => holds(window, at))?.scenario ?? base
}
