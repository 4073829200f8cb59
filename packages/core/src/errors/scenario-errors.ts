import type { Refusal } from './tool-error.ts'
import { clip } from './world-errors.ts'

/* The words of a refusal that is about a combination of scenarios or a timeline. */

const INVALID = 'Invalid scenario'

const refused = (message: string, title = 'Invalid timeline'): Refusal => ({ code: 'invalid_input', title, message })

/** Says that a part is neither a scenario nor a scenario with times. */
export const noTimelinePart = (part: string): Refusal =>
  refused(
    part === ''
      ? 'A part of the timeline is empty. Write one comma between two parts, and none at its ends.'
      : `'${clip(part)}' is no part of a timeline. Write it like mx-down@10:00..10:30 (UTC, every day) or mx-down@2026-01-01T10:00Z..2026-01-01T10:30Z.`,
  )

/** Says that a fault lasts no time. */
export const windowEndsFirst = (part: string): Refusal =>
  refused(`'${clip(part)}' ends before it begins, or at once. Write the earlier time first.`)

/** Says that two faults want to hold at once. */
export const overlapping = (one: string, other: string): Refusal =>
  refused(`${one} and ${other} overlap. One fault holds at a time: let the first end before the next begins.`)

/** Says that only the first part may have no times. */
export const baseNotFirst = (name: string): Refusal =>
  refused(
    `'${clip(name)}' has no times. Only the first part of a timeline may have none: it holds outside of the others.`,
  )

/** Says that the text is too long. */
export const scenarioTooLong = (most: number): Refusal =>
  refused(`A scenario is text of at most ${most} characters.`, INVALID)

/** Says that there is no scenario beside a plus sign. */
export const emptyPart = (text: string): Refusal =>
  refused(`A part of '${clip(text)}' is empty. Write one + between two scenarios, and none at its ends.`, INVALID)

/** Says that a scenario is for something that is no domain. */
export const noScope = (part: string, domain: string): Refusal =>
  refused(
    `'${clip(domain)}' in '${clip(part)}' is no domain name. Write a scenario for one domain like mx-down:shop.example.`,
    INVALID,
  )

/** Says that two scenarios can't hold together, and why. */
export const contradiction = (one: string, other: string, reason: string): Refusal =>
  refused(`${one} and ${other} contradict each other: ${reason}`, INVALID)
