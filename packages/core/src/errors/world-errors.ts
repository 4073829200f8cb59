import type { Refusal } from './tool-error.ts'
import { nearest } from './nearest.ts'
import { renamed } from './old-names.ts'

/* The texts of errors about the world of a run. They have their own module, so that a page that opens no world does not load them. */

/** The error for an invalid seed. */
export const invalidSeed: Refusal = {
  code: 'invalid_input',
  title: 'Invalid seed',
  message: 'A seed is text of 1 to 64 characters.',
}

/** Returns the error for a time that can't be parsed. */
export const invalidTime = (text: string): Refusal => ({
  code: 'invalid_input',
  title: 'Invalid time',
  message: `'${clip(text)}' is not a time. Write it like 2026-01-01T00:00:00Z, from 1970 to 9999.`,
})

/** Returns the error for an unknown scenario, and suggests the closest known name. */
export const unknownScenario = (name: string, known: readonly string[]): Refusal => {
  const close = nearest(name, known)
  const hint = close === undefined ? `Known scenarios: ${known.join(', ')}.` : `Did you mean '${close}'?`
  const message = renamed('scenario', name.toLowerCase(), known) ?? `There is no scenario '${clip(name)}'. ${hint}`
  return { code: 'invalid_input', title: 'Unknown scenario', message }
}

/** Shortens user input for a message that quotes it. */
export const clip = (text: string): string => (text.length > 40 ? `${text.slice(0, 39)}…` : text)
