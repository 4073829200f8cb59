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
export { type Tool, type ToolId, type ToolOf, type ResultOf, findTool, namesOf } from './catalogue/catalogue.ts'
export {
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
export { nearest } from './catalogue/nearest.ts'
export type { Schema, Infer } from './schema/schema.ts'
export { type Input, MAX_INPUT_LENGTH, type Parsed, parseInput } from './inputs/input.ts'

// Runs
export { type Toolbox, createToolbox } from './runs/create-toolbox.ts'
export type { WorldOptions, ToolboxOptions, RunOptions } from './runs/toolbox-options.ts'
export type { ToolRun } from './runs/run.ts'
export { type RunEvent, type LogLine, type RunState, idle, reduceRun, logTime } from './runs/events.ts'
export { type Step, type Pacing, homeSteps, dashboardSteps } from './runs/pacing.ts'
export { openWorld, readTime } from './runs/open-world.ts'
export type { Clock, AbortSignalLike } from './platform.ts'
export { WORLD_VERSION } from './world/world.ts'
export { scenarios, type ScenarioName, findScenario } from './scenarios/index.ts'
export { type Timeline, type TimelineWindow, isTimeline, readTimeline, scenarioAt } from './scenarios/timeline.ts'
export { exercises } from './scenarios/exercises.ts'
export type { Exercise, Scenario } from './scenarios/scenario.ts'

// Errors
export { errorCodes, type ErrorCode } from './errors/error-codes.ts'
export { type Refusal, ToolError } from './errors/tool-error.ts'
export { dailyLimitReached, invalidInput, type Surface } from './messages/tool-errors.ts'

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
} from './reports/report.ts'
export { analyse } from './reports/analyse.ts'
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
} from './reports/plots/plot.ts'
export {
  type ComparableRun,
  type ComparedRun,
  compareRuns,
  type RunComparison,
  type RunFact,
} from './reports/comparison/compare-runs.ts'
export type { FieldDifference, FieldValue } from './reports/comparison/compare-fields.ts'
export type { FigureComparison } from './reports/comparison/compare-figures.ts'
export type { FindingsComparison } from './reports/comparison/compare-findings.ts'
export type { ComparisonOptions } from './reports/text/comparison-tables.ts'
export { comparisonMark, formatComparison } from './reports/text/format-comparison.ts'
export { type Cell, clip, columns, table, wrap } from './reports/text/layout.ts'
export { formatText } from './reports/text/format-text.ts'
export { type ReportSections, type TextOptions, simulatedMark, reportSections } from './reports/text/report-sections.ts'
export { resultFileName } from './reports/text/result-file-name.ts'
export { type Role, type Glyphs, glyphSets, severityWords } from './reports/text/style.ts'

// Plans
export { plans, type Plan, type PlanId, planName, parsePlan, planFromTier } from './plans/plans.ts'
export { type AccessRequest, type Access, checkAccess } from './plans/access.ts'
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
export { type BillingInterval, type PlanCard, planCards, planCard } from './plans/plan-cards.ts'
export {
  type SummaryLine,
  type SummaryCard,
  pricing,
  summaryCards,
  annualSaving,
  type PriceIds,
  priceIdFor,
} from './plans/pricing.ts'
export { type SubscribeRequest, type SubscribeDecision, checkSubscribe } from './plans/subscribe.ts'

// Email verification and mailbox migration
export {
  FREE_VERIFICATION_LIMIT,
  MONTHLY_VERIFICATIONS,
  type Verifier,
  type VerificationDecision,
  checkVerification,
  remainingAllowance,
  checkUpload,
  isCsv,
} from './email-verification/allowance.ts'
export {
  type ConfidenceBand,
  HIGH_CONFIDENCE,
  MEDIUM_CONFIDENCE,
  confidenceBand,
} from './email-verification/confidence.ts'
export { csvColumns, csvCell, unguarded, toCsv, csvFileName } from './email-verification/csv.ts'
export {
  type SimulatedMailbox,
  type SimulatedMailboxState,
  simulatedMailbox,
} from './email-verification/simulated-mailbox.ts'
export { type EmailList, emailKey, parseEmailList } from './email-verification/email-list.ts'
export { parseUploadedList } from './email-verification/uploaded-list.ts'
export { type ReachedOrNot, SILENT_SERVERS, portLooksBlocked } from './email-verification/port-blocked.ts'
export { portBlocked } from './messages/port-blocked.ts'
export type { EmailVerificationResult } from './email-verification/email-verification-result.ts'
export {
  verificationStatuses,
  type VerificationStatus,
  type StatusLook,
  statusLook,
} from './email-verification/verification-status.ts'
export {
  CONNECTION_TEST_DELAY,
  CONNECTION_TEST_ODDS,
  type ConnectionTestState,
  type ConnectionTestResult,
  canTestConnection,
  testConnection,
} from './mailbox-migration/connection-test.ts'
export {
  IMAP_PORT,
  IMAP_FALLBACK_PORT,
  type MailboxForm,
  type MailboxSide,
  type MigrationForm,
  type MailboxField,
  type FieldProblem,
  type MigrationValidation,
  emptyMailbox,
  withPreset,
  parsePort,
  validateMigration,
} from './mailbox-migration/migration-form.ts'
export { migrationStatuses, type MigrationStatus, migrationStatusLabel } from './mailbox-migration/migration-status.ts'
export { presets, type Preset, type PresetId, presetLabel, isPresetHost } from './mailbox-migration/presets.ts'

// Texts
export type { Notice } from './messages/notice.ts'
export { adminNotices, type AdminNoticeCode, adminLabels, userNotCreated } from './messages/admin.ts'
export { apiMessages, apiStatusMessage } from './messages/api.ts'
export {
  type AuthServiceErrorCode,
  authServiceMessages,
  weakPasswordReasons,
  type WeakPasswordReason,
  retryableStatuses,
  weakPasswordMessage,
} from './messages/auth-service.ts'
export {
  loginMessages,
  registrationMessages,
  checkYourEmail,
  backendBanner,
  type AccountErrorCode,
  loginFailure,
  registrationFailure,
} from './messages/authentication.ts'
export {
  verificationNotices,
  type VerificationRefusalCode,
  verificationLabels,
  verificationStatusLabels,
  monthlyLimitReached,
  verificationFailed,
} from './messages/email-verification.ts'
export {
  migrationFormMessages,
  connectionTestErrors,
  migrationStatusLabels,
  connectionTestLabels,
  migrationNotAllowed,
  migrationFailed,
  connectionSuccessful,
  connectionFailed,
} from './messages/mailbox-migration.ts'
export {
  notices,
  accessNotices,
  pageNotFound,
  labels,
  badges,
  homeTabs,
  dashboardEntries,
  dashboardStats,
  footer,
} from './messages/notices.ts'
export { groupDigits } from './messages/group-digits.ts'
export { subscribeNotices, type SubscribeRefusalCode, pricingLabels, checkoutFailed } from './messages/pricing.ts'
export {
  serverMessages,
  type ServerMessageCode,
  type TranslatedMessage,
  translateServerMessage,
} from './messages/server-messages.ts'
export {
  toasts,
  toolSucceeded,
  verificationComplete,
  userCreated,
  userStatusChanged,
  adminRoleChanged,
  serviceChanged,
} from './messages/toasts.ts'
