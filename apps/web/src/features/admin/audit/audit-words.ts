import type { AuditEntry } from '@netbox/contract'
import { adminTexts, type AuditAction, actionTexts } from '../../../texts/admin.ts'

const { auditLog: texts } = adminTexts
/** The actor of operators with a shell on the server. */
const SHELL = 'shell'

const isKnown = (action: string): action is AuditAction => Object.hasOwn(actionTexts, action)

/** Describes an action. Actions of newer versions keep their stored names. */
export const whatOf = ({ action, detail }: AuditEntry): string =>
  isKnown(action) ? actionTexts[action](detail) : action

/** Returns the actor. */
export const whoOf = ({ actor_id: id, actor_email: email }: AuditEntry): string =>
  email ?? (id === SHELL ? texts.shell : texts.gone)

// The targets of these are not users.
const impersonal: ReadonlySet<string> = new Set(['notification.create', 'service.update', 'profiles.sync'])

/** Returns the affected user; empty if there is none. */
export const whomOf = ({ action, target_id: id, target_email: email, detail }: AuditEntry): string => {
  if (email !== null) return email
  const { email: named } = detail
  if (typeof named === 'string') return named
  return id === null || impersonal.has(action) ? '' : texts.gone
}
