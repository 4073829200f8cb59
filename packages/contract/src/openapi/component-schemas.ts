import { toJsonSchema, type ConversionConfig, type JsonSchema } from '@valibot/to-json-schema'
import type { GenericSchema } from 'valibot'
import { accountExport } from '../entities/account-export.ts'
import { accountSession, confirmationRequired, session, signedIn, viewAs, keySet } from '../entities/session.ts'
import { activity, auditEntry } from '../entities/activity.ts'
import { apiErrorBody } from '../entities/page.ts'
import { apiToken } from '../entities/api-token.ts'
import { captchaChallenge } from '../entities/captcha.ts'
import { connectionTest, migration } from '../entities/migration.ts'
import { notification, receivedNotification, sentNotification } from '../entities/notification.ts'
import { plan, subscription, toolUsage, usage } from '../entities/subscription.ts'
import { profile, user } from '../entities/user.ts'
import { figure, finding, plot, runEvent, toolRun, verdict } from '../entities/run.ts'
import { serviceControl } from '../entities/service-control.ts'
import { stats } from '../entities/stats.ts'
import { tool, toolWithSchema } from '../entities/tool.ts'
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

/** A JSON Schema (draft 2020-12) as part of an OpenAPI document. */
export type SchemaObject = JsonSchema

const config: ConversionConfig = {
  target: 'draft-2020-12',
  // The schema describes requests as sent. Checks and transforms have no JSON Schema, but still apply.
  typeMode: 'input',
  errorMode: 'ignore',
  definitions: componentSchemas,
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
}

// Returns a schema without the included definitions, because references point to the components.
const bare = (schema: SchemaObject): SchemaObject =>
  Object.fromEntries(Object.entries(schema).filter(([key]) => key !== '$schema' && key !== '$defs'))

/** Converts a schema to JSON Schema; schemas with their own component become references to it. */
export const jsonSchemaOf = (schema: GenericSchema): SchemaObject => bare(toJsonSchema(schema, config))

/** Converts the schema of a component itself. */
export const jsonSchemaOfComponent = (name: string, schema: GenericSchema): SchemaObject => {
  const { [name]: itself, ...others } = componentSchemas as Record<string, GenericSchema>
  return bare(toJsonSchema(schema, { ...config, ...(itself === undefined ? {} : { definitions: others }) }))
}
