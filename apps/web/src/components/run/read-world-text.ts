import { openWorld, ToolError, type WorldDocument } from '@netbox/core'
import { runTexts } from '../../texts/run-stages.ts'

/** The maximum size of the user's own facts, in bytes of JSON. The service has the same limit. */
export const MOST_BYTES = 16_384

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Parses the user's own facts from JSON: returns the document in canonical form, or a sentence with the error. */
export const readWorldText = (text: string): { readonly world?: WorldDocument; readonly problem?: string } => {
  const size = new TextEncoder().encode(text).length
  if (size > MOST_BYTES) return { problem: runTexts.factsTooLarge(size, MOST_BYTES) }
  const value = parse(text)
  if (value === undefined) return { problem: runTexts.factsNoJson }
  try {
    // The cast is safe, because `openWorld` validates any value.
    const { document } = openWorld({ seed: 'any', world: value as WorldDocument }, () => 0)
    return document === undefined ? {} : { world: document }
  } catch (error) {
    return { problem: error instanceof ToolError ? error.message : String(error) }
  }
}
