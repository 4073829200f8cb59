import * as v from 'valibot'
import { id, instant } from './fields.ts'

/** The parts of the service that an admin can switch off. */
export const serviceNames = ['registration', 'email_verification', 'email_migration', 'billing', 'tool_api'] as const

/** The name of a part of the service that an admin can switch off. */
export type ServiceName = (typeof serviceNames)[number]

/** The schema of a service control (spec §3). */
export const serviceControl = v.object({
  id: id(),
  service_name: v.string(),
  description: v.string(),
  is_enabled: v.boolean(),
  updated_at: instant(),
})

/** The switch of a part of the service, and the time of its last change. */
export type ServiceControl = v.InferOutput<typeof serviceControl>

/** The schema of the current mode of verification: the service contacts mail servers, simulates results, or refuses to verify. */
export const verificationMode = v.picklist(['real', 'simulated', 'off'])

/** The schema of the place of messages to users: a mail server, the mailbox for developers, or nowhere. */
export const mailDelivery = v.picklist(['smtp', 'mailbox', 'none'])

/** Where messages to users go. */
export type MailDelivery = v.InferOutput<typeof mailDelivery>

/** The kind of verification that is active now. */
export type VerificationMode = v.InferOutput<typeof verificationMode>
