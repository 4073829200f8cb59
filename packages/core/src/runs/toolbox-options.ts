import type { Surface } from '../errors/run-errors.ts'
import type { PlanId } from '../plans/plans.ts'
import type { UsageStore } from '../plans/usage.ts'
import type { AbortSignalLike, Clock } from '../platform.ts'
import type { ScenarioText } from '../scenarios/index.ts'
import type { RunEvent } from './events.ts'
import type { Pacing } from './pacing.ts'
import type { ToolRun } from './run.ts'
import type { WorldDocument } from './world-document.ts'

/** Chooses the seed, scenario, facts and time of a simulated internet. */
export interface WorldOptions {
  /** 1 to 64 characters. Without it every run gets a fresh one. */
  readonly seed?: string | undefined
  /**
   * A scenario's name, several that hold together (`'mx-down+spf-permerror'`), one for a domain (`'mx-down:shop.example'`), or a
   * timeline of faults that begin and end (`'mx-down@10:00..10:30'`). `readScenario` reads text that others wrote. Default 'none'.
   */
  readonly scenario?: ScenarioText | undefined
  /** Facts of your own: what it leaves out follows from the seed. It must not change afterwards. */
  readonly world?: WorldDocument | undefined
  /** The present of the world, which then stands still: ISO 8601 or epoch milliseconds. Without it, the clock's. */
  readonly at?: string | number | undefined
}

/** The options of a toolbox; all have a default. */
export interface ToolboxOptions extends WorldOptions {
  /** The plan whose daily limits apply, for each tool and UTC day; default 'free'. 'enterprise' has nearly none. */
  readonly plan?: PlanId | (() => PlanId)
  /** 'none' answers at once (default); 'spec' takes the time that the spec gives (§9). */
  readonly latency?: 'none' | 'spec'
  /** Which rhythm 'spec' follows; default 'home'. */
  readonly pacing?: Pacing
  /** Default: in memory, for the life of the toolbox. */
  readonly usage?: UsageStore
  /** The user whose runs the store counts; default 'local'. */
  readonly subject?: string
  /** The surface whose words refusals use; default 'library'. */
  readonly surface?: Surface
  readonly clock?: Clock
}

/** The options of one run. Its world options take precedence over those of the toolbox. */
export interface RunOptions<Run extends ToolRun = ToolRun> extends WorldOptions {
  /** Cancels the run; a cancelled run costs nothing. */
  readonly signal?: AbortSignalLike
  readonly onEvent?: (event: RunEvent<Run>) => void
}
