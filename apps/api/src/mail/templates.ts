import type { FreshCode } from '../accounts/codes.ts'
import type { Message } from './smtp-mailer.ts'

/** The fields of a message with a code. */
export interface CodeMessage {
  readonly to: string
  /** Where the web app is, only from configuration, without a slash at the end. */
  readonly publicUrl: string
  readonly code: FreshCode
}

// Behind the '#' a token reaches neither logs nor other sites.
const link = (publicUrl: string, path: string, { token }: FreshCode): string =>
  `${publicUrl}${path}#token=${encodeURIComponent(token)}`

const message = (to: string, subject: string, paragraphs: readonly string[]): Message => ({
  to,
  subject,
  text: `${paragraphs.join('\n\n')}\n`,
})

/** Writes the mail that asks to confirm an address. */
export const confirmMessage = ({ to, publicUrl, code }: CodeMessage): Message =>
  message(to, 'Confirm your email for netbox', [
    `Someone registered at ${publicUrl} with this address. If it was you, open this link to confirm it:`,
    link(publicUrl, '/confirm', code),
    `Or type this code where netbox asks for it: ${code.code}`,
    'Link and code work once, for 30 minutes. If it was not you, do nothing: the account stays closed.',
  ])

/** Writes the mail that lets someone choose a new password. */
export const recoverMessage = ({ to, publicUrl, code }: CodeMessage): Message =>
  message(to, 'Choose a new password for netbox', [
    `Someone asked for a new password at ${publicUrl}. If it was you, open this link to choose one:`,
    link(publicUrl, '/reset', code),
    `Or type this code where netbox asks for it: ${code.code}`,
    'Link and code work once, for 30 minutes. If it was not you, do nothing: your password stays as it is.',
  ])

/** Writes the mail that tells of a deleted account. */
export const accountDeletedMessage = ({ to, publicUrl }: Omit<CodeMessage, 'code'>): Message =>
  message(to, 'Your netbox account was deleted', [
    `Your account at ${publicUrl} was deleted with everything that belonged to it. Nobody is signed in to it any more.`,
    'This can not be undone. You can register again with the same address.',
  ])

/** Writes the mail that tells of a changed password. */
export const passwordChangedMessage = ({ to, publicUrl }: Omit<CodeMessage, 'code'>): Message =>
  message(to, 'Your netbox password was changed', [
    `The password of your account at ${publicUrl} was changed, and other devices were signed out.`,
    `If it was not you, choose a new one at once: ${publicUrl}/login`,
  ])
