import type { AuditEntry } from '@netbox/contract'
import { adminTexts, type AuditAction, actionTexts } from '../../../texts/admin.ts'

const { auditLog: texts } = adminTexts
/** Stands for operators with a shell on the server. */
const SHELL = 'shell'

const isKnown = (action: string): action is AuditAction => Object.hasOwn(actionTexts, action)

/** Describes an action. Actions of newer versions keep their stored names. */
export const whatOf = ({ action, detail }: AuditEntry): string =>
  isKnown(action) ? actionTexts[action](detail) : action

/** Says who did it. */
export const whoOf = ({ actor_id: id, actor_email: email }: AuditEntry): string =>
  email ?? (id === SHELL ? texts.shell : texts.gone)

// The targets of these are no users.
const impersonal: ReadonlySet<string> = new Set(['notification.create', 'service.update', 'profiles.sync'])

/** Says to whom it was done; empty when it was nobody. */
export const whomOf = ({ action, target_id: id, target_email: email, detail }: AuditEntry): string => {
  if (email !== null) return email
  const { email: named } = detail
  if (typeof named === 'string') return named
  return id === null || impersonal.has(action) ? '' : texts.gone
}
