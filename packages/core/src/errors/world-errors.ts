import type { Refusal } from './tool-error.ts'
import { nearest } from './nearest.ts'

/* The words of a refusal that is about the world of a run: a page that asks for none needs none of them. */

/** Says that the seed can't be one. */
export const invalidSeed: Refusal = {
  code: 'invalid_input',
  title: 'Invalid seed',
  message: 'A seed is text of 1 to 64 characters.',
}

/** Says that the time of the world can't be read. */
export const invalidTime = (text: string): Refusal => ({
  code: 'invalid_input',
  title: 'Invalid time',
  message: `'${clip(text)}' is no time. Write it like 2026-01-01T00:00:00Z, from 1970 to 9999.`,
})

/** Says that there is no such scenario, and which one may have been meant. */
export const unknownScenario = (name: string, known: readonly string[]): Refusal => {
  const close = nearest(name, known)
  const hint = close === undefined ? `Known scenarios: ${known.join(', ')}.` : `Did you mean '${close}'?`
  return { code: 'invalid_input', title: 'Unknown scenario', message: `There is no scenario '${clip(name)}'. ${hint}` }
}

/** Shortens what people typed: it is quoted back, but not a megabyte of it. */
export const clip = (text: string): string => (text.length > 40 ? `${text.slice(0, 39)}…` : text)
