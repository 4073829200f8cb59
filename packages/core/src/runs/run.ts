import type { Usage } from '../plans/usage.ts'
import type { FindingCodeOf, ResultOf, ToolId } from '../catalogue/catalogue.ts'
import type { Report } from '../reports/report.ts'
import type { ScenarioText } from '../scenarios/index.ts'
import type { WorldDocument } from '../world-document/world-document.ts'

/**
 * The version of the simulated internet, part of every run. While this string stays the same, a seed gives the same bytes on every
 * platform.
 */
export const WORLD_VERSION = 'netbox-sim/3'

/**
 * The record of a run, the same on every surface. The id of a tool types its result and the codes of its findings: `ToolRun<'mx-record'>`.
 */
export interface ToolRun<
  Id extends string = string,
  Result = Id extends ToolId ? ResultOf<Id> : unknown,
  Code extends string = Id extends ToolId ? FindingCodeOf<Id> : string,
> extends Report<Code> {
  /** Whether the result is simulated: always true. */
  readonly simulated: true
  /** The world version, which determines the mapping from seeds to worlds. */
  readonly engine: string
  readonly seed: string
  readonly scenario: ScenarioText
  /** The stated facts in canonical form; absent if none were stated. */
  readonly world?: WorldDocument
  /** The time of the world, ISO 8601 in UTC. */
  readonly at: string
  /** 'exec_' and the epoch milliseconds of the run. */
  readonly executionId: string
  readonly tool: Id
  /** The input in canonical form. */
  readonly input: string
  /** Simulated duration in milliseconds; the same for the same seed. */
  readonly executionTime: number
  readonly usage: Usage
  readonly result: Result
}

/** A finished run that is not counted yet. */
export type UncountedRun = Omit<ToolRun, 'usage'>
