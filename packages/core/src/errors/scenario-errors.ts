import type { Refusal } from './tool-error.ts'
import { clip } from './world-errors.ts'

/* The texts of refusals about a combination of scenarios or a timeline. */

const INVALID = 'Invalid scenario'

const refused = (message: string, title = 'Invalid timeline'): Refusal => ({ code: 'invalid_input', title, message })

/** Returns the refusal of a part that is neither a scenario nor a scenario with times. */
export const noTimelinePart = (part: string): Refusal =>
  refused(
    part === ''
      ? 'A part of the timeline is empty. Write one comma between two parts, and none at its ends.'
      : `'${clip(part)}' is no part of a timeline. Write it like mx-down@10:00..10:30 (UTC, every day) or mx-down@2026-01-01T10:00Z..2026-01-01T10:30Z.`,
  )

/** Returns the refusal of a fault that ends no later than it begins. */
export const windowEndsFirst = (part: string): Refusal =>
  refused(`'${clip(part)}' ends before it begins, or at once. Write the earlier time first.`)

/** Returns the refusal of two faults that overlap in time. */
export const overlapping = (one: string, other: string): Refusal =>
  refused(`${one} and ${other} overlap. One fault holds at a time: let the first end before the next begins.`)

/** Returns the refusal of a part without times that is not the first. */
export const baseNotFirst = (name: string): Refusal =>
  refused(
    `'${clip(name)}' has no times. Only the first part of a timeline may have none: it holds outside of the others.`,
  )

/** Returns the refusal of a text that is too long. */
export const scenarioTooLong = (most: number): Refusal =>
  refused(`A scenario is text of at most ${most} characters.`, INVALID)

/** Returns the refusal of a plus sign without a scenario on one side. */
export const emptyPart = (text: string): Refusal =>
  refused(`A part of '${clip(text)}' is empty. Write one + between two scenarios, and none at its ends.`, INVALID)

/** Returns the refusal of a scenario whose scope is not a domain. */
export const noScope = (part: string, domain: string): Refusal =>
  refused(
    `'${clip(domain)}' in '${clip(part)}' is no domain name. Write a scenario for one domain like mx-down:shop.example.`,
    INVALID,
  )

/** Returns the refusal of two scenarios that exclude each other, with the reason. */
export const contradiction = (one: string, other: string, reason: string): Refusal =>
  refused(`${one} and ${other} contradict each other: ${reason}`, INVALID)
