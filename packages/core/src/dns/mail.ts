import { isAddress } from '../foundation/addresses.ts'
import { zoneOf } from '../foundation/names.ts'
import { parseDomain } from '../inputs/host.ts'
import { missingOf } from '../world/answers/existence.ts'
import { addressAt } from '../world/hosts/machine-at.ts'
import { machineOf } from '../world/hosts/machines.ts'
import { greetingTime, mailServerOf, mailTargetsOf } from '../world/mail/mail.ts'
import { mtaStsOf } from '../world/answers/mail-policies.ts'
import {
  bannerOf,
  mailReply,
  type MailReplyDetails,
  type MailReplyKind,
  extensionsOf,
} from '../world/mail/mail-software.ts'
import { mailboxExists, type RecipientState, recipientStateOf, statedWaitOf } from '../world/mail/mailboxes.ts'
import { mailAnswerOf } from '../world/hosts/reach.ts'
import { greetingName } from '../world/hosts/reverse-names.ts'
import { statedMachineOf } from '../world/hosts/stated-hosts.ts'
import type { World } from '../world/world.ts'

/** A mail server, as a sender sees it on port 25. */
export interface MailHost {
  readonly host: string
  readonly address: string
  /** The name in the server's greeting: the machine's name. In a well-configured world, the PTR record has the same name. */
  readonly greetingName: string
  /** Whether the server accepts connections. */
  readonly answers: boolean
  /** The response to a connection: the server accepts, refuses at once, or is silent until the sender gives up after a timeout. */
  readonly answer: 'open' | 'refused' | 'silent'
  /** Milliseconds from connecting until the greeting. */
  readonly greetingTime: number
  /** The name of the server's software, as in the banner. */
  readonly software: string
  /** The text after `ESMTP` in the greeting (RFC 5321, section 4.2). */
  readonly banner: string
  /** The lines of the first EHLO reply after the server's name: with STARTTLS, or with AUTH if the server offers no TLS. */
  readonly extensions: readonly string[]
  /** The lines of the EHLO reply once the connection is encrypted: without STARTTLS, and with AUTH. */
  readonly encryptedExtensions: readonly string[]
  /** The SASL mechanisms by which users sign in (RFC 4954), such as `PLAIN`. */
  readonly authentication: readonly string[]
  /** Whether the server offers STARTTLS. */
  readonly tls: boolean
  /** Whether a device on the path removes STARTTLS from the server's replies. */
  readonly stripped: boolean
  /** The largest message that the server accepts, in bytes. */
  readonly size: number
  /** The server's treatment of unknown senders and recipients. */
  readonly recipients: 'verified' | 'greylisted' | 'catch-all'
  /** The seconds after which a greylisting server accepts an unknown sender, if the document defines them. */
  readonly greylistWait: number | undefined
  /** Whether the server refuses mail that fails DMARC under a policy of reject. */
  readonly enforcesDmarc: boolean
}

/**
 * Describes the mail server of a name, as `smtp-test` finds it.
 *
 * @example
 * const { world } = openWorld({ seed: 'k3f9', scenario: 'mx-down', at: 0 }, () => 0)
 * mailHostAt(world, 'mx1.mail.example').answers // => false
 * mailHostAt(world, 'mx2.mail.example').answers // => true
 */
export const mailHostAt = (world: World, host: string): MailHost => {
  const machine = machineOf(world, host)
  const server = mailServerOf(world, host)
  const { software, authentication, tls, stripped, size, recipients } = server
  const answer = mailAnswerOf(world, machine)
  return {
    host,
    address: addressAt(machine),
    greetingName: greetingName(world, machine),
    answers: answer === 'open',
    answer,
    greetingTime: greetingTime(world, host),
    software,
    banner: bannerOf(software, world.at),
    extensions: extensionsOf(server, false),
    encryptedExtensions: extensionsOf(server, true),
    authentication,
    tls,
    stripped,
    size,
    recipients,
    greylistWait: statedWaitOf(world, host),
    enforcesDmarc: statedMachineOf(world, machine).smtp?.dmarc === 'enforce',
  }
}

/** The reply of a mail server to a recipient. */
export type Acceptance = RecipientState | 'not-served'

// A local part such as `ana%shop.example` or `shop.example!ana` asks the server to relay to another domain.
const RELAYING = /[%!]/

/**
 * Returns a mail server's reply to `RCPT TO` for a recipient (local part and domain in lower case), as `email-validation` reports it:
 * `not-served` if the host is not a mail server of the domain, if the domain does not exist, or if the local part names another domain, as
 * in `ana%shop.example`. Set `known` for a sender that a greylisting
 * server has seen before.
 *
 * @example
 * const { world } = openWorld({ seed: 'k3f9', scenario: 'healthy' }, Date.now)
 * acceptanceOf(world, 'mx1.mail.example', { local: 'postmaster', domain: 'mail.example' }) // => 'exists'
 * acceptanceOf(world, 'mx1.mail.example', { local: 'ana', domain: 'shop.example' }) // => 'not-served'
 */
export const acceptanceOf = (
  world: World,
  host: string,
  { local, domain, known = false }: { readonly local: string; readonly domain: string; readonly known?: boolean },
): Acceptance => {
  if (RELAYING.test(local) || missingOf(world, domain, 'mail') !== undefined) return 'not-served'
  if (!mailTargetsOf(world, domain).some(({ exchange }) => exchange === host)) return 'not-served'
  const state = recipientStateOf(world, domain, local, mailServerOf(world, host).recipients)
  if (state !== 'later' || !known) return state
  return mailboxExists(world, domain, local) ? 'exists' : 'refused'
}

/**
 * Returns whether a user may read mail at a host: the mailbox exists, and the host is in its domain or in the domain of its mail servers. `local`
 * and `domain` are in lower case. At an address instead of a name, every mailbox may be read.
 *
 * @example
 * const { world } = openWorld({ seed: 'k3f9', scenario: 'healthy' }, Date.now)
 * isMailUser(world, 'imap.mail.example', { local: 'ana', domain: 'mail.example' }) // => true
 * isMailUser(world, 'imap.mail.example', { local: 'ana', domain: 'shop.example' }) // => false
 */
export const isMailUser = (
  world: World,
  host: string,
  mailbox: { readonly local: string; readonly domain: string },
): boolean => {
  const { domain } = mailbox
  if (missingOf(world, domain, 'mail') !== undefined) return false
  const servers = mailTargetsOf(world, domain).map(({ exchange }) => exchange)
  const isServed = isAddress(host) || [domain, ...servers].some((name) => zoneOf(name) === zoneOf(host))
  return (
    isServed &&
    servers.some((server) => ['exists', 'any'].includes(acceptanceOf(world, server, { ...mailbox, known: true })))
  )
}

/**
 * Returns a reply of a mail server in the words of its software: code, enhanced status code (RFC 3463) if the software writes one, and text.
 *
 * @example
 * const { world } = openWorld({ seed: 'k3f9', scenario: 'healthy' }, Date.now)
 * mailReplyOf(world, 'mx1.mail.example', 'unknown', { to: 'nobody@mail.example' }).slice(0, 3) // => '550'
 * mailReplyOf(world, 'mx1.mail.example', 'bye').slice(0, 3) // => '221'
 */
export const mailReplyOf = (
  world: World,
  host: string,
  kind: MailReplyKind,
  details: MailReplyDetails = {},
): string => {
  const { software, size } = mailServerOf(world, host)
  return mailReply(software, kind, { host: greetingName(world, machineOf(world, host)), size, ...details })
}

/**
 * Returns the MTA-STS policy of a domain as its web server serves it at `https://mta-sts.<domain>/.well-known/mta-sts.txt` (RFC 8461,
 * section 3.2); undefined if there is no `_mta-sts` record.
 *
 * @example
 * const { world } = openWorld({ seed: 'k3f9', scenario: 'healthy', at: 0 }, () => 0)
 * mtaStsFileOf(world, 'mail.example')?.split('\r\n').slice(0, 3) // => ['version: STSv1', 'mode: enforce', 'mx: mx1.mail.example']
 * mtaStsFileOf(world, 'no domain') // => undefined
 */
export const mtaStsFileOf = (world: World, domain: string): string | undefined => {
  const name = parseDomain(domain)
  if (name === undefined || missingOf(world, `_mta-sts.${name}`, 'text') !== undefined) return undefined
  const policy = mtaStsOf(world, name)
  if (policy === undefined) return undefined
  const servers = policy.mx.map((host) => `mx: ${host}`)
  return ['version: STSv1', `mode: ${policy.mode}`, ...servers, `max_age: ${policy.maxAge}`, ''].join('\r\n')
}
