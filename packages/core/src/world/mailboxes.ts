import type { MailServer } from './mail.ts'
import { chance } from './mapping.ts'
import { entityOf, type World } from './world.ts'

/** What a mail server makes of a recipient: it knows the mailbox, refuses it, takes any, or asks to come back later. */
export type RecipientState = 'exists' | 'refused' | 'any' | 'later'

const MAILBOX_EXISTS_ODDS = 0.85

/** Tells what a mail server that treats strangers like this makes of `local@domain`; `local` is in lower case. */
export const recipientStateOf = (
  world: World,
  domain: string | undefined,
  local: string,
  recipients: MailServer['recipients'],
): RecipientState => {
  if (recipients === 'catch-all') return 'any'
  if (recipients === 'greylisted') return 'later'
  return mailboxExists(world, domain, local) ? 'exists' : 'refused'
}

/** Tells whether there is a mailbox `local@domain`, whatever the server says to strangers. */
export const mailboxExists = (world: World, domain: string | undefined, local: string): boolean => {
  // Every mail domain has a postmaster (RFC 5321, section 4.5.1), and a scenario about the server has the mailbox.
  if (local === 'postmaster' || world.overrides.recipients !== undefined) return true
  return chance(entityOf(world, 'email-validation', `${local}@${domain}`), 'exists', MAILBOX_EXISTS_ODDS)
}
