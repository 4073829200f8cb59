import type { FreshCode } from '../accounts/codes/codes.ts'
import type { OneTimeCodeTable } from '../schema.ts'
import type { Message } from './smtp-mailer.ts'

/** The purpose of a code in a message. */
export type CodePurpose = OneTimeCodeTable['purpose']

export interface CodeMessage {
  readonly to: string
  /** The address of the web app, from configuration only, without a trailing slash. */
  readonly publicUrl: string
  readonly code: FreshCode
  /** The final target of the link; undefined for netbox's own page. */
  readonly redirectTo?: string | undefined
}

/** The types of links to `/auth/v1/verify`. */
export const linkTypes = {
  confirm: 'signup',
  recover: 'recovery',
  'sign-in': 'magiclink',
  invite: 'invite',
  'email-change': 'email_change',
} as const satisfies Partial<Record<CodePurpose, string>>

/** Returns the link that checks a code and then redirects to a page. */
export const verifyLink = (publicUrl: string, token: string, type: string, redirectTo: string): string =>
  `${publicUrl}/auth/v1/verify?${new URLSearchParams({ token, type, redirect_to: redirectTo }).toString()}`

// Returns a link with the token after the '#', where it reaches neither logs nor other sites.
const linkOf = (
  { publicUrl, code: { token }, redirectTo }: CodeMessage,
  purpose: keyof typeof linkTypes,
  path?: string,
): string =>
  path === undefined || redirectTo !== undefined
    ? verifyLink(publicUrl, token, linkTypes[purpose], redirectTo ?? publicUrl)
    : `${publicUrl}${path}#token=${encodeURIComponent(token)}`

const message = (to: string, subject: string, paragraphs: readonly string[]): Message => ({
  to,
  subject,
  text: `${paragraphs.join('\n\n')}\n`,
})

const ONCE = 'The link and the code work once, for 30 minutes.'

export const codeMessages: Readonly<Record<CodePurpose, (mail: CodeMessage) => Message>> = {
  confirm: (mail) =>
    message(mail.to, 'Confirm your email for netbox', [
      `Someone registered at ${mail.publicUrl} with this address. If it was you, open this link to confirm it:`,
      linkOf(mail, 'confirm', '/confirm'),
      `Or type this code where netbox asks for it: ${mail.code.code}`,
      `${ONCE} If it was not you, do nothing: the account stays inactive.`,
    ]),
  recover: (mail) =>
    message(mail.to, 'Choose a new password for netbox', [
      `Someone asked for a new password at ${mail.publicUrl}. If it was you, open this link to choose one:`,
      linkOf(mail, 'recover', '/reset'),
      `Or type this code where netbox asks for it: ${mail.code.code}`,
      `${ONCE} If it was not you, do nothing: your password stays as it is.`,
    ]),
  'sign-in': (mail) =>
    message(mail.to, 'Sign in to netbox', [
      `Someone asked to sign in at ${mail.publicUrl} with this address. If it was you, open this link:`,
      linkOf(mail, 'sign-in'),
      `Or type this code where you asked for it: ${mail.code.code}`,
      `${ONCE} If it was not you, do nothing: nobody is signed in.`,
    ]),
  invite: (mail) =>
    message(mail.to, 'You are invited to netbox', [
      `You are invited to use netbox at ${mail.publicUrl}. Open this link to accept:`,
      linkOf(mail, 'invite'),
      `Or type this code where you are asked for it: ${mail.code.code}`,
      `${ONCE} If you do not want an account, do nothing.`,
    ]),
  reauthenticate: ({ to, publicUrl, code }) =>
    message(to, 'Your netbox code', [
      `Someone wants to change the password of your account at ${publicUrl}.`,
      `If it was you, type this code where you are asked for it: ${code.code}`,
      'The code works once, for 30 minutes. If it was not you, sign in and choose another password.',
    ]),
  'email-change': (mail) =>
    message(mail.to, 'Confirm the new email of your netbox account', [
      `Someone asked to change the email address of an account at ${mail.publicUrl}. If it was you, open this link:`,
      linkOf(mail, 'email-change'),
      `Or type this code where you asked for it: ${mail.code.code}`,
      `${ONCE} The change must be confirmed from both the old and the new address. If it was not you, do nothing: the address stays as it is.`,
    ]),
}

/** The recipient of a message without a code. */
export type MailTo = Pick<CodeMessage, 'to' | 'publicUrl'>

/** Writes the message about a deleted account. */
export const accountDeletedMessage = ({ to, publicUrl }: MailTo): Message =>
  message(to, 'Your netbox account was deleted', [
    `Your account at ${publicUrl} and all its data were deleted, and every device was signed out.`,
    'This cannot be undone. You can register again with the same address.',
  ])

/** Writes the message about a changed password. */
export const passwordChangedMessage = ({ to, publicUrl }: MailTo): Message =>
  message(to, 'Your netbox password was changed', [
    `The password of your account at ${publicUrl} was changed, and other devices were signed out.`,
    `If it was not you, choose a new one at once: ${publicUrl}/login`,
  ])

/** Writes the message about many wrong codes of a second factor. */
export const factorTriesMessage = ({ to, publicUrl }: MailTo): Message =>
  message(to, 'Wrong codes at your netbox account', [
    `Someone knows the password of your account at ${publicUrl} and has typed many wrong codes of your authenticator app.`,
    'The code protects the account. For a day, new devices can sign in only with a recovery code. Your usual devices are not affected.',
    `If it was not you, choose another password: ${publicUrl}/reset`,
  ])

/** Writes the message about a link that the operator made. */
export const linkCreatedMessage = ({ to, publicUrl }: MailTo): Message =>
  message(to, 'A link to your netbox account was made', [
    `The operator of ${publicUrl} has made a link that gives access to your account. It works once, for 30 minutes.`,
    'If you did not ask the operator for it, ask them why, and choose another password:',
    `${publicUrl}/reset`,
  ])
