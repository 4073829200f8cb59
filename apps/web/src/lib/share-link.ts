import { findTool, MAX_INPUT_LENGTH, openWorld, ToolError, type ToolRun } from '@netbox/core'

/** What a link to a run says of it. */
export interface RunAddress extends Pick<ToolRun, 'tool' | 'input' | 'seed' | 'scenario' | 'at'> {}

/** Writes the path that leads to a run: opened, it fills the form and waits. */
export const runPath = ({ tool, input, seed, scenario, at }: RunAddress): string =>
  `/${findTool(tool)?.path ?? tool}?${new URLSearchParams({ input, seed, scenario, at }).toString()}`

/** What a link fills in, and what of it was wrong, in sentences. */
export interface SharedRun {
  readonly input?: string
  readonly seed?: string
  readonly scenario?: string
  readonly at?: string
  readonly problems: readonly string[]
}

const checks = ['seed', 'scenario', 'at'] as const

// Core says what a world may be named by, and in which words it is refused.
const problemOf = (world: { readonly [Name in (typeof checks)[number]]?: string }): string | undefined => {
  try {
    openWorld(world, () => 0)
    return undefined
  } catch (error) {
    return error instanceof ToolError ? error.message : String(error)
  }
}

/** Reads the query of an address; what can't be is left out and named. Without any of it there is nothing to fill in. */
export const readShareLink = (search: string): SharedRun | undefined => {
  const query = new URLSearchParams(search)
  const input = query.get('input')
  const given = checks.flatMap((name) => {
    const value = query.get(name)
    return value === null ? [] : [{ name, value: value.trim() }]
  })
  if (input === null && given.length === 0) return undefined
  const judged = given.map(({ name, value }) => ({ name, value, problem: problemOf({ [name]: value }) }))
  const isLong = input !== null && input.length > MAX_INPUT_LENGTH
  return {
    ...(input === null || isLong ? {} : { input }),
    ...Object.fromEntries(
      judged
        .filter(({ problem }) => problem === undefined)
        .map(({ name, value }) => [name, name === 'scenario' ? value.toLowerCase() : value]),
    ),
    problems: [
      ...(isLong ? [`The input of this link is too long: ${MAX_INPUT_LENGTH} characters are the most.`] : []),
      ...judged.flatMap(({ problem }) => problem ?? []),
    ],
  }
}
