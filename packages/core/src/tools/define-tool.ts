import type { Input } from '../inputs/inputs.ts'
import type { PlanId } from '../plans/plans.ts'
import type { ReportDraft } from '../reports/report.ts'
import type { Schema } from '../schema/schema.ts'
import type { World } from '../world/world.ts'

/** A tab of the home page's picker that contains tools. */
export type PickerCategory = 'network' | 'dns' | 'email'

/** A category of the dashboard that contains tools. */
export type DashboardCategory = 'network' | 'dns' | 'email' | 'security'

/** The daily runs of one tool by plan: -1 is unlimited, 0 not available (spec §9). */
export type DailyLimits = Readonly<Record<PlanId, number>>

/**
 * The code that runs a tool. Loaded on demand, because the catalogue does not need it. It has methods, not function properties, so that a
 * tool of any input type is a `ToolDefinition`; the value always comes from the tool's own parser.
 */
export interface Simulation<Value, Result, Code extends string = string> {
  /** Computes the result from the facts of a world. Pure: equal arguments give equal results. */
  simulate(input: Value, world: World): Result
  /** Analyses a result as an experienced engineer would. Pure. */
  report(result: Result, world: World, input: Value): ReportDraft<Code>
}

/** The presentation of a tool on the home page. */
export interface PickerEntry {
  readonly category: PickerCategory
  /** The short id of the picker (spec §3), also an alias wherever a person types a tool name. */
  readonly id: string
  /** Whether the picker calls the tool free; absent if it agrees with the tool. */
  readonly free?: boolean
  readonly requiresLogin?: true
}

/** The definition of a tool in the catalogue. */
export interface ToolDefinition<
  Id extends string = string,
  Value = unknown,
  Result = unknown,
  Code extends string = string,
> {
  readonly id: Id
  readonly name: string
  /** One sentence for cards and lists. */
  readonly description: string
  /** The user's question, which is the heading of the tool's page: 'Who accepts mail for this domain?' */
  readonly question: string
  /** The last part of `/{path}` and `/tools/{path}`. */
  readonly path: string
  /** Other names that find the tool. */
  readonly aliases?: readonly string[]
  readonly input: Input<Value>
  readonly placeholder: string
  readonly features: readonly [string, string, string]
  /** Whether the free plan may run the tool. */
  readonly free: boolean
  readonly limits: DailyLimits
  /** The simulated duration on the dashboard, from 400 to 5000 ms (spec §9). */
  readonly delay: number
  /** The entry in the picker; absent for a tool that the picker does not show. */
  readonly picker?: PickerEntry
  /** The category of the dashboard; absent for a tool that is in none. */
  readonly dashboard?: DashboardCategory
  /** The shape of the result as JSON Schema (draft 2020-12). */
  readonly resultSchema: Schema<Result>
  readonly load: () => Promise<Simulation<Value, Result, Code>>
}

/** A tool as its file defines it, without the fields that `defineTool` derives. */
export type ToolSource<Id extends string, Value, Result, Code extends string> = Omit<
  ToolDefinition<Id, Value, Result, Code>,
  'path' | 'free'
> & {
  /** Default: the id. */
  readonly path?: string
}

/** Defines a tool. The path defaults to the id. The tool is free if the free plan includes runs of it. */
export const defineTool = <const Id extends string, Value, Result, Code extends string>(
  source: ToolSource<Id, Value, Result, Code>,
): ToolDefinition<Id, Value, Result, Code> => ({ path: source.id, ...source, free: source.limits.free !== 0 })

/** Writes the three daily limits of a tool in the order of the plans. */
export const daily = (free: number, pro: number, enterprise: number): DailyLimits => ({ free, pro, enterprise })
