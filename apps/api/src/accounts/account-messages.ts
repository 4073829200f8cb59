import type { Database } from '../db/database.ts'
import { accountDeletedMessage, confirmMessage, passwordChangedMessage, recoverMessage } from '../mail/templates.ts'
import type { WriteMessage } from '../mail/sender.ts'
import type { Codes } from './codes.ts'
import { parseEmailAddress } from './email-address.ts'
import { findByEmailKey } from './users-repository.ts'

/** The dependencies of messages to users. */
export interface AccountMessagesOptions {
  readonly database: Database
  readonly codes: Codes
  /** Where the web app is: the only source of links. */
  readonly publicUrl: string
}

/**
 * Makes the writer of messages to users. It looks the account up and makes the code, so that a request for mail does the same for known and
 * unknown addresses, and only the mail contains the code.
 */
export const createAccountMessages = ({ database, codes, publicUrl }: AccountMessagesOptions): WriteMessage => {
  return async ({ recipient, template }) => {
    // There is no account any more to be looked up.
    if (template === 'account-deleted') return accountDeletedMessage({ to: recipient, publicUrl })
    const emailKey = parseEmailAddress(recipient)?.key ?? ''
    const user = await findByEmailKey(database.queries, emailKey)
    if (user === undefined) return undefined
    const { user_id: id, user_email: to } = user
    if (template === 'password-changed') return passwordChangedMessage({ to, publicUrl })
    if (user.status === 'disabled') return undefined
    if (template === 'recover')
      return recoverMessage({ to, publicUrl, code: await codes.make({ id, emailKey }, 'recover') })
    if (user.confirmed_at !== null) return undefined
    return confirmMessage({ to, publicUrl, code: await codes.make({ id, emailKey }, 'confirm') })
  }
}
