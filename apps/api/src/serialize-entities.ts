import type { Migration, Notification, Profile, SentNotification, ServiceControl } from '@netbox/contract'
import type { Account } from './accounts/users/account.ts'
import type { EmailMigrationTable, NotificationTable, ServiceControlTable } from './schema.ts'
import type { EncryptedColumn } from './encryption/encrypted-columns-repository.ts'
import { isoTime, isoTimeOrNull } from './clock.ts'

/** Serializes a profile for admins, or for its owner. */
export const serializeProfile = (account: Account): Profile => ({
  id: account.id,
  email: account.email,
  status: account.status,
  is_admin: account.isAdmin,
  second_factor: account.hasSecondFactor,
  plan: account.plan,
  plan_expires_at: isoTimeOrNull(account.planExpiresAt),
  created_at: isoTime(account.createdAt),
})

export const serializeNotification = (row: NotificationTable): Notification => ({
  id: row.id,
  title: row.title,
  message: row.message,
  type: row.type,
  is_global: row.is_global === 1,
  target_user_id: row.target_user_id,
  expires_at: isoTimeOrNull(row.expires_at),
  created_at: isoTime(row.created_at),
})

/** Serializes a notification for admins, with the address of its recipient. */
export const serializeSent = (row: NotificationTable & { readonly target_email: string | null }): SentNotification => ({
  ...serializeNotification(row),
  target_email: row.target_email,
})

/** Serializes a part of the service, and whether it is on. */
export const serializeService = (row: ServiceControlTable): ServiceControl => ({
  id: row.id,
  service_name: row.service_name,
  description: row.description,
  is_enabled: row.is_enabled === 1,
  updated_at: isoTime(row.updated_at),
})

/** A migration request without its passwords. */
export type MigrationRow = Omit<EmailMigrationTable, EncryptedColumn<'email_migrations'>>

/** Serializes a migration request for its owner. Copies field by field, so that a later column is not exposed by accident. */
export const serializeMigration = (row: MigrationRow): Migration => ({
  id: row.id,
  user_id: row.user_id,
  source_host: row.source_host,
  source_port: row.source_port,
  source_email: row.source_email,
  destination_host: row.destination_host,
  destination_port: row.destination_port,
  destination_email: row.destination_email,
  status: row.status,
  progress_percentage: row.progress_percentage,
  error_message: row.error_message,
  created_at: isoTime(row.created_at),
  completed_at: isoTimeOrNull(row.completed_at),
})
