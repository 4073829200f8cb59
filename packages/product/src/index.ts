// Plans
export {
  planCard,
  type SummaryLine,
  type SummaryCard,
  summaryCards,
  annualSaving,
  enforcedAllowances,
  allowanceText,
  type LimitedClaim,
  planClaims,
} from './plans/plan-cards.ts'
export {
  type PriceIds,
  priceIdFor,
  type SubscribeRequest,
  type SubscribeDecision,
  checkSubscribe,
} from './plans/subscribe.ts'

// Email verification
export {
  verificationAllowances,
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
export { csvColumns, csvCell, csvText, unguarded, toCsv, csvFileName } from './email-verification/csv.ts'
export { addressesIn, type EmailList, emailKey, isBlankEntry, parseEmailList } from './email-verification/email-list.ts'
export { parseUploadedList } from './email-verification/uploaded-list.ts'
export { type ReachedOrNot, SILENT_SERVERS, portLooksBlocked } from './email-verification/port-blocked.ts'
export { portBlocked } from './messages/port-blocked.ts'
export type { EmailVerificationResult } from './email-verification/email-verification-result.ts'
export {
  verificationStatuses,
  type VerificationStatus,
  type StatusAppearance,
  statusAppearance,
} from './email-verification/verification-status.ts'

// Mailbox migration
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
export { groupDigits } from '@netbox/core'
export { adminNotices, type AdminNoticeCode, adminLabels, userNotCreated } from './messages/admin.ts'
export { apiMessages, apiStatusMessage, serviceOffMessages } from './messages/api.ts'
export { retryableStatuses, sessionEnded } from './messages/auth-service.ts'
export {
  loginMessages,
  MIN_PASSWORD_LENGTH,
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
  type Notice,
  notices,
  accessNotices,
  pageNotFound,
  labels,
  homeTabs,
  dashboardEntries,
  dashboardStats,
  footer,
} from './messages/notices.ts'
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
