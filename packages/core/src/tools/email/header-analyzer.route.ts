import { exchangeRecordsOf, offersTls, recipientsAt } from '../../world/mail.ts'
import { machineOf } from '../../world/machines.ts'
import { between, type Entity, part } from '../../world/mapping.ts'
import { entityOf, type World } from '../../world/world.ts'
import { type HeaderBlock, valuesOf } from './header-analyzer.input.ts'

/** One hand-over of a mail. */
export interface MailHop {
  readonly from: string | null
  readonly by: string | null
  readonly protocol: string | null
  /** Seconds since the hand-over before, or since the mail was written. */
  readonly delay: number
  /** Whether the clock of this server is behind that of the one before. */
  readonly skewed: boolean
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const DATE = /(\d{1,2})\s+([a-z]{3})[a-z]*\s+(\d{4})\s+(\d{2}):(\d{2})(?::(\d{2}))?\s*(?:([+-])(\d{2})(\d{2}))?/i

/** Reads a date of RFC 5322, section 3.3, as epoch milliseconds; a zone that is no number counts as UTC. */
export const parseMailDate = (text: string): number | undefined => {
  const match = DATE.exec(text.slice(0, 80))
  const month = MONTHS.indexOf(match?.[2]?.toLowerCase() ?? '')
  if (match === null || month < 0) return undefined
  const [, day, , year, hour, minute, second, sign, zoneHours, zoneMinutes] = match
  const zone = (Number(zoneHours ?? 0) * 60 + Number(zoneMinutes ?? 0)) * (sign === '-' ? -60_000 : 60_000)
  return Date.UTC(Number(year), month, Number(day), Number(hour), Number(minute), Number(second ?? 0)) - zone
}

interface Received extends Pick<MailHop, 'from' | 'by' | 'protocol'> {
  readonly at: number | undefined
}

const wordAfter = (pattern: RegExp, text: string): string | null => {
  const word = pattern.exec(text)?.[1]
  return word !== undefined && word.length <= 255 ? word : null
}

// RFC 5321, section 4.4. What servers say in comments is theirs alone, and often holds words like `by` and `with`.
const readReceived = (value: string): Received => {
  const bare = value.replace(/\([^()]*\)/g, ' ')
  const end = bare.lastIndexOf(';')
  const clauses = end < 0 ? bare : bare.slice(0, end)
  return {
    from: wordAfter(/(?:^|\s)from\s+([\w.:[\]-]+)/i, clauses),
    by: wordAfter(/(?:^|\s)by\s+([\w.:[\]-]+)/i, clauses),
    protocol: wordAfter(/(?:^|\s)with\s+([a-z0-9]+)/i, clauses)?.toUpperCase() ?? null,
    at: end < 0 ? undefined : parseMailDate(bare.slice(end + 1).trim()),
  }
}

const RECEIVER = 'mx1.inbox.example'

/** The way that mail of a domain takes when the headers do not tell: client, its exchange, ours, the mailbox. */
const worldRoute = (world: World, domain: string): Received[] => {
  const sender = exchangeRecordsOf(world, domain)[0]?.exchange ?? `mx1.${domain}`
  const tls = offersTls(world, machineOf(world, sender))
  return [
    { from: 'laptop.office.example', by: sender, protocol: tls ? 'ESMTPSA' : 'ESMTPA', at: undefined },
    {
      from: sender,
      by: RECEIVER,
      protocol: tls && offersTls(world, machineOf(world, RECEIVER)) ? 'ESMTPS' : 'ESMTP',
      at: undefined,
    },
    { from: RECEIVER, by: 'store.inbox.example', protocol: 'LMTP', at: undefined },
  ]
}

/** A server that greylists lets the second try in, and senders try again after five to twenty minutes. */
const waits = (world: World, id: Entity): number =>
  recipientsAt(world, machineOf(world, RECEIVER)) === 'greylisted' ? between(id, 'second-try', 300, 1200) : 0

/**
 * Gives the hand-overs of a mail, the sender's first: those of its Received lines, or the world's where it has none.
 * Delays come from the dates of the lines as far as they have any.
 */
export const routeOf = (world: World, { headers, domain }: HeaderBlock): MailHop[] => {
  const given = valuesOf(headers, 'received')
  const hops = given.length > 0 ? given.toReversed().map(readReceived) : worldRoute(world, domain)
  const id = entityOf(world, 'header-analyzer', domain)
  const boundary = Math.min(1, hops.length - 1)
  const written = valuesOf(headers, 'date')[0]
  let before = written === undefined ? undefined : parseMailDate(written)
  return hops.map(({ from, by, protocol, at }, index) => {
    const elapsed = at === undefined || before === undefined ? undefined : Math.round((at - before) / 1000)
    const imagined =
      between(part(id, index), 'delay', index === 0 ? 0 : 1, 4) + (index === boundary ? waits(world, id) : 0)
    before = at ?? before
    // A first line with a date of its own starts the clock.
    const delay = elapsed ?? (at === undefined ? imagined : 0)
    return { from, by, protocol, delay: Math.max(0, delay), skewed: delay < 0 }
  })
}

/** Tells whether a hop crossed the network in clear text (RFC 3848: an S at the end means TLS). */
export const isClear = (protocol: string | null): boolean => protocol !== null && /^(?:UTF8)?E?SMTPA?$/.test(protocol)

/** Gives the number of hops that crossed the network in clear text. */
export const countClear = (hops: readonly MailHop[]): number => {
  let clear = 0
  for (const { protocol } of hops) if (isClear(protocol)) clear++
  return clear
}
