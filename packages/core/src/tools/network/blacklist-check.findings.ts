import { critical, info, pass, warning } from '../../reports/finding.ts'
import { whyUnconfirmed } from '../../reports/no-address.ts'
import type { Finding } from '../../reports/report.ts'
import { inWords, prose } from '../../reports/wording.ts'
import { withPort } from '../../foundation/addresses.ts'
import { type BlockList, blockLists, LIST_ENTRY, REFUSALS } from '../../world/names/block-lists.ts'
import { reverseAt } from '../../world/hosts/hosts.ts'
import { addressAt, type Machine } from '../../world/hosts/machine-at.ts'
import type { World } from '../../world/world.ts'
import type { BlacklistCheckCode } from './blacklist-check.ts'

type Kind = BlockList['lists']

const CAUSES: Readonly<
  Record<
    Kind,
    (ip: string, abuse: string) => readonly [code: BlacklistCheckCode, title: string, why: string, advice: string]
  >
> = {
  'infected hosts': (ip) => [
    'blacklist-cause-malware',
    'A machine behind the address behaves like a bot',
    'lists addresses from which known malware contacted its operator or scanned others.',
    `Find the machine behind ${ip} (a shared address has several), clean it, and allow outgoing port 25 only from the mail server.`,
  ],
  'open relays': (ip) => [
    'blacklist-cause-relay',
    'The server relays mail for anyone',
    'lists servers that relayed mail from anyone to anyone.',
    `Relay for your own networks and signed-in users only (RFC 2505), then run smtp-test on ${withPort(ip, 25)}.`,
  ],
  'spam sources': () => [
    'blacklist-cause-spam',
    'The address was seen sending spam',
    'lists senders that reached a spam trap or that people complained about.',
    'Look in the mail log for the account or script that sends most, stop it, and change its password.',
  ],
  'abused hosting': (_ip, abuse) => [
    'blacklist-cause-hosting',
    'The network is known for abuse',
    'lists whole networks whose operator is slow to stop abuse, including addresses that did nothing wrong.',
    `Ask the operator (${abuse}) to stop the abuse, or send mail from another network.`,
  ],
  'dynamic ranges': () => [
    'blacklist-cause-dynamic',
    'The address is in a range of dynamic addresses',
    'lists ranges that should not send mail directly; an entry does not mean abuse.',
    "Send through your provider's mail server on port 587, or have the operator declare the range static.",
  ],
}

/** Lists the names of block lists in prose. */
export const namesOf = (lists: readonly BlockList[]): string => prose(lists.map(({ name }) => name))

/** Returns the next step after the cause is fixed. */
export const delistingAdvice = (listings: readonly BlockList[]): string => {
  const ask = listings.filter(({ removal }) => removal === 'request')
  if (ask.length === 0) return 'then wait: the entry expires by itself'
  return `then ask ${namesOf(ask)} to remove the address`
}

const causes = (listings: readonly BlockList[], ip: string, abuse: string): Finding<BlacklistCheckCode>[] =>
  [...new Set(listings.map(({ lists }) => lists))].map((kind) => {
    const lists = listings.filter((list) => list.lists === kind)
    const [code, title, why, advice] = CAUSES[kind](ip, abuse)
    return warning(
      code,
      title,
      lists.length === 1 ? `${namesOf(lists)} ${why}` : `${namesOf(lists)}: each ${why}`,
      advice,
    )
  })

/** Returns the names of up to three lists, or two names and the number of the others. */
export const shortNames = (listings: readonly BlockList[]): string =>
  listings.length <= 3
    ? namesOf(listings)
    : `${listings
        .slice(0, 2)
        .map(({ name }) => name)
        .join(', ')} and ${listings.length - 2} more lists`

const entry = (listings: readonly BlockList[], ip: string): Finding<BlacklistCheckCode> =>
  critical(
    'blacklist-listed',
    `The address is on ${shortNames(listings)}`,
    `Receivers that use ${listings.length === 1 ? 'this list' : 'these lists'} refuse mail from ${ip} or file it as spam, whatever its content.`,
    `Stop the cause first, ${delistingAdvice(listings)}. If the cause continues, the address is listed again.`,
  )

/** Reports a listed address: the effect, the cause, and how to remove it. */
export const listed = (
  listings: readonly BlockList[],
  answering: number,
  ip: string,
  abuse: string,
): Finding<BlacklistCheckCode>[] => {
  const waiting = listings.filter(({ removal }) => removal === 'expires')
  const others = answering - listings.length
  return [
    entry(listings, ip),
    ...causes(listings, ip, abuse),
    ...(waiting.length === 0
      ? []
      : [
          info(
            'blacklist-expires',
            `${namesOf(waiting)} ${waiting.length === 1 ? 'accepts' : 'accept'} no delisting requests`,
            'The entry expires some days after the last incident.',
          ),
        ]),
    ...(others === 0
      ? []
      : [
          pass(
            'blacklist-others',
            `The other ${others === 1 ? 'list does' : `${inWords(others)} lists do`} not contain the address`,
          ),
        ]),
  ]
}

/** Reports lists that refuse the resolver: their answer is no entry. */
export const refused = (lists: readonly BlockList[]): Finding<BlacklistCheckCode>[] => {
  if (lists.length === 0) return []
  const isAll = lists.length === blockLists.length
  return [
    (isAll ? critical : warning)(
      'blacklist-refused',
      isAll
        ? `All ${inWords(lists.length)} lists refuse the resolver`
        : `${shortNames(lists)} ${lists.length === 1 ? 'refuses' : 'refuse'} the resolver`,
      `The answer ${REFUSALS.own.address} is no entry: it says that the resolver sends too many queries. A public resolver gets ${REFUSALS.public.address}. A program that takes every answer as an entry refuses the mail of everybody.`,
      'Query the lists through a resolver of your own, and take only addresses in 127.0.0.0/24 as entries.',
    ),
  ]
}

/** Reports lists that have shut down and list every address. */
export const dead = (lists: readonly BlockList[], ip: string): Finding<BlacklistCheckCode>[] =>
  lists.length === 0
    ? []
    : [
        warning(
          'blacklist-dead',
          `${shortNames(lists)} ${lists.length === 1 ? 'lists' : 'list'} every address, so the entry means nothing`,
          `The answer for ${ip} is ${LIST_ENTRY.address}, and so is that for 127.0.0.1, which no working list contains (RFC 5782, section 5). Mail servers that use such a list refuse the mail of everybody.`,
          'Remove the list from the configuration of your mail servers, and query 127.0.0.1 before you trust a list.',
        ),
      ]

/** Reports the PTR record, which receivers check next. */
export const reverse = (world: World, machine: Machine): Finding<BlacklistCheckCode> => {
  const ip = addressAt(machine)
  const { kind, hostname, confirmed } = reverseAt(world, machine)
  if (kind === 'generic')
    return info(
      'blacklist-reverse-generic',
      'The name in the PTR record only spells out the address',
      'Receivers check the PTR record next, and trust a generic name less.',
      `Run ptr-lookup on ${ip}.`,
    )
  if (hostname === null)
    return warning(
      'blacklist-reverse-missing',
      'The address has no PTR record',
      'Strict receivers refuse a sender without one, listed or not (RFC 1912, section 2.1).',
      `Run ptr-lookup on ${ip}.`,
    )
  return confirmed
    ? pass('blacklist-reverse', 'The name in the PTR record resolves back to the address, which receivers check next')
    : warning(
        'blacklist-reverse-mismatch',
        'The name in the PTR record does not resolve back to the address',
        `${hostname} ${whyUnconfirmed(world, hostname)}, and strict receivers refuse such a sender, listed or not.`,
        `Run ptr-lookup on ${ip}.`,
      )
}
