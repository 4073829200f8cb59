import type { Surface } from '../errors/run-errors.ts'
import type { WorldTime } from '../inputs/seed-and-time.ts'
import type { PlanId } from '../plans/plans.ts'
import type { UsageStore } from '../plans/usage.ts'
import type { AbortSignalLike, Clock } from '../platform.ts'
import type { ScenarioText } from '../scenarios/index.ts'
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
  /** Facts that you state; all other facts follow from the seed. Do not change the object afterwards. */
  readonly world?: WorldDocument | undefined
  /** The fixed time of the world: ISO 8601, epoch milliseconds or a `Date`. Default: the clock's current time. */
  readonly at?: WorldTime | undefined
}

/** The options of a toolbox; all have a default. */
export interface ToolboxOptions extends WorldOptions {
  /** The plan whose daily limits apply, for each tool and UTC day; default 'free'. 'enterprise' has almost no limits. */
  readonly plan?: PlanId | (() => PlanId)
  /** The delay: none (default), or that of the spec (§9). */
  readonly latency?: 'none' | 'spec'
  /** The progress steps of the delay 'spec'; default 'home'. */
  readonly pacing?: Pacing
  /** Default: in memory, for the lifetime of the toolbox. */
  readonly usage?: UsageStore<UncountedRun>
  /** The user whose runs the store counts; default 'local'. */
  readonly subject?: string
  /** The surface that determines the texts of refusals; default 'library'. */
  readonly surface?: Surface
  readonly clock?: Clock
}

/** The options of one run. Its world options take precedence over those of the toolbox. */
export interface RunOptions<Run extends ToolRun = ToolRun> extends WorldOptions {
  /** Cancels the run; a cancelled run costs nothing. */
  readonly signal?: AbortSignalLike
  readonly onEvent?: (event: RunEvent<Run>) => void
}
