import { renamed } from '../errors/old-names.ts'
import { ToolError } from '../errors/tool-error.ts'
import { type PlanId, plans } from '../plans/plans.ts'
import { findScenario, scenarios, type ScenarioText } from '../scenarios/index.ts'
import { isSeed, timeOf, type WorldTime } from '../inputs/inputs.ts'
import type { Surface } from '../errors/run-errors.ts'
import type { UsageStore } from '../plans/usage.ts'
import type { AbortSignalLike, Clock } from '../platform.ts'
import type { RunEvent } from './events.ts'
import type { Pacing } from './pacing.ts'
import type { ToolRun, UncountedRun } from './run.ts'
import type { WorldDocument } from '../world-document/world-document.ts'

/** The seed, scenario, facts and time of a simulated internet. */
export interface WorldOptions {
  /** 1 to 64 characters. Default: a fresh one for every run. */
  readonly seed?: string | undefined
  /**
   * A scenario's name, a combination (`'mx-down+spf-permerror'`), a scenario for one domain (`'mx-down:shop.example'`), or a timeline of
   * faults (`'mx-down@10:00..10:30'`). Use `readScenario` for text from users. Default 'random'.
   */
  readonly scenario?: ScenarioText | undefined
  /** Facts that you define; all other facts follow from the seed. Do not change the object afterwards. */
  readonly world?: WorldDocument | undefined
  /** The fixed time of the world: ISO 8601, epoch milliseconds or a `Date`. Default: the clock's current time. */
  readonly at?: WorldTime | undefined
}

/** The options of a toolbox; all have a default. */
export interface ToolboxOptions extends WorldOptions {
  /** The plan whose daily limits apply, for each tool and UTC day; default 'free'. 'enterprise' has almost no limits. */
  readonly plan?: PlanId | (() => PlanId)
  /** Whether runs have the artificial delay of the spec (§9); default false. */
  readonly delay?: boolean
  /** The progress steps of the delay; default 'home'. */
  readonly pacing?: Pacing
  /** Default: in memory, for the lifetime of the toolbox. */
  readonly usage?: UsageStore<UncountedRun>
  /** The user whose runs the store counts; default 'local'. */
  readonly subject?: string
  /** The surface that determines the texts of refusals; default 'library'. */
  readonly surface?: Surface
  readonly clock?: Clock
}

/** The options of one run. Its world options take precedence over the toolbox's options. */
export interface RunOptions<Run extends ToolRun = ToolRun> extends WorldOptions {
  /** Cancels the run; a cancelled run costs nothing. */
  readonly signal?: AbortSignalLike
  readonly onEvent?: (event: RunEvent<Run>) => void
}

/*
 * Checks the options of programs without types, in which a misspelled plan would have no limits. The texts are here and not in errors/,
 * because they name options of the library.
 */

const show = (value: unknown): string =>
  typeof value === 'string' ? `'${value.length > 40 ? `${value.slice(0, 39)}…` : value}'` : String(value)

const refuse = (message: string): never => {
  throw new ToolError({ code: 'invalid_input', title: 'Invalid option', message })
}

const oneOf = (words: readonly string[]): string => `one of ${words.map((word) => `'${word}'`).join(', ')}`

const isFunction = (value: unknown): boolean => typeof value === 'function'

/** Returns whether a value has methods with these names. */
const hasMethods = (value: unknown, ...names: readonly string[]): boolean =>
  // The cast is safe: reading a property of any value other than null and undefined is.
  value !== null && names.every((name) => isFunction((value as Readonly<Record<string, unknown>>)[name]))

const planIds: readonly string[] = plans.map(({ id }) => id)

const isPlan = (value: unknown): boolean => planIds.includes(value as string)

const scenarioNames = scenarios.map(({ name }) => name)

/** Returns whether a scenario exists. Throws a `ToolError` for its old name. */
const isScenario = (name: string): boolean => {
  const now = renamed('scenario', name.toLowerCase(), scenarioNames)
  if (now !== undefined) refuse(now)
  return findScenario(name) !== undefined
}

/** Returns whether every scenario in a name, combination or timeline exists. A run also checks domains, times and contradictions. */
const namesScenarios = (value: unknown): boolean =>
  typeof value === 'string' && value.split(/[+,]/).every((part) => isScenario(part.split(/[:@]/, 1)[0]?.trim() ?? ''))

/** An option: whether a value is valid, and the description of the valid values. */
type Rule = readonly [isValid: (value: unknown) => boolean, valid: string]

const word = (...words: readonly string[]): Rule => [(value) => words.includes(value as string), oneOf(words)]

const object: Rule = [(value) => typeof value === 'object' && value !== null, 'an object']

const worldRules: Readonly<Record<'seed' | 'scenario' | 'at' | 'world', Rule>> = {
  seed: [isSeed, 'text of 1 to 64 characters'],
  scenario: [namesScenarios, `made of scenarios: ${scenarioNames.join(', ')}`],
  at: [
    (value) => timeOf(value as string) !== undefined,
    'a Date, epoch milliseconds or a time like 2026-01-01T00:00:00Z, from 1970 to 9999',
  ],
  world: object,
}

const toolboxRules: Readonly<Record<keyof ToolboxOptions, Rule>> = {
  plan: [(value) => isPlan(value) || isFunction(value), `${oneOf(planIds)}, or a function that returns one`],
  ...worldRules,
  delay: [(value) => typeof value === 'boolean', 'true or false'],
  pacing: word('home', 'dashboard'),
  usage: [(value) => hasMethods(value, 'read', 'consume'), 'an object with the methods read and consume'],
  subject: [(value) => typeof value === 'string', 'text'],
  surface: word('home', 'dashboard', 'library', 'command', 'api'),
  clock: [(value) => hasMethods(value, 'now', 'wait'), 'an object with the methods now and wait'],
}

const runRules: Readonly<Record<keyof RunOptions, unknown>> = { ...worldRules, signal: object, onEvent: isFunction }

const checkNames = (options: object, rules: object): void => {
  for (const name of Object.keys(options))
    if (!Object.hasOwn(rules, name))
      refuse(
        renamed('option', name, Object.keys(rules)) ??
          `There is no option ${show(name)}. Options: ${Object.keys(rules).join(', ')}.`,
      )
}

/** Checks the options of a toolbox. Throws a `ToolError` for an unknown option, and for a value that the option can't have. */
export const checkToolboxOptions = (options: ToolboxOptions): void => {
  checkNames(options, toolboxRules)
  for (const [name, value] of Object.entries(options)) {
    // The cast is safe: every name has a rule.
    const [isValid, valid] = toolboxRules[name as keyof ToolboxOptions]
    if (value !== undefined && !isValid(value)) refuse(`Option '${name}' can't be ${show(value)}. It must be ${valid}.`)
  }
}

/** Checks the names of the options of a run. Throws a `ToolError` for an unknown one. The run itself checks the values. */
export const checkRunOptions = (options: RunOptions): void => checkNames(options, runRules)

/** Checks the plan that a program's function returned. Throws a `ToolError` for any other value. */
export const checkPlan = (plan: PlanId): PlanId =>
  isPlan(plan) ? plan : refuse(`The function 'plan' returned ${show(plan)}. It must return ${oneOf(planIds)}.`)
