// Endpoints
export {
  type Access,
  endpoint,
  type EndpointDefinition,
  errorsOf,
  FIVE_MINUTES,
  HOUR,
  isClosedToViewers,
  isWrite,
  type Method,
  type RateLimit,
  rateLimitOf,
  statusOf,
  type Stream,
} from './endpoint.ts'
export { endpoints } from './endpoints/index.ts'
export {
  type BodyInput,
  type BodyOf,
  type Endpoint,
  type EndpointId,
  type EndpointOf,
  findEndpoint,
  type ParamsOf,
  type QueryInput,
  type QueryOf,
  type ResponseOf,
} from './endpoint-types.ts'

// Errors
export { type ApiErrorCode, type ApiErrorEntry, apiErrors, isApiErrorCode } from './api-errors.ts'
export { type ApiErrorBody, apiErrorBody } from './entities/page.ts'

// Entities
export { type AccountExport, accountExport, sessionKinds } from './entities/account-export.ts'
export { type AccountSession, accountSession } from './entities/session.ts'
export { type Activity, activity } from './entities/activity.ts'
export { type ApiToken, apiToken, type TokenScope, tokenScopes } from './entities/api-token.ts'
export { auditActions, type AuditEntry, auditEntry } from './entities/activity.ts'
export { type CaptchaChallenge, captchaChallenge, type CaptchaPurpose, captchaPurposes } from './entities/captcha.ts'
export { type Factor, factor, type FactorEnrolment, factorEnrolment } from './entities/session.ts'
export { type KeySet, keySet, type PublicKey, publicKey } from './entities/session.ts'
export { type ConnectionTest, connectionTest, type Migration, migration } from './entities/migration.ts'
export {
  type Notification,
  notification,
  notificationTypes,
  type ReceivedNotification,
  receivedNotification,
  type SentNotification,
  sentNotification,
} from './entities/notification.ts'
export { MAX_PAGE_SIZE, type Page, PAGE_SIZE, type PageQuery, pageOf, pageQuery } from './entities/page.ts'
export { plan, type PlanInfo } from './entities/subscription.ts'
export { type Profile, profile, profileOrders, profileStatuses } from './entities/user.ts'
export { finding, figure, plot, plotKinds, runEvent, severity, toolRun, verdict } from './entities/run.ts'
export {
  type DayOfRuns,
  MAX_REPORTED_RUNS,
  type ReportedRun,
  type ReportOutcome,
  type RunRecord,
} from './entities/run.ts'
export {
  type ServiceControl,
  serviceControl,
  type ServiceName,
  serviceNames,
  type MailDelivery,
  type VerificationMode,
} from './entities/service-control.ts'
export { type Session, session, type SignedIn, signedIn, type ViewAs, viewAs } from './entities/session.ts'
export { type Stats, stats, type Today } from './entities/stats.ts'
export { type Subscription, subscription } from './entities/subscription.ts'
export { tool, type ToolInfo, type ToolWithSchema, toolWithSchema } from './entities/tool.ts'
export { type ToolUsage, toolUsage, usage } from './entities/subscription.ts'
export { type HeldUser, planId, type User, user } from './entities/user.ts'
export {
  type Verification,
  verification,
  type VerificationEntry,
  verificationEntry,
  type VerificationHistoryEntry,
  verificationHistoryEntry,
  type VerificationNotice,
  verificationNotice,
} from './entities/verification.ts'
export { MAX_WORLD_BYTES, MAX_WORLD_NAMES } from './entities/world-document.ts'

// Client
export {
  ApiClientError,
  type ApiFailure,
  type FieldMessage,
  isRetryable,
  type TransportErrorCode,
} from './client/api-client-error.ts'
export type { CallArguments, CallOptions, StreamId, StreamItemOf } from './client/request.ts'
export { type Client, type ClientOptions, createClient } from './client/create-client.ts'
export {
  type ClientSession,
  createSession,
  type Login,
  type Registration,
  type SessionOptions,
  type SessionState,
} from './client/create-session.ts'
export { type CachedKeySet, cachedKeySet, KEY_SET_LIFETIME } from './client/key-set.ts'
export type { Credentials } from './client/open-response.ts'
export { readEventStream, type ServerEvent } from './client/read-lines.ts'
export { readNdjson } from './client/read-lines.ts'
export type { CaptchaSolver } from './client/solve-captcha.ts'
export { readVerifiedUser, type SignIn } from './client/read-signed-in.ts'
export {
  createSessionRefresh,
  FIRST_BACK_OFF,
  type Lock,
  REFRESH_MARGIN_TICKS,
  REFRESH_TICK,
  type SessionRefresh,
  type SessionRefreshOptions,
} from './client/session-refresh.ts'
export {
  createSessionStore,
  memoryStorage,
  SESSION_KEY,
  type SessionEvent,
  type SessionStore,
  type StoredSession,
  TOKEN_KEY,
  type TokenStorage,
} from './client/session-store.ts'
export { systemClock } from '@netbox/core'
