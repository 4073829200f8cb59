import type { GenericSchema } from 'valibot'
import { accountExport } from '../entities/account-export.ts'
import { accountSession } from '../entities/account-session.ts'
import { activity } from '../entities/activity.ts'
import { apiErrorBody } from '../entities/responses.ts'
import { apiToken } from '../entities/api-token.ts'
import { auditEntry } from '../entities/audit-entry.ts'
import { captchaChallenge } from '../entities/captcha.ts'
import { keySet } from '../entities/key-set.ts'
import { connectionTest, migration } from '../entities/migration.ts'
import { notification, receivedNotification, sentNotification } from '../entities/notification.ts'
import { plan } from '../entities/plan.ts'
import { profile } from '../entities/profile.ts'
import { figure, finding, plot, runEvent, toolRun, verdict } from '../entities/run.ts'
import { serviceControl } from '../entities/service-control.ts'
import { confirmationRequired, session, signedIn, viewAs } from '../entities/session.ts'
import { stats } from '../entities/stats.ts'
import { subscription } from '../entities/subscription.ts'
import { tool, toolWithSchema } from '../entities/tool.ts'
import { toolUsage, usage } from '../entities/usage.ts'
import { user } from '../entities/user.ts'
import { verification, verificationEntry, verificationHistoryEntry } from '../entities/verification.ts'
import { worldDocument } from '../entities/world-document.ts'

/** The schemas that the OpenAPI document defines once and references. */
export const componentSchemas = {
  // The name is not `Error`, which would hide the built-in type in a generated client.
  ApiError: apiErrorBody,
  User: user,
  Session: session,
  SignedIn: signedIn,
  ConfirmationRequired: confirmationRequired,
  ViewAs: viewAs,
  KeySet: keySet,
  AccountSession: accountSession,
  AccountExport: accountExport,
  Tool: tool,
  ToolWithSchema: toolWithSchema,
  ToolRun: toolRun,
  RunEvent: runEvent,
  WorldDocument: worldDocument,
  Usage: usage,
  ToolUsage: toolUsage,
  Verdict: verdict,
  Figure: figure,
  Finding: finding,
  Plot: plot,
  ApiToken: apiToken,
  Verification: verification,
  VerificationEntry: verificationEntry,
  VerificationHistoryEntry: verificationHistoryEntry,
  CaptchaChallenge: captchaChallenge,
  Plan: plan,
  Subscription: subscription,
  Migration: migration,
  ConnectionTest: connectionTest,
  Notification: notification,
  ReceivedNotification: receivedNotification,
  SentNotification: sentNotification,
  ServiceControl: serviceControl,
  Stats: stats,
  Activity: activity,
  Profile: profile,
  AuditEntry: auditEntry,
} as const satisfies Record<string, GenericSchema>
