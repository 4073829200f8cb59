import type { Database } from '../../database/database.ts'
import type { Posted } from '../../mail/outbox.ts'
import type { Addressed, AddressMessage } from '../../mail/sender.ts'
import type { Message } from '../../mail/smtp-mailer.ts'
import {
  accountDeletedMessage,
  codeMessages,
  type CodePurpose,
  factorTriesMessage,
  linkCreatedMessage,
  type MailTo,
  passwordChangedMessage,
} from '../../mail/templates.ts'
import { findAuthUser, findByEmailKey } from '../users/repository.ts'
import type { CodeData, Codes } from './codes.ts'
import { parseEmailAddress, readEmailAddress } from '../../email-address.ts'

type PostedData = NonNullable<Posted['data']>

export interface AccountMessagesOptions {
  readonly database: Database
  readonly codes: Codes
  /** The address of the web app. All links begin with it. */
  readonly publicUrl: string
}

const noticeTo = (to: string, publicUrl: string, write: (mail: MailTo) => Message): Addressed => ({
  to,
  isNotice: true,
  write: async () => write({ to, publicUrl }),
})

/**
 * Creates the function that finds the recipients of messages. It looks up the account and generates the code only when the mail is sent. So
 * a request takes the same steps for known and unknown addresses, and only the mail contains the code.
 */
export const createAccountMessages = ({ database, codes, publicUrl }: AccountMessagesOptions): AddressMessage => {
  const { queries } = database

  /** Addresses the mail with a code, whether or not an account has the address. */
  const withCode = (id: string | null, to: string, purpose: CodePurpose, data: CodeData): Addressed => ({
    to,
    isNotice: false,
    write: async () => {
      const code = await codes.make({ id, emailKey: parseEmailAddress(to)?.key ?? '' }, purpose, data)
      return codeMessages[purpose]({ to, publicUrl, code, redirectTo: data.redirectTo })
    },
  })

  const changeOfAddress = async (id: string, current: string, { half, ...data }: PostedData) => {
    const user = await findAuthUser(queries, id)
    const to = half === 'new' ? user?.new_email : current
    if (user === undefined || user.new_email === null || !to || user.new_email_half === half) return undefined
    return withCode(id, to, 'email-change', { ...data, newEmailKey: readEmailAddress(user.new_email).key })
  }

  return async ({ recipient, template, data: text }) => {
    // The account no longer exists, so there is nothing to look up.
    if (template === 'account-deleted') return noticeTo(recipient, publicUrl, accountDeletedMessage)
    // The cast is safe: only the outbox writes this column.
    const data = JSON.parse(text) as PostedData
    const user = await findByEmailKey(queries, parseEmailAddress(recipient)?.key ?? '')
    if (user === undefined)
      return template === 'sign-in' && data.createsUser === true ? withCode(null, recipient, template, data) : undefined
    const { user_id: id, user_email: to } = user
    if (template === 'password-changed') return noticeTo(to, publicUrl, passwordChangedMessage)
    if (template === 'factor-tries') return noticeTo(to, publicUrl, factorTriesMessage)
    if (template === 'link-created') return noticeTo(to, publicUrl, linkCreatedMessage)
    if (user.status === 'disabled') return undefined
    if (template === 'email-change') return changeOfAddress(id, to, data)
    if (template === 'confirm' && user.confirmed_at !== null) return undefined
    return withCode(id, to, template, data)
  }
}
