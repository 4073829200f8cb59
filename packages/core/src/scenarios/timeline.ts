import { ToolError } from '../errors/tool-error.ts'
import {
  baseNotFirst,
  noTimelinePart,
  notCombined,
  overlapping,
  scenarioTooLong,
  windowEndsFirst,
} from '../errors/scenario-errors.ts'
import { DAY, MINUTE, SECOND } from '../foundation/units.ts'
import { isoTime } from '../foundation/time.ts'
import { readCombination, writeCombination } from './combination.ts'
import type { ScenarioText } from './index.ts'

/** A time window of a scenario: the start is inclusive, the end exclusive. */
export interface TimelineWindow {
  /** A name or a combination, in canonical form. */
  readonly scenario: ScenarioText
  /** Epoch milliseconds; for a daily window, milliseconds since 00:00 UTC. */
  readonly from: number
  /** The end, in the same unit as `from`. In a daily window it may be smaller than `from`: then the window spans midnight. */
  readonly to: number
  readonly daily: boolean
}

/** A parsed timeline: faults that begin and end. */
export interface Timeline {
  /** The canonical form, the same for equal timelines. A run's `scenario` is this text. */
  readonly text: ScenarioText
  /** The scenario outside the windows: a name or a combination. */
  readonly base: ScenarioText
  /** The windows, sorted by start, daily ones first; no two overlap. */
  readonly windows: readonly TimelineWindow[]
}

/** The longest text of a scenario, in characters. It fits a database column and a link. */
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
  // Some engines parse 30 February as a day in March.
  return time >= 0 && isoTime(time).startsWith(text.slice(0, 16)) ? time : undefined
}

// The cast is safe: the text begins with a scenario's name.
const combinationNamed = (text: string): ScenarioText => writeCombination(readCombination(text)) as ScenarioText

const readWindow = (part: string): TimelineWindow => {
  const [, name, start, end] = PART.exec(part) ?? []
  if (name === undefined || start === undefined || end === undefined) throw new ToolError(noTimelinePart(part))
  const scenario = combinationNamed(name)
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

/** Returns whether a time, in epoch milliseconds, is in a window. */
export const holds = (window: TimelineWindow, at: number): boolean =>
  window.daily ? ofDay(at - window.from) < lengthOf(window) : at >= window.from && at < window.to

/** Returns whether two windows overlap: one begins while the other is active, on any day if one of them is daily. */
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

const isCombination = (text: string): boolean => {
  try {
    return readCombination(text).length > 0
  } catch {
    return false
  }
}

const readParts = (parts: readonly string[]): Omit<Timeline, 'text'> => {
  const [first = ''] = parts
  const hasBase = parts.length > 1 && first !== '' && !first.includes('@')
  const rest = hasBase ? parts.slice(1) : parts
  const late = rest.find((part) => !part.includes('@') && isCombination(part))
  if (late !== undefined)
    throw new ToolError(parts.some((part) => part.includes('@')) ? baseNotFirst(late) : notCombined(parts))
  const windows = rest
    .map(readWindow)
    .toSorted((a, b) => (a.daily === b.daily ? a.from - b.from : Number(b.daily) - Number(a.daily)))
  return { base: hasBase ? combinationNamed(first) : 'random', windows }
}

/** Checks a value from scripts without types. */
const shortText = (value: unknown): string => {
  const text = String(value)
  if (text.length > MAX_LENGTH) throw new ToolError(scenarioTooLong(MAX_LENGTH))
  return text
}

/**
 * Reads a timeline: `mx-down@10:00..10:30` every day by UTC, `mx-down@2026-01-01T10:00Z..2026-01-01T10:30Z` once. Commas separate windows.
 * If the first scenario has no times, it applies outside the windows; otherwise, `random` applies there. A window may have a combination, or
 * scenarios for one domain, as in `readScenario`. Throws a `ToolError` for an unknown scenario, an invalid time, and windows that end
 * before they begin or that overlap.
 *
 * @example
 * const { text, base, windows } = readTimeline('healthy, MX-Down@10:00:00..10:30')
 * text // => 'healthy,mx-down@10:00..10:30'
 * base // => 'healthy'
 * windows // => [{ scenario: 'mx-down', from: 36_000_000, to: 37_800_000, daily: true }]
 */
export const readTimeline = (text: string): Timeline => {
  const { base, windows } = readParts(
    shortText(text)
      .split(',')
      .map((part) => part.trim()),
  )
  for (const [index, window] of windows.entries()) {
    const other = windows.slice(0, index).find((before) => meet(before, window))
    if (other !== undefined) throw new ToolError(overlapping(write(other), write(window)))
  }
  const written = windows.map(write)
  // The cast is safe: every part begins with the name of a scenario.
  return { text: [...(base === 'random' ? [] : [base]), ...written].join() as ScenarioText, base, windows }
}

/**
 * Reads the times of a window without a scenario: `10:00..10:30` or `2026-01-01T10:00Z..2026-01-01T10:30Z`. Returns them in canonical form too.
 * Throws a `ToolError` as `readTimeline` does.
 */
export const readTimes = (text: string): { readonly text: string; readonly window: TimelineWindow } => {
  const window = readWindow(`random@${text}`)
  return { text: write(window).slice('random@'.length), window }
}

/**
 * Returns whether a text is a timeline: scenario names contain neither times nor commas.
 *
 * @example
 * isTimeline('mx-down@10:00..10:30') // => true
 * isTimeline('mx-down') // => false
 */
export const isTimeline = (text: string): boolean => /[@,]/.test(text)

/**
 * Parses a world's scenario into its canonical form, as a run names it: a name, a combination, a scenario for one domain, or a timeline.
 * Throws a `ToolError` with the reason for any other text.
 *
 * @example
 * readScenario('SPF-permerror + MX-down') // => 'mx-down+spf-permerror'
 * readScenario('mx-down:Shop.Example+healthy') // => 'mx-down:shop.example'
 * readScenario('mx-down@10:00:00..10:30') // => 'mx-down@10:00..10:30'
 */
export const readScenario = (scenario: string): ScenarioText => {
  const text = shortText(scenario)
  return isTimeline(text) ? readTimeline(text).text : combinationNamed(text)
}

/**
 * Returns the scenario at a time (epoch milliseconds): a name or a combination. Throws a `ToolError` for a text that `readScenario`
 * refuses.
 *
 * @example
 * const timeline = 'mx-down@2026-01-01T10:00Z..2026-01-01T10:30Z'
 * scenarioAt(timeline, Date.parse('2026-01-01T10:00:00Z')) // => 'mx-down'
 * scenarioAt(timeline, Date.parse('2026-01-01T10:30:00Z')) // => 'random'
 * scenarioAt('mx-down', 0) // => 'mx-down'
 */
export const scenarioAt = (scenario: string, at: number): ScenarioText => {
  if (!isTimeline(scenario)) return readScenario(scenario)
  const { base, windows } = readTimeline(scenario)
  return windows.find((window) => holds(window, at))?.scenario ?? base
}
