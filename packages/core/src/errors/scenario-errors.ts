import type { Refusal } from './tool-error.ts'
import { clip } from './world-errors.ts'

/* The texts of errors about a combination of scenarios or a timeline. */

const INVALID = 'Invalid scenario'

const refused = (message: string, title = 'Invalid timeline'): Refusal => ({ code: 'invalid_input', title, message })

/** Returns the error for a part that is neither a scenario nor a scenario with times. */
export const noTimelinePart = (part: string): Refusal =>
  refused(
    part === ''
      ? 'A part of the timeline is empty. Separate the parts with single commas, without a comma at the start or end.'
      : `'${clip(part)}' is not a part of a timeline. Write it like mx-down@10:00..10:30 (UTC, every day) or mx-down@2026-01-01T10:00Z..2026-01-01T10:30Z.`,
  )

/** Returns the error for a fault that ends before or when it begins. */
export const windowEndsFirst = (part: string): Refusal =>
  refused(`'${clip(part)}' ends before or when it begins. Write the earlier time first.`)

/** Returns the error for two faults that overlap in time. */
export const overlapping = (one: string, other: string): Refusal =>
  refused(`${one} and ${other} overlap. Only one fault applies at a time: let the first end before the next begins.`)

/** Returns the error for a part without times that is not the first. */
export const baseNotFirst = (name: string): Refusal =>
  refused(
    `'${clip(name)}' has no times. Only the first part of a timeline may have none: it applies outside the others.`,
  )

/** Returns the error for faults with commas between them and no times. */
export const notCombined = (parts: readonly string[]): Refusal =>
  refused(`Faults at the same time combine with +: ${clip(parts.join('+'))}.`)

/** Returns the error for a text that is too long. */
export const scenarioTooLong = (most: number): Refusal =>
  refused(`A scenario is text of at most ${most} characters.`, INVALID)

/** Returns the error for a plus sign without a scenario on one side. */
export const emptyPart = (text: string): Refusal =>
  refused(
    `A part of '${clip(text)}' is empty. Separate the scenarios with single plus signs, without one at the start or end.`,
    INVALID,
  )

/** Returns the error for a scenario whose scope is not a domain. */
export const noScope = (part: string, domain: string): Refusal =>
  refused(
    `'${clip(domain)}' in '${clip(part)}' is not a domain name. Write a scenario for one domain like mx-down:shop.example.`,
    INVALID,
  )

/** Returns the error for two scenarios that exclude each other, with the reason. */
export const contradiction = (one: string, other: string, reason: string): Refusal =>
  refused(`${one} and ${other} contradict each other: ${reason}`, INVALID)
