import { MAX_INPUT_LENGTH, openWorld, readScenario, ToolError, WORLD_VERSION, type WorldDocument } from '@netbox/core'
import { versionNumber } from '../../lib/run-links.ts'
import { runTexts } from '../../texts/tool-run.ts'

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

/** The values of a link, and its errors as sentences. */
export interface SharedRun {
  readonly input?: string
  readonly seed?: string
  readonly scenario?: string
  readonly at?: string
  readonly world?: WorldDocument
  readonly problems: readonly string[]
  /** The remark that another version of the simulation made the link. */
  readonly remark?: string
}

const names = ['seed', 'scenario', 'at'] as const

/** Returns core's error for this world; undefined if the world is valid. */
export const worldProblem = ({
  scenario = 'random',
  ...world
}: { readonly [Name in (typeof names)[number]]?: string }): string | undefined => {
  try {
    openWorld({ ...world, scenario: readScenario(scenario) }, () => 0)
    return undefined
  } catch (error) {
    return error instanceof ToolError ? error.message : String(error)
  }
}

// A link may contain a scenario in capitals, but the list of scenarios needs its exact name.
const valueOf = (name: string, text: string): string => (name === 'scenario' ? readScenario(text) : text)

/** Returns a remark if another version of the simulation made a link. Links of version 1 carry no version. */
const versionRemark = (made: string): { remark?: string } => {
  const current = versionNumber(WORLD_VERSION)
  return made !== current && /^\d{1,3}$/.test(made) ? { remark: runTexts.linkOfOtherVersion(made, current) } : {}
}

const fieldsOf = (state: unknown): Readonly<Record<string, unknown>> =>
  typeof state === 'object' && state !== null ? { ...state } : {}

const worldIn = (text: string | null, kept: unknown): ReturnType<typeof readWorldText> => {
  if (text !== null) return readWorldText(text)
  return kept === undefined ? {} : readWorldText(JSON.stringify(kept))
}

/**
 * Reads the query of an address, and the parts of the world in the browser's history state. Drops invalid values and lists them as problems. Returns undefined if the
 * address describes no run.
 */
export const readShareLink = (search: string, state?: unknown): SharedRun | undefined => {
  const query = new URLSearchParams(search)
  const input = query.get('input')
  const kept = fieldsOf(state)
  const parts = names.flatMap((name) => {
    const value = query.get(name)?.trim() ?? (typeof kept[name] === 'string' ? kept[name] : undefined)
    return value === undefined ? [] : [{ name, value, problem: worldProblem({ [name]: value }) }]
  })
  const { world, problem: refused } = worldIn(query.get('world'), kept['world'])
  if (input === null && parts.length === 0 && world === undefined && refused === undefined) return undefined
  const isLong = input !== null && input.length > MAX_INPUT_LENGTH
  const good = parts.filter(({ problem }) => problem === undefined)
  return {
    ...(input === null || isLong ? {} : { input }),
    ...Object.fromEntries(good.map(({ name, value }) => [name, valueOf(name, value)])),
    ...(world === undefined ? {} : { world }),
    ...(good.length === names.length ? versionRemark(query.get('v') ?? '1') : {}),
    problems: [
      ...(isLong ? [runTexts.linkTooLong(MAX_INPUT_LENGTH)] : []),
      ...parts.flatMap(({ problem }) => problem ?? []),
      ...(refused === undefined ? [] : [refused]),
    ],
  }
}
