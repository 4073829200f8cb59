import type { MailServer } from './mail.ts'
import { chance } from '../../foundation/mapping.ts'
import { machineOf } from '../hosts/machines.ts'
import { statedMachineOf } from '../hosts/stated-hosts.ts'
import { overridesAt } from '../overrides-at.ts'
import { entityOf, type World } from '../world.ts'

/** The reply of a mail server to a recipient: it accepts the mailbox, refuses it, accepts any name, or asks for a later try. */
export type RecipientState = 'exists' | 'refused' | 'any' | 'later'

/** Returns after how many seconds a mail server accepts an unknown sender, if it greylists and the document defines a time. */
export const statedWaitOf = (world: World, host: string): number | undefined => {
  const greylist = statedMachineOf(world, machineOf(world, host)).smtp?.greylist
  return typeof greylist === 'object' ? Number.parseInt(greylist.wait, 10) : undefined
}

const MAILBOX_EXISTS_ODDS = 0.85

/** Returns the reply to `local@domain` from a mail server with this handling of unknown senders; `local` is in lower case. */
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

// The local parts that exist in every mail domain: a postmaster (RFC 5321, section 4.5.1) and an abuse address (RFC 2142, section 4).
const REQUIRED = new Set(['abuse', 'postmaster'])

// Roles and given names. In a scenario about mail servers, these mailboxes exist, so that its fault is the only one.
const COMMON = new Set(
  (
    'admin billing contact hello help hostmaster info jobs mail marketing noc office sales security support webmaster ' +
    'alex ana anna ben bob carla carlos clara dan david emma eva felix hana ines ivo jana jo joao john jose julia kim ' +
    'laura leo lena lisa luis maria mario marta max mia nina noa olga paul pedro peter rosa sam sara sofia tom yuki'
  ).split(' '),
)

/** Returns whether the first word of a local part is a role or a given name: `info`, `ana`, `ana.ruiz`, `ana+news`. */
const isCommon = (local: string): boolean => COMMON.has(/^[a-z]*/.exec(local)?.[0] ?? '')

// Names that people choose for a mailbox that should not exist: descriptive names, or random letters and digits.
const NOBODY = /^(?:nobody|no-?one|no-?such|non-?exist|does-?not-?exist)/
const LONG_WORD = /[a-z\d]{18}/
const ALTERNATING = /\d[._-]*[a-z]+[._-]*\d/
// Four digits may be a year.
const LONG_NUMBER = /\d{5}|(?:^|\D)(?!19|20)\d{4}/
const CONSONANTS = /[b-df-hj-np-tv-xz]{6}/

/**
 * Returns whether a local part looks random, like the names with which `smtp-test` and verifiers detect a catch-all server: `nobody-8127`,
 * `q7h2m9x4`, `xkqzvbtw`.
 */
const looksRandom = (local: string): boolean => {
  if (NOBODY.test(local) || LONG_WORD.test(local) || ALTERNATING.test(local) || LONG_NUMBER.test(local)) return true
  if (CONSONANTS.test(local)) return true
  const letters = local.replaceAll(/[^a-z]/g, '')
  return letters.length >= 8 && letters.replaceAll(/[^aeiouy]/g, '').length * 5 < letters.length
}

/**
 * Returns whether the mailbox `local@domain` exists, independent of the server's reply to unknown senders. Tools and mail servers share
 * this rule. `local` is in lower case; text after a plus sign is a detail (RFC 5233) and is ignored.
 */
export const mailboxExists = (world: World, domain: string | undefined, local: string): boolean => {
  const plus = local.indexOf('+', 1)
  const user = plus < 0 ? local : local.slice(0, plus)
  if (REQUIRED.has(user)) return true
  if (looksRandom(user)) return false
  if (isCommon(user) && overridesAt(world, domain ?? '').recipients !== undefined) return true
  return chance(entityOf(world, 'email-validation', `${user}@${domain}`), 'exists', MAILBOX_EXISTS_ODDS)
}
