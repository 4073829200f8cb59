import { findTool, type Tool, type ToolDefinition, type ToolRun, WORLD_VERSION, type WorldDocument } from '@netbox/core'
import type { ChosenWorld } from '../world/world.ts'

/** The parts of a run that a link contains. */
export interface RunAddress extends Pick<ToolRun, 'tool' | 'input' | 'seed' | 'at'> {
  readonly scenario: string
  /** The user's own facts. */
  readonly world?: WorldDocument | undefined
  /** The version of the simulation that made the run; if absent, the current version. */
  readonly engine?: string
}

/** Returns the number in a version of the simulation: `3` of `netbox-sim/3`. */
export const versionNumber = (engine: string): string => engine.slice(engine.indexOf('/') + 1)

/** The path of the user's verified addresses. */
export const VERIFICATIONS_PATH = '/dashboard/verifications'

/** Returns the path of a tool's page in the dashboard. */
export const toolPagePath = ({ path }: Pick<Tool, 'path'>): string => `/tools/${path}`

/** Returns the path of a tool on the public site; a tool without a public page has one in the dashboard. */
export const toolPath = (tool: Pick<ToolDefinition, 'path' | 'picker'>): string =>
  `${tool.picker === undefined ? '/tools' : ''}/${tool.path}`

// The maximum length of the facts. Mail and chat programs keep links of this length intact, including the rest of the address.
const MOST_WORLD = 2048

/** Returns whether the facts of a run are too long for a link. */
export const isTooLong = ({ world }: Pick<RunAddress, 'world'>): boolean =>
  world !== undefined && encodeURIComponent(JSON.stringify(world)).length > MOST_WORLD

const queryOf = (run: RunAddress): string => {
  const { input, seed, scenario, at, world, engine = WORLD_VERSION } = run
  const query = new URLSearchParams({ input, seed, scenario, at, v: versionNumber(engine) })
  if (world !== undefined && !isTooLong(run)) query.set('world', JSON.stringify(world))
  return query.toString()
}

/** The path of the mail check. */
const MAIL_CHECK_PATH = '/mail-check'

/** Writes the path of a mail check, which opens its report. */
export const mailCheckPath = (domain: string, world: Omit<RunAddress, 'tool' | 'input'>): string => {
  const query = new URLSearchParams(queryOf({ ...world, tool: 'mx-record', input: domain }))
  query.delete('input')
  return `${MAIL_CHECK_PATH}?domain=${encodeURIComponent(domain)}&${query.toString()}`
}

/**
 * Returns the history state that accompanies the path of a visitor's own run. By its mark, the run opens with its form instead of as a
 * shared report. Facts that are too long for an address are in the state, too.
 */
export const runState = (
  run: Pick<RunAddress, 'world' | 'seed'>,
): { readonly own: true } & Pick<RunAddress, 'world'> => ({
  own: true,
  ...(isTooLong(run) ? { world: run.world } : {}),
})

/** Writes the path of a run, which opens its report, on the public page if the tool has one. */
export const runPath = (run: RunAddress): string => {
  const tool = findTool(run.tool)
  return `${tool === undefined ? `/${run.tool}` : toolPath(tool)}?${queryOf(run)}`
}

/** Returns the path of a tool with its form filled in, within the current part of the site. */
export const toolLink = (
  tool: Pick<ToolDefinition, 'path' | 'picker'>,
  { input, seed, scenario }: { readonly input?: string | undefined; readonly seed: string; readonly scenario: string },
  here: string,
): string => {
  const isDashboard = /^\/(?:tools|dashboard)(?:\/|$)/.test(here)
  const query = new URLSearchParams({ ...(input === undefined ? {} : { input }), seed, scenario })
  return `${isDashboard ? `/tools/${tool.path}` : toolPath(tool)}?${query.toString()}`
}

/** Writes the path of the card of a run, which other pages embed. */
export const embedPath = (run: RunAddress): string => `/embed?tool=${run.tool}&${queryOf(run)}`

/** Returns the path of the page that compares two runs. Without `b`, the user chooses the second run there. */
export const comparePath = (a: RunAddress, b?: RunAddress): string =>
  `/compare?${new URLSearchParams({ a: runPath(a), ...(b === undefined ? {} : { b: runPath(b) }) }).toString()}`

/** Writes the path of the page that chooses a world, with this world filled in. */
export const worldPath = ({ seed, scenario, at, world }: ChosenWorld): string => {
  const query = new URLSearchParams({
    ...(seed === undefined ? {} : { seed }),
    scenario,
    ...(at === undefined ? {} : { at }),
    ...(world === undefined ? {} : { world: JSON.stringify(world) }),
  })
  return `/world?${query.toString()}`
}

/** Writes the path of the page that runs a tool for each line of a list. */
export const bulkPath = ({ id }: Pick<Tool, 'id'>): string => `/bulk?tool=${id}`

/** Writes the path of a tool's tab in its category. */
export const tabPath = (category: string, tool: string): string => `/dashboard/${category}?tool=${tool}`

/** Writes the path of a run in the tab of its tool. */
export const tabRunPath = (category: string, run: RunAddress): string =>
  `${tabPath(category, run.tool)}&${queryOf(run)}`

/** Writes the path of a run within the dashboard. */
export const dashboardRunPath = (run: RunAddress): string => {
  const tool = findTool(run.tool)
  return `/tools/${tool?.path ?? run.tool}?${queryOf(run)}`
}

const SAFE = /^[\w@%+=:,./-]+$/

/** Quotes a word for a POSIX shell, which takes everything in single quotes literally. */
export const shellWord = (text: string): string =>
  SAFE.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`

// A value that looks like an option must be joined to the option's name with '='.
const option = (name: string, value: string | undefined): string[] =>
  value === undefined || value === ''
    ? []
    : [value.startsWith('-') ? shellWord(`--${name}=${value}`) : `--${name} ${shellWord(value)}`]

/** The arguments of a run in the terminal. */
export interface CommandOrder {
  readonly tool: string
  readonly input?: string | undefined
  readonly seed?: string | undefined
  readonly scenario?: string | undefined
  readonly at?: string | undefined
  /** The user's own facts, which the command reads from a file. */
  readonly world?: object | undefined
}

/** The file from which a command reads the facts of a run. */
export const WORLD_FILE = 'world.json'

/** Writes a run as a command for the terminal. */
export const shellCommand = ({ tool, input = '', seed, scenario, at, world }: CommandOrder): string => {
  const words = input === '' ? [] : [shellWord(input)]
  // An input that starts with '-' follows '--', so that it is neither an option nor, as a single '-', standard input.
  const isPlain = !input.startsWith('-')
  return [
    'netbox',
    tool,
    ...(isPlain ? words : []),
    ...option('seed', seed),
    ...option('scenario', scenario === 'random' ? undefined : scenario),
    ...option('at', at),
    ...option('world', world === undefined ? undefined : WORLD_FILE),
    ...(isPlain ? [] : ['--', ...words]),
  ].join(' ')
}
