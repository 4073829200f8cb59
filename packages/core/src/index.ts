export { findTool, namesOf, type ResultOf, type Tool, type ToolId, type ToolOf } from './catalogue/catalogue.ts'
export { nearest } from './catalogue/nearest.ts'
export { type ErrorCode, errorCodes } from './errors/error-codes.ts'
export { type Refusal, ToolError } from './errors/tool-error.ts'
export type { Input, Parsed } from './inputs/input.ts'
export type { Surface } from './messages/tool-errors.ts'
export { type Access, type AccessRequest, checkAccess } from './plans/access.ts'
export { parsePlan, type Plan, planFromTier, type PlanId, plans } from './plans/plans.ts'
export {
  type Consumption,
  memoryUsage,
  showLimit,
  type SyncUsageStore,
  type Usage,
  type UsageKey,
  usageOf,
  type UsageStore,
} from './plans/usage.ts'
export type { AbortSignalLike, Clock } from './platform.ts'
export { analyse } from './reports/analyse.ts'
export type * from './reports/plots/plot.ts'
export {
  type Figure,
  type Finding,
  isAtLeast,
  type Report,
  severities,
  type Severity,
  type Verdict,
  worst,
} from './reports/report.ts'
export { formatText, simulatedMark, type TextOptions } from './reports/text/format-text.ts'
export { glyphSets, type Glyphs, type Role, severityWords } from './reports/text/style.ts'
export { createToolbox, type Toolbox } from './runs/create-toolbox.ts'
export { idle, type LogLine, logTime, reduceRun, type RunEvent, type RunState } from './runs/events.ts'
export { readTime } from './runs/order.ts'
export { dashboardSteps, homeSteps, type Pacing, type Step } from './runs/pacing.ts'
export type { ToolRun } from './runs/run.ts'
export type { RunOptions, ToolboxOptions, WorldOptions } from './runs/toolbox-options.ts'
export { findScenario, type ScenarioName, scenarios } from './scenarios/index.ts'
export type { Scenario } from './scenarios/scenario.ts'
export type { Infer, Schema } from './schema/schema.ts'
export type {
  DailyLimits,
  DashboardCategory,
  PickerCategory,
  PickerEntry,
  Simulation,
  ToolDefinition,
} from './tools/define-tool.ts'
export { tools } from './tools/index.ts'
export { WORLD_VERSION } from './world/world.ts'
