import { openWorld, ToolError, type WorldDocument } from '@netbox/core'
import { runTexts } from '../../texts/run-stages.ts'

/** The most that facts of one's own may be, in bytes of JSON. The service takes as much. */
const MOST_BYTES = 16_384

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Reads facts of one's own from JSON: the document in canonical form, or the sentence that says what is wrong. */
export const readWorldText = (text: string): { readonly world?: WorldDocument; readonly problem?: string } => {
  const size = new TextEncoder().encode(text).length
  if (size > MOST_BYTES) return { problem: runTexts.factsTooLarge(size, MOST_BYTES) }
  const value = parse(text)
  if (value === undefined) return { problem: runTexts.factsNoJson }
  try {
    // It checks any value.
    const { document } = openWorld({ seed: 'any', world: value as WorldDocument }, () => 0)
    return document === undefined ? {} : { world: document }
  } catch (error) {
    return { problem: error instanceof ToolError ? error.message : String(error) }
  }
}
