import { DAY } from '../../foundation/units.ts'
import { withPort } from '../../foundation/addresses.ts'
import { between, chance, type Entity, fraction, part, pick } from '../../foundation/mapping.ts'
import { numberedToken } from '../../foundation/tokens.ts'
import { entityOf, type World } from '../world.ts'

/** A folder of the mailboxes at a host. */
export interface MailFolder {
  readonly name: string
  /** The number of messages. */
  readonly messages: number
}

/** A message in a folder. */
export interface StoredMessage {
  /** The unique part of its message id. No other message of the mailbox has it. */
  readonly id: string
  /** The other person: the sender, or in folders of sent messages and drafts the recipient. */
  readonly person: { readonly name: string; readonly address: string }
  readonly subject: string
  /** The time of its arrival, in epoch milliseconds. */
  readonly at: number
  /** Its size, in bytes. */
  readonly size: number
  readonly isSeen: boolean
  readonly isAnswered: boolean
  readonly isFlagged: boolean
}

const IMAPS = 993
/** The age of the oldest message of a folder, in days. */
const OLDEST = 900
// More than the messages of any folder. With eight folders, a number of a mailbox's message is below 2^20.
const MOST_NUMBERS = 131_072

const FOLDERS = [
  { name: 'INBOX', odds: 1, most: 9000 },
  { name: 'Sent', odds: 1, most: 5000 },
  { name: 'Drafts', odds: 1, most: 60 },
  { name: 'Archive', odds: 0.7, most: 18_000 },
  { name: 'Invoices', odds: 0.4, most: 1200 },
  { name: 'Projects', odds: 0.5, most: 3000 },
  { name: 'Junk', odds: 1, most: 900 },
  { name: 'Trash', odds: 1, most: 2500 },
] as const

const PEOPLE = [
  'Ana',
  'Ben',
  'Clara',
  'David',
  'Emma',
  'Felix',
  'Hana',
  'Ivo',
  'Julia',
  'Leo',
  'Maria',
  'Yuki',
] as const
const DOMAINS = [
  'shop.example',
  'mail.example',
  'bakery.test',
  'harbour.test',
  'office.example',
  'ledger.example',
] as const
const SUBJECTS = [
  'Agenda for Monday',
  'Contract, second version',
  'Delivery on Thursday',
  'Figures of the quarter',
  'Invitation to the meeting',
  'Invoice',
  'Minutes of the meeting',
  'New price list',
  'Offer',
  'Photos of the fair',
  'Question about the order',
  'Travel plan',
] as const

// A host has the same mailbox on every port.
const mailboxOf = (world: World, host: string): Entity => entityOf(world, 'email-migration', withPort(host, IMAPS))

/** Returns the folders of a mailbox at a host, as IMAP shows them. POP3 gives access to the first one only. */
export const mailFoldersOf = (world: World, host: string): MailFolder[] => {
  const id = mailboxOf(world, host)
  return FOLDERS.flatMap(({ name, odds, most }, index) => {
    const folder = part(id, index)
    return odds === 1 || chance(folder, 'there', odds) ? [{ name, messages: between(folder, 'messages', 1, most) }] : []
  })
}

/** Returns the average size of a message at a host, in kilobytes. */
export const messageSizeOf = (world: World, host: string): number =>
  between(mailboxOf(world, host), 'mean-size', 40, 140)

/**
 * Returns a message of a folder, by its number from 1, oldest first. A message stays the same for a day of the world: then all messages
 * become a day younger.
 */
export const storedMessageOf = (
  world: World,
  host: string,
  { name, messages }: MailFolder,
  number: number,
): StoredMessage => {
  const mailbox = mailboxOf(world, host)
  const folder = FOLDERS.findIndex((one) => one.name === name)
  const id = part(part(mailbox, folder), number)
  const person = pick(id, 'person', PEOPLE)
  const midnight = Math.floor(world.at / DAY) * DAY
  const age = ((messages - number + fraction(id, 'time')) / messages) * OLDEST * DAY
  const isOwn = name === 'Sent' || name === 'Drafts'
  return {
    id: numberedToken(id, 'message', 16, folder * MOST_NUMBERS + number),
    person: { name: person, address: `${person.toLowerCase()}@${pick(id, 'domain', DOMAINS)}` },
    subject: `${chance(id, 'reply', 0.4) ? 'Re: ' : ''}${pick(id, 'subject', SUBJECTS)}`,
    at: Math.floor((midnight - age) / 1000) * 1000,
    // From a fifth of the average to almost twice as much.
    size: between(id, 'size', 200, 1800) * messageSizeOf(world, host),
    isSeen: isOwn || chance(id, 'seen', 0.9),
    isAnswered: !isOwn && chance(id, 'answered', 0.2),
    isFlagged: chance(id, 'flagged', 0.03),
  }
}
