import { mailHostOf } from '../../world/mail/mail.ts'
import type { SpfNode, SpfState } from '../../protocols/spf-policy.ts'
import { spfOf } from '../../world/answers/mail-dns.ts'
import { memoize, type World } from '../../world/world.ts'
import { senderOf, writeSpf } from '../../world/mail/policies.ts'
import { type BlockReport, examineBlocks } from './spf-generator.blocks.ts'
import type { Sender, SenderList } from './spf-generator.input.ts'

/** One term of the record, with its meaning and cost. */
export interface Term {
  readonly text: string
  readonly meaning: string
  /** The number of DNS lookups that a receiver needs for the term, including nested includes (RFC 7208, section 4.6.4). */
  readonly lookups: number
  readonly sender: Sender
  /** The state of the included record; `valid` if the term is not an include. */
  readonly state: SpfState
  readonly includes: readonly SpfNode[]
}

/** The record for a list of senders. */
export interface SpfRecord {
  readonly domain: string
  readonly record: string
  readonly terms: readonly Term[]
  readonly all: '-all' | '~all'
  readonly lookups: number
  /** The addresses that the record's blocks permit. */
  readonly blocks: BlockReport
  /** Whether the input was only the domain, so that the senders are a guess. */
  readonly guessed: boolean
}

const MEANINGS: Readonly<Record<Sender['kind'], (value: string) => string>> = {
  mx: () => 'The mail servers of the domain may send.',
  a: () => 'The address of the domain itself may send.',
  ip4: (value) => (value.includes('/') ? `Every address in ${value} may send.` : `${value} may send.`),
  ip6: (value) => (value.includes('/') ? `Every address in ${value} may send.` : `${value} may send.`),
  include: (value) => `All servers that the record of ${value} permits may send.`,
}

/** The rule of the last term for all other servers. */
export const ALL_MEANINGS = {
  '-all': 'Mail from any other server fails: receivers may refuse it.',
  '~all': 'Mail from any other server is suspect: receivers accept it and mark it.',
} as const

const termOf = (world: World, sender: Sender): Term => {
  const { kind, value } = sender
  const text = value === '' ? kind : `${kind}:${value}`
  const meaning = MEANINGS[kind](value)
  if (kind !== 'include')
    return { text, meaning, lookups: kind === 'mx' || kind === 'a' ? 1 : 0, sender, state: 'valid', includes: [] }
  const { state, lookups, tree } = spfOf(world, value)
  return { text, meaning, lookups: 1 + lookups, sender, state, includes: tree?.includes ?? [] }
}

const guess = (world: World, domain: string): Sender[] => {
  const host = mailHostOf(world, domain)
  const mx: Sender = { kind: 'mx', value: '' }
  const isIncluded = host !== undefined && spfOf(world, senderOf(host)).state !== 'missing'
  return isIncluded ? [mx, { kind: 'include', value: senderOf(host) }] : [mx]
}

/** Writes the SPF record for a list of senders; without senders, for the domain's mail servers and their host. */
export const recordOf = memoize((world, { domain, senders, all = '~all' }: SenderList): SpfRecord => {
  const guessed = senders.length === 0
  const named = guessed ? guess(world, domain) : senders
  const terms: Term[] = []
  const texts: string[] = []
  let lookups = 0
  for (const sender of named) {
    const term = termOf(world, sender)
    terms.push(term)
    texts.push(term.text)
    lookups += term.lookups
  }
  texts.push(all)
  return { domain, record: writeSpf(texts), terms, all, lookups, blocks: examineBlocks(named), guessed }
})
