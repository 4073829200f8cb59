import { reverseConfirms } from '../../world/hosts.ts'
import type { BlockList } from '../../world/block-lists.ts'
import { listingsAt } from '../../world/listings.ts'
import { addressAt, machineOf } from '../../world/machines.ts'
import { type ExchangeState, exchangeStatesOf, mailHostOf } from '../../world/mail.ts'
import {
  appliedDmarcOf,
  type DkimKey,
  dkimOf,
  type DmarcPolicy,
  type SpfStanding,
  spfStandingOf,
} from '../../world/policies.ts'
import type { World } from '../../world/world.ts'

/** What receivers look at. The first exchange stands for the server that sends: most domains send from where they receive. */
export interface MailStanding {
  readonly domain: string
  /** Who runs the exchanges, where it is not the domain itself. */
  readonly host: string | undefined
  readonly spf: SpfStanding
  /** Whether the SPF record ends in ?all, which says nothing about other servers. */
  readonly neutral: boolean
  readonly dkim: DkimKey
  /** The policy that receivers go by, whose ever it is. */
  readonly dmarc: DmarcPolicy
  readonly exchanges: readonly ExchangeState[]
  readonly first: Pick<ExchangeState, 'exchange' | 'answers'>
  /** The address of the first exchange. */
  readonly address: string
  /** Whether the reverse name of the first exchange leads back to it. */
  readonly confirmed: boolean
  readonly listings: readonly BlockList[]
}

/** Gathers what receivers look at. */
export const standOf = (world: World, domain: string): MailStanding => {
  const spf = spfStandingOf(world, domain)
  const exchanges = exchangeStatesOf(world, domain)
  const first = exchanges[0] ?? { exchange: domain, machine: machineOf(world, domain), answers: false }
  return {
    domain,
    host: mailHostOf(world, domain),
    spf,
    neutral: spf.ending === '?all',
    dkim: dkimOf(world, domain),
    dmarc: appliedDmarcOf(world, domain),
    exchanges,
    first,
    address: addressAt(first.machine),
    confirmed: reverseConfirms(world),
    listings: listingsAt(world, first.machine),
  }
}

/** Points by part, out of 100. */
export interface Points {
  readonly spf: number
  readonly dkim: number
  readonly dmarc: number
  readonly exchanges: number
  readonly reverse: number
  readonly listings: number
}

/** The most points that each part can bring; they add up to 100. */
export const WEIGHTS: Points = { spf: 20, dkim: 12, dmarc: 10, exchanges: 30, reverse: 8, listings: 20 }

const DMARC_POINTS: Readonly<Record<DmarcPolicy['policy'], number>> = {
  missing: 0,
  none: 4,
  quarantine: 9,
  reject: 10,
}

/** Gives the number of exchanges that answer. */
export const countAnswering = (exchanges: readonly ExchangeState[]): number => {
  let answering = 0
  for (const { answers } of exchanges) if (answers) answering++
  return answering
}

// A domain that cannot be answered is refused by receivers that call back, and hears of no bounce.
const exchangePoints = (exchanges: readonly ExchangeState[]): number => {
  const answering = countAnswering(exchanges)
  if (answering === 0) return 0
  if (exchanges[0]?.answers !== true) return 5
  return answering === exchanges.length ? WEIGHTS.exchanges : 25
}

/** Gives the points that each part brings. */
export const pointsOf = ({ spf, neutral, dkim, dmarc, exchanges, confirmed, listings }: MailStanding): Points => ({
  spf: spf.state !== 'valid' ? 0 : neutral ? 16 : WEIGHTS.spf,
  dkim: !dkim.configured ? 0 : dkim.bits === 1024 ? 10 : WEIGHTS.dkim,
  dmarc: DMARC_POINTS[dmarc.policy],
  exchanges: exchangePoints(exchanges),
  reverse: confirmed ? WEIGHTS.reverse : 0,
  listings: listings.length === 0 ? WEIGHTS.listings : 0,
})
