import {
  openWorld,
  readScenario,
  type ScenarioText,
  severities,
  type Severity,
  type PlanId,
  type ToolRun,
  withFindingUrls,
  type WorldDocument,
  type WorldKeys,
} from '@netbox/core'
import { isToolError } from '../exit.ts'
import { siteOf } from '../state/api-url.ts'
import type { Context } from '../commands/context.ts'
import { noDomain, notInRange, notTogether, unreadable, worldFromStdin } from '../texts/messages.ts'

/** The settings of runs and of their output. */
export interface Settings {
  readonly json: boolean
  readonly plain: boolean
  readonly quiet: boolean
  readonly seed: string | undefined
  readonly scenario: ScenarioText | undefined
  readonly at: string | undefined
  /** The facts from --world. */
  readonly world: WorldDocument | undefined
  readonly reproducible: boolean
  readonly delay: boolean
  readonly concurrency: number
  readonly failOn: Severity | undefined
  /** The plan that a user who is not signed in chose on this machine. */
  readonly chosenPlan: PlanId | undefined
  /** The site of the service, which has a page about each finding. */
  readonly site: string
}

const MOST_AT_ONCE = 64
const REPRODUCIBLE_SEED = 'netbox'
const REPRODUCIBLE_TIME = '2026-01-01T00:00:00.000Z'

/** Parses the whole number of an option. Throws a `CommandError` if it is outside the range. */
export const wholeNumber = (
  option: string,
  value: string | undefined,
  [low, high]: readonly [number, number],
  otherwise: number,
): number => {
  if (value === undefined) return otherwise
  const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN
  if (!(number >= low && number <= high)) throw notInRange(option, value, low, high)
  return number
}

/** The file of --world: its document, and its keys, which only servers get. */
export interface GivenWorld {
  readonly world: WorldDocument | undefined
  readonly keys?: WorldKeys | undefined
}

/**
 * Reads the file of --world or NETBOX_WORLD, with warnings about ignored lines on stderr. --no-known and --strict become fields of the document; without all of
 * them, there is none. Throws a `CommandError` for an unreadable file, and core's `ToolError`
 * for an invalid world document. The readers of YAML and zone files are loaded on demand.
 */
export const readWorldOption = async ({
  options,
  environment,
  say,
}: Pick<Context, 'options' | 'environment' | 'say'>): Promise<GivenWorld> => {
  const path = options.world ?? environment.world.file
  const set = {
    ...(options.known === false && { known: false }),
    ...(options.strict !== undefined && { strict: true }),
  }
  if (path === undefined) return { world: Object.keys(set).length === 0 ? undefined : set }
  if (path === '-') throw worldFromStdin()
  const { readWorldFile } = await import('@netbox/simulated-internet/world-files')
  try {
    let keys: WorldKeys = {}
    const world = readWorldFile(path, { onWarning: (warning) => say(warning), onKeys: (read) => (keys = read) })
    return { world: { ...world, ...set }, keys }
  } catch (error) {
    throw isToolError(error) ? error : unreadable(path, error)
  }
}

/** Returns whether a text is a valid domain for a scenario. */
const isDomain = (text: string): boolean => {
  try {
    readScenario(`mx-down:${text}`)
    return !/[+,@:]/.test(text)
  } catch {
    return false
  }
}

/** Checks --domains. Throws a `CommandError` for a text that is no domain. */
export const checkDomains = ({ domains }: Context['options']): void => {
  const wrong = domains?.find((domain) => !isDomain(domain))
  if (wrong !== undefined) throw noDomain('domains', wrong)
}

/** Reads the options of a run. Throws a `CommandError` or core's `ToolError` for an invalid value. */
export const readSettings = async (
  context: Pick<Context, 'options' | 'environment' | 'say' | 'plan'>,
): Promise<Settings> => {
  const { options, environment } = context
  const { plan, isChosen } = context.plan.state()
  const reproducible = options.reproducible !== undefined
  if (options.json !== undefined && options.plain !== undefined) throw notTogether('--json', '--plain')
  const seed = options.seed ?? environment.seed ?? (reproducible ? REPRODUCIBLE_SEED : undefined)
  const at = options.at ?? environment.world.at ?? (reproducible ? REPRODUCIBLE_TIME : undefined)
  // Checks the world before any run. Otherwise, an error in it would be reported for every line of a list.
  const named = options.scenario ?? environment.world.scenario
  const scenario = named === undefined ? undefined : readScenario(named)
  const { world } = await readWorldOption(context)
  // The known internet changes no error.
  openWorld({ seed: seed ?? 'any', scenario, at, world: world ?? { known: false } }, () => 0)
  return {
    json: options.json !== undefined,
    plain: options.plain !== undefined,
    quiet: options.quiet !== undefined,
    seed,
    scenario,
    at,
    world,
    reproducible,
    delay: options.delay !== false,
    concurrency: wholeNumber('concurrency', options.concurrency, [1, MOST_AT_ONCE], 8),
    failOn: severities.find((severity) => severity === options.failOn),
    chosenPlan: isChosen ? plan : undefined,
    site: siteOf(environment),
  }
}

/**
 * Returns a run as JSON data, with the addresses of its findings. Its usage names the plan if the user chose it on this machine. With
 * --reproducible, leaves out what differs between runs and machines: usage and addresses.
 */
export const documentOf = (
  run: ToolRun,
  { reproducible, chosenPlan, site }: Pick<Settings, 'reproducible' | 'chosenPlan' | 'site'>,
): object => {
  const { usage, ...rest } = run
  if (reproducible) return rest
  const whole = withFindingUrls(run, site)
  return chosenPlan === undefined ? whole : { ...whole, usage: { ...usage, chosenPlan } }
}
