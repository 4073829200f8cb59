import type { Usage } from '../plans/usage.ts'
import type { Report } from '../reports/report.ts'
import type { ScenarioText } from '../scenarios/index.ts'
import type { WorldDocument } from './world-document.ts'

/** The envelope of every run on every surface. */
export interface ToolRun<Id extends string = string, Result = unknown> extends Report {
  /** Always true: results are made up, and say so. */
  readonly simulated: true
  /** The world version, which the mapping depends on. */
  readonly engine: string
  readonly seed: string
  readonly scenario: ScenarioText
  /** The facts that were stated, in canonical form; absent where there were none. */
  readonly world?: WorldDocument
  /** The present of the world, ISO 8601 in UTC. */
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
