import { critical, info, pass, warning } from '../../reports/finding.ts'
import type { Finding } from '../../reports/report.ts'
import { capitalize, count, inWords, prose } from '../../reports/wording.ts'
import { addressOf } from '../../world/hosts/hosts.ts'
import { exchangeRecordsOf, mailHostOf } from '../../world/mail/mail.ts'
import { SPF_LOOKUP_LIMIT } from '../../protocols/spf-evaluation.ts'
import { parseSpf, type SpfMechanism } from '../../protocols/spf-record.ts'
import { resolves } from '../../world/answers/existence.ts'
import { spfErrorOf } from '../../reports/spf-fault.ts'
import { dmarcOf, spfOf } from '../../world/answers/mail-dns.ts'
import { dmarcAdvice } from '../../reports/dmarc-fault.ts'
import { memoize, type World } from '../../world/world.ts'
import { holds } from './spf-generator.blocks.ts'
import type { SenderList } from './spf-generator.input.ts'
import { recordOf, type SpfRecord } from './spf-generator.record.ts'
import type { SpfGeneratorCode } from './spf-generator.ts'

const lookups = ({ lookups: total, terms }: SpfRecord): Finding<SpfGeneratorCode>[] => {
  // A single include that exceeds the limit already has its own finding.
  if (terms.some(({ state }) => state === 'lookups')) return []
  const used = `${capitalize(inWords(total))} of ${inWords(SPF_LOOKUP_LIMIT)} lookups used`
  if (total <= SPF_LOOKUP_LIMIT - 2) return [pass('spfgen-lookups-within', used)]
  const costliest = terms.toSorted((a, b) => b.lookups - a.lookups)[0]
  const advice =
    costliest?.sender.kind === 'include'
      ? `Start with include:${costliest.sender.value}, which needs ${count(costliest.lookups, 'lookup')}: leave it out, or give that service a subdomain of its own to send from.`
      : 'List senders by IP address instead of by host name.'
  return [
    total > SPF_LOOKUP_LIMIT
      ? critical(
          'spfgen-lookups',
          `The record needs ${total} lookups; ${SPF_LOOKUP_LIMIT} are allowed`,
          'Receivers stop with a permanent error, and the record permits nobody (RFC 7208, section 4.6.4).',
          advice,
        )
      : warning(
          'spfgen-lookups-near',
          used,
          'One more sender, or more lookups in the record of a sender, would break your record.',
          advice,
        ),
  ]
}

const FAULTS = {
  missing: 'has no SPF record',
  duplicate: 'has two SPF records',
  syntax: 'has an invalid term in its record',
  include: 'includes a domain without a valid record',
  lookups: 'needs more than ten lookups itself',
  voids: 'makes more than two lookups that find nothing',
  hosts: 'needs more than ten mail servers in one term',
  failure: 'has a record that receivers cannot evaluate now, because DNS fails',
} as const

const includes = ({ terms }: SpfRecord): Finding<SpfGeneratorCode>[] => {
  const findings: Finding<SpfGeneratorCode>[] = []
  for (const { sender, state } of terms) {
    if (state === 'valid') continue
    findings.push(
      critical(
        'spfgen-include-broken',
        `${sender.value} ${FAULTS[state]}`,
        `An include of this name causes ${spfErrorOf(state)} for your whole record (RFC 7208, section 5.2).`,
        `Ask the service which name to include, check it with spf-check ${sender.value}, or list its addresses.`,
      ),
    )
  }
  return findings
}

const wide = ({ blocks: { everyone, wide: values } }: SpfRecord): Finding<SpfGeneratorCode>[] => {
  if (everyone) {
    return [
      critical(
        'spfgen-everyone',
        'The record lets everyone send',
        'Its blocks cover half the internet or more, so forgeries of your mail pass as they would with +all.',
        'List only the addresses that send for you.',
      ),
    ]
  }
  if (values.length === 0) return []
  return [
    warning(
      'spfgen-wide',
      `${prose(values)} ${values.length === 1 ? 'is' : 'are'} very wide`,
      'Other people also send from there, and their forgeries of your mail would pass.',
      'List only the addresses that send for you.',
    ),
  ]
}

const useless = ({ blocks: { special } }: SpfRecord): Finding<SpfGeneratorCode>[] =>
  special.map(({ value, block, source }) =>
    warning(
      'spfgen-special',
      `No receiver ever sees ${value}`,
      `${block} is reserved (${source}): no mail comes from there over the internet.`,
      `Replace ${value} with the public address that this server sends from.`,
    ),
  )

const covers = ({ terms }: SpfRecord, address: string, host: string | undefined): boolean =>
  terms.some(({ sender: { kind, value } }) => {
    if (kind === 'include') return host !== undefined && value.endsWith(host)
    return (kind === 'ip4' || kind === 'ip6') && holds(value, address)
  })

const exchange = (record: SpfRecord, world: World): Finding<SpfGeneratorCode>[] => {
  if (record.terms.some(({ sender }) => sender.kind === 'mx')) return []
  const { exchange: first } = exchangeRecordsOf(world, record.domain)[0] ?? { exchange: record.domain }
  if (!resolves(world, first)) return []
  const address = addressOf(world, first)
  if (covers(record, address, mailHostOf(world, record.domain))) return []
  return [
    info(
      'spfgen-exchange-left-out',
      `${first} is not among the senders`,
      `Its address is ${address}, and it accepts the domain’s mail. Most mail servers also send mail.`,
      `Add mx, unless ${address} never sends mail.`,
    ),
  ]
}

// Reports the length of the record. One string of a TXT record contains at most 255 octets (RFC 7208, section 3.3); a response of 512
// octets leaves about 450 for the record (section 3.4).
const length = ({ record }: SpfRecord): Finding<SpfGeneratorCode>[] => {
  if (record.length <= 255) return []
  return record.length > 450
    ? [
        warning(
          'spfgen-too-long',
          `The record has ${record.length} characters`,
          'It does not fit in an answer of 512 octets, and some resolvers fail on larger answers (RFC 7208, section 3.4).',
          'Join neighboring addresses into blocks, or move some senders to a subdomain of their own.',
        ),
      ]
    : [
        info(
          'spfgen-long',
          `The record has ${record.length} characters`,
          'A string in a TXT record has at most 255 (RFC 7208, section 3.3).',
          'Publish it as two strings in one record; receivers join them without a space.',
        ),
      ]
}

const published = ({ domain, record }: SpfRecord, world: World): Finding<SpfGeneratorCode> => {
  const {
    state,
    records: [old, second],
  } = spfOf(world, domain)
  if (old === record && second === undefined) return pass('spfgen-same', 'The domain already publishes this record')
  if (old === undefined && state === 'failure')
    return warning(
      'spfgen-unreadable',
      `DNS fails for ${domain}`,
      'Nobody can read what it publishes now, and nobody could read the new record (RFC 7208, section 2.6.6).',
      `Run dns-diagnostic on ${domain} first.`,
    )
  if (old === undefined)
    return info(
      'spfgen-first',
      'The domain publishes no SPF record yet',
      'The new record would be the first.',
      `Publish it as a TXT record at ${domain}, then run spf-check ${domain}.`,
    )
  return info(
    'spfgen-replaces',
    `The new record replaces ${second === undefined ? 'a record' : 'two records'}`,
    `Now published: "${old}".${second === undefined ? '' : ` And: "${second}".`} A second v=spf1 record makes both void (RFC 7208, section 3.2).`,
    `Replace the published record at ${domain} with the new one, then run spf-check ${domain}.`,
  )
}

const permits = ({ terms, domain }: SpfRecord, { kind, value, bits }: SpfMechanism): boolean => {
  const isSingle = bits.A === 32 && bits.AAAA === 128
  const block = isSingle ? value : `${value}/${kind === 'ip4' ? bits.A : bits.AAAA}`
  const name = value.replace(/\.$/, '').toLowerCase() || domain
  return terms.some(({ sender }) => {
    if (sender.kind !== kind) return false
    if (kind === 'ip4' || kind === 'ip6') return holds(sender.value, block)
    return isSingle && name === (sender.value || domain)
  })
}

/** Returns the senders that the published records permit but the new one does not, in the notation of the published records. */
const lostSenders = (record: SpfRecord, world: World): string[] => {
  const old = spfOf(world, record.domain).records.map(parseSpf)
  const lost = old.flatMap(({ mechanisms, redirect }) => [
    ...mechanisms
      .filter((one) => one.sign === '+' && one.kind !== 'all' && !permits(record, one))
      .map(({ text }) => text),
    ...(redirect === undefined ? [] : [`redirect=${redirect}`]),
  ])
  return [...new Set(lost)]
}

const losses = (record: SpfRecord, world: World): Finding<SpfGeneratorCode>[] => {
  const lost = lostSenders(record, world)
  if (lost.length === 0) return []
  return [
    info(
      'spfgen-loses',
      `${prose(lost)} would no longer be permitted`,
      `The published record of ${record.domain} names ${lost.length === 1 ? 'it' : 'them'}, but the new one does not.`,
      `Add ${lost.length === 1 ? 'it, unless it no longer sends mail' : 'them, unless they no longer send mail'}. Newsletter and billing services are easy to forget.`,
    ),
  ]
}

const ending = ({ all, domain }: SpfRecord, world: World): Finding<SpfGeneratorCode> => {
  if (all === '-all') return pass('spfgen-hard', 'The record ends in -all: mail from any other server fails')
  const dmarc = dmarcOf(world, domain)
  const { policy } = dmarc
  return policy === 'quarantine' || policy === 'reject'
    ? pass('spfgen-soft', `The record ends in ~all, and DMARC (p=${policy}) tells receivers what to do with other mail`)
    : info(
        'spfgen-soft',
        'The record ends in ~all, the cautious choice',
        'A sender that you forgot is marked, not refused.',
        `${dmarcAdvice(dmarc, domain)} With p=quarantine, ~all is enough.`,
      )
}

const guess = ({ guessed }: SpfRecord): Finding<SpfGeneratorCode>[] =>
  guessed
    ? [
        info(
          'spfgen-guessed',
          'You listed no senders',
          'The record permits the mail servers of the domain and their operator.',
          'List your newsletter, billing and help desk services after the domain, and run spf-generator again.',
        ),
      ]
    : []

/** Judges the record for a list of senders before publication. Cached for the result and the report. */
export const judge = memoize((world, list: SenderList): Finding<SpfGeneratorCode>[] =>
  findingsOf(recordOf(world, list), world),
)

const findingsOf = (record: SpfRecord, world: World): Finding<SpfGeneratorCode>[] => [
  ...includes(record),
  ...lookups(record),
  ...wide(record),
  ...useless(record),
  ...length(record),
  ...exchange(record, world),
  published(record, world),
  ...losses(record, world),
  ...guess(record),
  ending(record, world),
  pass('spfgen-syntax', 'Every term follows the grammar of RFC 7208, section 12'),
]
