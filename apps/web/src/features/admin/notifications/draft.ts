import type { BodyInput } from '@netbox/contract'
import { adminNotices } from '@netbox/product'
import type { FieldErrors } from '../../../lib/use-form.ts'
import { adminTexts } from '../../../texts/admin.ts'
import { notificationTypeTexts } from '../../../texts/dashboard.ts'

const { notices: texts } = adminTexts

/** The fields of the form, as typed. */
export type DraftValues = Readonly<Record<'title' | 'message' | 'type' | 'audience' | 'target' | 'expiry', string>>

/** The body for the API. */
export type Draft = BodyInput<'admin.notify'>

type NotificationType = keyof typeof notificationTypeTexts

const isType = (text: string): text is NotificationType => Object.hasOwn(notificationTypeTexts, text)

/** Checks a notification before it is sent. Source: spec §5. */
export const checkDraft = (values: DraftValues, now: number): FieldErrors<keyof DraftValues> => {
  const { message } = adminNotices.notification_incomplete
  const expiry = values.expiry === '' ? undefined : Date.parse(values.expiry)
  return {
    ...(values.title.trim() === '' ? { title: message } : {}),
    ...(values.message.trim() === '' ? { message } : {}),
    ...(values.audience === 'one' && values.target === '' ? { target: texts.userMissing } : {}),
    ...(expiry !== undefined && !(expiry > now) ? { expiry: texts.expiryPast } : {}),
  }
}

/** Converts a checked form to the API's form. */
export const draftOf = ({ title, message, type, audience, target, expiry }: DraftValues): Draft => ({
  title: title.trim(),
  message: message.trim(),
  type: isType(type) ? type : 'general',
  is_global: audience !== 'one',
  target_user_id: audience === 'one' ? target : null,
  // A time without a zone is in the user's zone.
  expires_at: expiry === '' ? null : new Date(expiry).toISOString(),
})
