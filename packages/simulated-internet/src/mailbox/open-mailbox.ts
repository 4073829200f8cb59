import { isIP } from 'node:net'
import {
  isMailUser,
  type MailFolder,
  mailFoldersOf,
  mailHostAt,
  type StoredMessage,
  storedMessageOf,
  type World,
  zoneNameOf,
} from '@netbox/core/dns'
import { capitalize, DAY } from '@netbox/core'
import { isLoopback } from '../internet/addressing.ts'
import type { Ask } from '../internet/comparison.ts'
import type { Note } from '../internet/request-log.ts'
import { mailboxOf } from '../mail/replies.ts'
import { type ComposedMessage, composeMessage, type MailUser } from './compose-message.ts'

/** The mailbox of a user who signed in. It stays as it is until the connection ends. */
export interface OpenMailbox {
  readonly user: MailUser
  readonly folders: readonly MailFolder[]
  /** A number that changes when the messages change, once a day of the world (RFC 3501, section 2.3.1.1). */
  readonly validity: number
  /** Returns the facts of a message, by its number from 1. */
  readonly facts: (folder: MailFolder, number: number) => StoredMessage
  readonly message: (folder: MailFolder, number: number) => ComposedMessage
}

/** A connection to a server of mailboxes. */
export interface MailboxSession {
  readonly world: () => World
  /** The names of the address, newest first. On loopback, the address if no name leads to it. */
  readonly names: readonly [string, ...string[]]
  /** Whether the connection is encrypted. */
  readonly isSecure: boolean
  /** Whether the connection was unencrypted before. Then the client had its greeting, and speaks first. */
  readonly isContinued: boolean
  /** Logs a command with its reply. */
  readonly note: Note
  /** Compares answers with the answers of the healthy world. */
  readonly ask?: Ask | undefined
}

const OWN_FOLDERS: ReadonlySet<string> = new Set(['Sent', 'Drafts'])
// The atoms of RFC 5322, so that an address can't add lines to a header.
const LOCAL_PART = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}$/

/** Returns whether a server offers STARTTLS to an unencrypted connection, and whether it accepts passwords there. */
export const protectionOf = ({ world, names: [host], isSecure, ask }: MailboxSession) => {
  const protectionIn = (now: World) => {
    const { tls, stripped } = mailHostAt(now, host)
    return { offersTls: tls && !stripped && !isSecure, acceptsPasswords: isSecure || !tls }
  }
  ask?.({
    key: `mailbox ${host} ${isSecure}`,
    at: `${host} mailboxes`,
    answer: (now) => {
      const { offersTls, acceptsPasswords } = protectionIn(now)
      return `${offersTls || isSecure ? 'encryption' : 'no STARTTLS'}\n${acceptsPasswords}`
    },
  })
  return protectionIn(world())
}

/** Returns the user name in credentials of the mechanism PLAIN (RFC 4616). */
export const plainUser = (base64: string): string =>
  Buffer.from(base64, 'base64').toString('latin1').split('\0')[1] ?? ''

const mailboxIn = (world: World, { names }: MailboxSession, name: string): OpenMailbox | undefined => {
  const [newest] = names
  const { local, domain } = mailboxOf(
    name.includes('@') || isIP(newest) > 0 ? name : `${name}@${zoneNameOf(world, newest) ?? ''}`,
  )
  if (!LOCAL_PART.test(local)) return undefined
  const hosts = isLoopback(newest) ? [`imap.${domain}`] : names
  const host = hosts.find((one) => isMailUser(world, one, { local, domain }))
  if (host === undefined) return undefined
  const user = { name: capitalize(local), address: `${local}@${domain}` }
  const facts = (folder: MailFolder, number: number): StoredMessage => storedMessageOf(world, host, folder, number)
  return {
    user,
    folders: mailFoldersOf(world, host),
    validity: Math.floor(world.at / DAY),
    facts,
    message: (folder, number) => composeMessage(facts(folder, number), user, OWN_FOLDERS.has(folder.name)),
  }
}

/**
 * Opens the mailbox of a user, which is the one that `email-migration` finds at the host. The user is a mailbox of the host's domain, with
 * any password. A name without a domain belongs to the host's domain. 127.0.0.1 is not a host of the world: there, the mailbox is the one
 * at the host `imap` of the user's domain. Returns undefined for other users.
 */
export const openMailbox = (session: MailboxSession, name: string): OpenMailbox | undefined => {
  const [host] = session.names
  session.ask?.({
    key: `mailbox ${host} ${name}`,
    at: `${name} mailbox`,
    answer: (world) => {
      const mailbox = mailboxIn(world, session, name)
      return mailbox === undefined ? 'no such user' : `signed in\n${JSON.stringify([mailbox.user, mailbox.folders])}`
    },
  })
  return mailboxIn(session.world(), session, name)
}
