import { type BlockList, blockLists } from '../../world/names/block-lists.ts'
import { listingsAt, listsInState } from '../../world/hosts/listings.ts'
import { addressAt } from '../../world/hosts/machine-at.ts'
import { machineOf } from '../../world/hosts/machines.ts'
import { type ExchangeState, exchangeStatesOf, mailHostOf } from '../../world/mail/mail.ts'
import type { DmarcPolicy } from '../../protocols/dmarc-policy.ts'
import { LONG_RSA_KEY } from '../../protocols/dkim-key.ts'
import { isNeutral, type SpfPolicy } from '../../protocols/spf-policy.ts'
import { authenticationOf } from '../../dns/mail-authentication.ts'
import type { DomainKey } from '../../world/answers/mail-dns.ts'
import { type ReverseKind, reverseKindAt } from '../../world/hosts/reverse-names.ts'
import type { World } from '../../world/world.ts'

/**
 * The facts that receivers check. The first mail server with an address represents the sending server, because most domains send mail through
 * the servers that receive it.
 */
export interface MailFacts {
  readonly domain: string
  /** The operator of the mail servers, if it is not the domain itself. */
  readonly host: string | undefined
  readonly spf: SpfPolicy
  /** Whether the SPF record makes no statement about other servers. */
  readonly neutral: boolean
  readonly dkim: DomainKey
  /** The policy that receivers apply: the policy of the domain or of a parent. */
  readonly dmarc: DmarcPolicy
  readonly exchanges: readonly ExchangeState[]
  readonly first: Pick<ExchangeState, 'exchange' | 'answer' | 'answers' | 'machine'>
  /** The sending server; undefined if no mail server has an address. */
  readonly sending: Pick<ExchangeState, 'exchange' | 'machine'> | undefined
  /** The address of the sending server; a dash without one. */
  readonly address: string
  /** The state of the PTR record of the sending server. */
  readonly reverse: ReverseKind
  readonly listings: readonly BlockList[]
  /** Whether every block list refuses the question, so that the listings are unknown. */
  readonly listsRefuse: boolean
}

/** Collects the facts that receivers check. */
export const mailFactsOf = (world: World, domain: string): MailFacts => {
  const { spf, dkim, dmarc } = authenticationOf(world, domain)
  const exchanges = exchangeStatesOf(world, domain)
  const first =
    exchanges[0] ?? ({ exchange: domain, machine: machineOf(world, domain), answer: 'silent', answers: false } as const)
  const sending = [first, ...exchanges].find(({ answer }) => answer !== 'unresolved')
  const machine = sending?.machine
  return {
    domain,
    host: mailHostOf(world, domain),
    spf,
    neutral: isNeutral(spf),
    dkim,
    dmarc,
    exchanges,
    first,
    sending,
    address: machine === undefined ? '—' : addressAt(machine),
    reverse: machine === undefined ? 'missing' : reverseKindAt(world, machine),
    listings: machine === undefined ? [] : listingsAt(world, machine),
    listsRefuse: machine !== undefined && listsInState(world, machine, 'refuses').length === blockLists.length,
  }
}

/** The points for each part of the score. The parts add up to 100 at most. */
export interface Points {
  readonly spf: number
  readonly dkim: number
  readonly dmarc: number
  readonly exchanges: number
  readonly reverse: number
  readonly listings: number
}

/**
 * The points for each state of each part, best first; the best states add up to 100. A listed sender loses the most, because receivers
 * refuse its mail at once. A missing or stale PTR record loses more than half as much as a missing signature, and a failing fallback mail
 * server loses little. The page of the tool shows this table (`npm run docs`).
 */
export const SCORES = {
  listings: { 'on no block list': 28, 'on a block list': 0 },
  exchanges: { 'all answer': 20, 'a fallback does not answer': 17, 'the first does not answer': 1, 'none answers': 0 },
  spf: { valid: 18, 'valid, ends in ?all': 14, 'missing or broken': 0 },
  dkim: { 'Ed25519, or 2048 bits and more': 14, '1024 to 2047 bits': 12, 'no valid key': 0 },
  dmarc: { reject: 8, quarantine: 7, none: 3, missing: 0, discarded: 0, failure: 0 },
  reverse: { own: 12, generic: 6, missing: 0, stale: 0 },
} as const satisfies Record<keyof Points, Readonly<Record<string, number>>>

/** The maximum points of each part. */
export const WEIGHTS: Points = {
  spf: SCORES.spf.valid,
  dkim: SCORES.dkim['Ed25519, or 2048 bits and more'],
  dmarc: SCORES.dmarc.reject,
  exchanges: SCORES.exchanges['all answer'],
  reverse: SCORES.reverse.own,
  listings: SCORES.listings['on no block list'],
}

/** Returns the number of mail servers that answer. */
export const countAnswering = (exchanges: readonly ExchangeState[]): number => {
  let answering = 0
  for (const { answers } of exchanges) if (answers) answering++
  return answering
}

// Returns the points for the mail servers. Receivers that verify the sender's domain refuse mail from a domain that can't receive replies,
// and the domain gets no bounces.
const exchangePoints = (exchanges: readonly ExchangeState[]): number => {
  const answering = countAnswering(exchanges)
  if (answering === 0) return SCORES.exchanges['none answers']
  if (exchanges[0]?.answers !== true) return SCORES.exchanges['the first does not answer']
  return answering === exchanges.length
    ? SCORES.exchanges['all answer']
    : SCORES.exchanges['a fallback does not answer']
}

const spfPoints = ({ spf, neutral }: MailFacts): number => {
  if (spf.state !== 'valid' || spf.permitsEveryone) return SCORES.spf['missing or broken']
  return neutral ? SCORES.spf['valid, ends in ?all'] : SCORES.spf.valid
}

const dkimPoints = ({ state, bits = LONG_RSA_KEY }: DomainKey): number => {
  if (state !== 'valid') return SCORES.dkim['no valid key']
  return bits >= LONG_RSA_KEY ? SCORES.dkim['Ed25519, or 2048 bits and more'] : SCORES.dkim['1024 to 2047 bits']
}

/** Returns the points of each part. */
export const pointsOf = (facts: MailFacts): Points => ({
  spf: spfPoints(facts),
  dkim: dkimPoints(facts.dkim),
  dmarc: SCORES.dmarc[facts.dmarc.policy],
  exchanges: exchangePoints(facts.exchanges),
  reverse: SCORES.reverse[facts.reverse],
  listings: facts.listings.length === 0 ? SCORES.listings['on no block list'] : SCORES.listings['on a block list'],
})
