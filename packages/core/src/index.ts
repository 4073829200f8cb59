// Tools
export { tools } from './tools/index.ts'
export type {
  PickerCategory,
  DashboardCategory,
  DailyLimits,
  Simulation,
  PickerEntry,
  ToolDefinition,
} from './tools/define-tool.ts'
export {
  type Tool,
  type ToolId,
  type ToolOf,
  type ResultOf,
  type FindingCodeOf,
  findTool,
  namesOf,
} from './catalogue/catalogue.ts'
export {
  badges,
  cheapestPlan,
  dashboardCategories,
  dashboardTools,
  homeTool,
  type LimitsRow,
  limitsTable,
  type PageMetadata,
  pageMetadata,
  pickerCategories,
  pickerTools,
  type StructuredData,
  structuredData,
  toolBadges,
} from './catalogue/views.ts'
export { nearest } from './errors/nearest.ts'
export type { Schema, Infer } from './schema/schema.ts'
export { type AddressParts, splitEmailAddress } from './inputs/email-address.ts'
export { type Input, MAX_INPUT_LENGTH, type Parsed, parseInput } from './inputs/inputs.ts'

// Runs
export { type Toolbox, createToolbox } from './runs/create-toolbox.ts'
export type { WorldTime } from './inputs/inputs.ts'
export type { WorldOptions, ToolboxOptions, RunOptions } from './runs/toolbox-options.ts'
export { type ToolRun, type UncountedRun, WORLD_VERSION } from './runs/run.ts'
export { type RunEvent, type LogLine, type RunState, idle, reduceRun, logTime } from './runs/events.ts'
export { type Step, type Pacing, homeSteps, dashboardSteps } from './runs/pacing.ts'
export { type FactSource, factSources, isLeftOutOf } from './runs/fact-source.ts'
export { activeFaults, openWorld, readTime } from './runs/open-world.ts'
export {
  type WorldAddress,
  type WorldDocument,
  type WorldDomain,
  type WorldHost,
  type WorldRecords,
  readWorldKeys,
  worldFileSchema,
  type WorldKeys,
  worldSchema,
} from './world-document/world-document.ts'
export { type ReadWorld, readWorld } from './world-document/read-world.ts'
export { decodeText, type DecodedText } from './foundation/decode-text.ts'
export { type FieldPath, WorldDocumentError, writePath } from './errors/document-errors.ts'
export { type Clock, type AbortSignalLike, freshSeed, systemClock } from './platform.ts'
export type { World } from './world/world.ts'
export { scenarioChoices, scenarios, type ScenarioName, type ScenarioText, findScenario } from './scenarios/index.ts'
export {
  type Timeline,
  type TimelineWindow,
  isTimeline,
  readScenario,
  readTimeline,
  scenarioAt,
} from './scenarios/timeline.ts'
export { scenarioLessons } from './scenarios/lessons.ts'
export type { FaultGroup, Scenario } from './scenarios/scenario.ts'

// Errors
export { errorCodes, type ErrorCode } from './errors/tool-error.ts'
export { type Refusal, ToolError } from './errors/tool-error.ts'
export { dailyLimitReached, invalidInput, type Surface } from './errors/run-errors.ts'

// Reports
export {
  type Severity,
  severities,
  type Finding,
  type Figure,
  type Verdict,
  type Report,
  worst,
  isAtLeast,
  listSentence,
} from './reports/report.ts'
export { findingUrl, withFindingUrls } from './reports/finding-url.ts'
export { analyse } from './runs/analyse.ts'
export { capitalize, inWords, timeSpan } from './reports/wording.ts'
export { plainText, plainTexts } from './foundation/plain-text.ts'
export type {
  Plot,
  ExchangesPlot,
  LatencyPlot,
  HopsPlot,
  PlacesPlot,
  GaugePlot,
  ChainPlot,
  TreePlot,
  TreeNode,
  DialoguePlot,
  TimelinePlot,
  ListPlot,
  RecordsPlot,
} from './reports/plot.ts'
export {
  type ComparableRun,
  type ComparedRun,
  compareRuns,
  type FindingsComparison,
  type RunComparison,
  type RunFact,
} from './comparison/compare-runs.ts'
export type { FieldDifference, FieldValue } from './comparison/compare-fields.ts'
export type { FigureComparison } from './comparison/compare-figures.ts'
export {
  checkMail,
  type MailCheck,
  type MailFinding,
  type MailStep,
  type MailStepId,
  mailSteps,
  MOST_MAIL_SERVERS,
  type RunMailTool,
} from './mail-check/mail-check.ts'
export {
  judgeMail,
  type MailDelivery,
  type MailVerdict,
  type SignatureData,
  type SignatureVerdict,
  writeVerdict,
} from './mail-verdict/mail-verdict.ts'
export { formatMailCheck } from './terminal/format-mail-check.ts'
export type { ComparisonOptions } from './terminal/comparison-tables.ts'
export { comparisonMark, formatComparison } from './terminal/format-comparison.ts'
export { type Cell, clip, columns, table, wrap } from './terminal/layout.ts'
export { formatText, resultFileName } from './terminal/format-text.ts'
export { type ReportSections, type TextOptions, simulatedMark, reportSections } from './terminal/report-sections.ts'
export { type Role, type Glyphs, glyphSets, severityWords } from './terminal/style.ts'

// Values and times
export { isObject } from './foundation/is-object.ts'
export { MONTHS } from './foundation/months.ts'
export { DAY, HOUR, MINUTE, SECOND } from './foundation/units.ts'

// Plans
export { plans, type Plan, type PlanId, planName, parsePlan, planFromTier } from './plans/plans.ts'
export { type AccessRequest, type Access, checkAccess } from './runs/access.ts'
export {
  type Usage,
  type UsageKey,
  type Consumption,
  type UsageStore,
  type SyncUsageStore,
  usageOf,
  showLimit,
  memoryUsage,
} from './plans/usage.ts'
export { type BillingInterval, type PlanCard, type PlanClaim, pricing } from './plans/pricing.ts'
export {
  type Allowance,
  type MigrationAllowance,
  type Allowances,
  allowances,
  promisedAmount,
  groupDigits,
} from './plans/allowances.ts'
