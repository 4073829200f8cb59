import { critical, info, pass, warning } from '../../reports/finding.ts'
import { noAddress } from '../../reports/no-address.ts'
import type { Finding, ReportDraft } from '../../reports/report.ts'
import { capitalize, inWords, prose } from '../../reports/wording.ts'
import { withPort } from '../../world/addresses.ts'
import { addressOf, reverseOf } from '../../world/hosts.ts'
import { type BlockList, blockLists, listingsOf } from '../../world/listings.ts'
import { operatorOf } from '../../world/operators.ts'
import type { World } from '../../world/world.ts'
import { aliasOf, resolves } from '../../world/aliases.ts'
import type { Simulation } from '../define-tool.ts'
import type { BlacklistCheckResult } from './blacklist-check.ts'

type Kind = BlockList['lists']

// How much of the mail that an address sends one entry costs it: a range that should not send mail at all counts least.
const WEIGHT: Readonly<Record<Kind, number>> = {
  'infected hosts': 40,
  'open relays': 35,
  'spam sources': 30,
  'abused hosting': 20,
  'dynamic ranges': 15,
}

const CAUSES: Readonly<
  Record<Kind, (ip: string, abuse: string) => readonly [code: string, title: string, why: string, advice: string]>
> = {
  'infected hosts': (ip) => [
    'blacklist-cause-malware',
    'Something behind it behaves like a bot',
    'lists addresses from which known malware called home or scanned others.',
    `Find the machine behind ${ip}, any one of them if it is shared, clean it, and let port 25 out from the mail server only.`,
  ],
  'open relays': (ip) => [
    'blacklist-cause-relay',
    'It passes on mail for strangers',
    'lists servers that took mail from anyone for anyone.',
    `Relay for your own networks and signed-in users only (RFC 2505), then run smtp-test on ${withPort(ip, 25)}.`,
  ],
  'spam sources': () => [
    'blacklist-cause-spam',
    'It was seen sending spam',
    'lists senders that reached a trap or that people complained of.',
    'Look in the mail log for the account or script that sends most, stop it, and change its password.',
  ],
  'abused hosting': (_ip, abuse) => [
    'blacklist-cause-hosting',
    'Its network is known for abuse',
    'lists whole networks whose operator is slow to act, the quiet neighbors with the rest.',
    `Ask the operator (${abuse}) what it does about it, or send mail from another network.`,
  ],
  'dynamic ranges': () => [
    'blacklist-cause-dynamic',
    'It lies in a range of dial-up addresses',
    'holds ranges that should send no mail by themselves; it accuses nobody.',
    "Send through your provider's mail server on port 587, or have the operator declare the range static.",
  ],
}

const namesOf = (lists: readonly BlockList[]): string => prose(lists.map(({ name }) => name))

const wayOff = (listings: readonly BlockList[]): string => {
  const ask = listings.filter(({ removal }) => removal === 'request')
  if (ask.length === 0) return 'then wait: the entry ends by itself'
  return `then ask ${namesOf(ask)} to take it off`
}

function simulate(host: string, world: World): BlacklistCheckResult {
  if (!resolves(world, host)) {
    const recommendation = `Give ${host} an address first: no list can be asked about a name without one.`
    return { ip: null, status: 'CLEAN', score: 0, sources: [], recommendation }
  }
  const ip = addressOf(world, host)
  const listings = listingsOf(world, host)
  const score = listings.reduce((sum, { lists }) => sum + WEIGHT[lists], 0)
  return {
    ip,
    status: listings.length > 0 ? 'BLACKLISTED' : 'CLEAN',
    score: Math.min(100, score),
    sources: blockLists.map((list) => ({ name: list.name, listed: listings.includes(list) })),
    recommendation:
      listings.length > 0
        ? `Stop what put ${ip} on the list, ${wayOff(listings)}.`
        : 'Nothing to do: check again after a change in what this address sends.',
  }
}

const causes = (listings: readonly BlockList[], ip: string, abuse: string): Finding[] =>
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

const shortNames = (listings: readonly BlockList[]): string =>
  listings.length <= 3 ? namesOf(listings) : `${namesOf(listings.slice(0, 2))} and ${listings.length - 2} more lists`

const entry = (listings: readonly BlockList[], ip: string): Finding =>
  critical(
    'blacklist-listed',
    `It is on ${shortNames(listings)}`,
    `Receivers that ask ${listings.length === 1 ? 'this list' : 'these lists'} refuse mail from ${ip} or file it as spam, whatever it says.`,
    `Stop the cause first, ${wayOff(listings)}. A cause that goes on brings the entry back.`,
  )

const listed = (listings: readonly BlockList[], ip: string, abuse: string): Finding[] => {
  const waiting = listings.filter(({ removal }) => removal === 'expires')
  const others = blockLists.length - listings.length
  return [
    entry(listings, ip),
    ...causes(listings, ip, abuse),
    ...(waiting.length === 0
      ? []
      : [
          info(
            'blacklist-expires',
            `${namesOf(waiting)} ${waiting.length === 1 ? 'takes' : 'take'} no requests`,
            'The entry ends some days after the last thing that was seen.',
          ),
        ]),
    ...(others === 0
      ? []
      : [
          pass(
            'blacklist-others',
            `The other ${others === 1 ? 'list does' : `${inWords(others)} lists do`} not name it`,
          ),
        ]),
  ]
}

const reverse = (world: World, ip: string): Finding => {
  const { hostname, confirmed } = reverseOf(world, ip)
  return confirmed
    ? pass('blacklist-reverse', 'Its reverse name leads back to it, which receivers check next')
    : warning(
        'blacklist-reverse-mismatch',
        'Its reverse name does not lead back to it',
        `${hostname} has another address, and strict receivers refuse such a sender, listed or not.`,
        `Run ptr-lookup on ${ip}.`,
      )
}

const plotOf = (sources: BlacklistCheckResult['sources'], listings: readonly BlockList[]): ReportDraft['plot'] => ({
  kind: 'list',
  caption: 'What each block list says',
  alternative:
    sources.length === 0
      ? 'No list was asked.'
      : listings.length === 0
        ? `None of ${sources.length} lists names the address.`
        : `${listings.length} of ${sources.length} lists ${listings.length === 1 ? 'names' : 'name'} the address: ${namesOf(listings)}.`,
  items: sources.map(({ name, listed: found }) => ({
    label: name,
    value: found ? 'listed' : 'not listed',
    severity: found ? 'critical' : 'pass',
  })),
})

function report({ ip, score, sources }: BlacklistCheckResult, world: World, host: string): ReportDraft {
  const listings = blockLists.filter((_, index) => sources[index]?.listed === true)
  const plot = plotOf(sources, listings)
  const naming = { label: 'Lists naming it', value: String(listings.length), unit: `of ${sources.length}` }
  const points = { label: 'Score', value: String(score), unit: 'of 100', note: '0 is clean' }
  if (ip === null) {
    const finding = noAddress('blacklist-unresolved', host, aliasOf(world, host)?.target, 'there is nothing to look up')
    const detail = 'Block lists know addresses, and this name leads to none.'
    return { sentence: 'There is no address to check.', detail, figures: [naming, points], findings: [finding], plot }
  }
  const { name, network, abuse, place } = operatorOf(world, host)
  const clean = listings.length === 0
  return {
    sentence: clean
      ? `None of ${inWords(sources.length)} lists names it.`
      : `${capitalize(inWords(listings.length))} of ${inWords(sources.length)} lists ${listings.length === 1 ? 'names' : 'name'} it.`,
    detail: clean
      ? `${ip} may send mail as far as these lists are concerned.`
      : `Mail from ${ip} is refused or filed as spam by everyone who asks ${listings.length === 1 ? 'it' : 'them'}.`,
    figures: [
      {
        ...naming,
        note: clean ? 'all are silent' : shortNames(listings),
      },
      points,
      { label: 'Network', value: network, note: `${name}, ${place.city}` },
    ],
    findings: [
      ...(clean
        ? [pass('blacklist-clean', `All ${inWords(sources.length)} lists were asked, none has an entry`)]
        : listed(listings, ip, abuse)),
      reverse(world, ip),
    ],
    plot,
  }
}

/** Simulates `blacklist-check`. */
export const blacklistCheckSimulation: Simulation<string, BlacklistCheckResult> = { simulate, report }
