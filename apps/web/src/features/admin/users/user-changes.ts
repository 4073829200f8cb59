import type { Profile } from '@netbox/contract'
import { adminNotices, adminRoleChanged, userStatusChanged } from '@netbox/product'
import type { Question } from '../../../components/ui/confirm-dialog.tsx'
import type { ActionMessages } from '../../../lib/use-action.ts'
import { adminTexts } from '../../../texts/admin.ts'
import { announceFailure } from '../failed-action.ts'

const { asks, factorRemoved, factorNotRemoved } = adminTexts.users

/** A change of a user's status, role or second factor, with its confirmation and its message. */
export interface UserChange {
  readonly profile: Profile
  /** The changed fields; `second_factor` removes the second factor. */
  readonly body: { readonly status: Profile['status'] } | { readonly is_admin: boolean } | 'second_factor'
  readonly messages: ActionMessages
  readonly question: Question | undefined
}

/** Returns the change of a user's status to active or disabled. Activation needs no confirmation. */
export const statusChange = (profile: Profile, isSelf: boolean): UserChange => {
  const status = profile.status === 'active' ? 'disabled' : 'active'
  const suspend = isSelf ? asks.suspendSelf : asks.suspend(profile.email)
  return {
    profile,
    body: { status },
    messages: { onSuccess: userStatusChanged(status), onFailure: announceFailure(adminNotices.status_not_updated) },
    question: status === 'disabled' ? suspend : undefined,
  }
}

/** Returns the change of a user's role: admin or not. */
export const roleChange = (profile: Profile, isSelf: boolean): UserChange => {
  const isAdmin = !profile.is_admin
  const remove = isSelf ? asks.removeSelf : asks.remove(profile.email)
  return {
    profile,
    body: { is_admin: isAdmin },
    messages: { onSuccess: adminRoleChanged(isAdmin), onFailure: announceFailure(adminNotices.role_not_updated) },
    question: isAdmin ? asks.grant(profile.email) : remove,
  }
}

/** Returns the change that removes a user's lost second factor. */
export const factorRemoval = (profile: Profile): UserChange => ({
  profile,
  body: 'second_factor',
  messages: { onSuccess: factorRemoved, onFailure: announceFailure(factorNotRemoved) },
  question: asks.removeFactor(profile.email),
})
