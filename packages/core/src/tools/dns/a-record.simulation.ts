import { answerTo } from '../../dns/dns.ts'
import { withDnsFaults } from '../../reports/dns-faults.ts'
import { addressFaultFindings } from '../../reports/address-fault.ts'
import { info, pass, warning } from '../../reports/finding.ts'
import { inwardFindings } from '../../reports/inward-answers.ts'
import { nameProblem, problemReport } from '../../reports/no-address.ts'
import type { RecordsPlot } from '../../reports/plot.ts'
import type { Figure, Finding, ReportDraft } from '../../reports/report.ts'
import { capitalize, count, duration, inWords, prose } from '../../reports/wording.ts'
import { type Unreachable, whyUnreachable } from '../../world/answers/existence.ts'
import { type ListAnswer, listAnswerTo } from '../../world/hosts/listings.ts'
import { operatorOf } from '../../world/hosts/machines.ts'
import type { World } from '../../world/world.ts'
import { type AliasRecord, aliasPathOf } from '../../world/names/aliases.ts'
import type { Simulation } from '../define-tool.ts'
import type { ARecordCode, ARecordResult } from './a-record.ts'

function simulate(domain: string, world: World): ARecordResult {
  const recordsOf = (type: 'A' | 'AAAA') =>
    answerTo(world, domain, type).records.map(({ address, ttl }) => ({ type, address, ttl }))
  return { domain, records: [...recordsOf('A'), ...recordsOf('AAAA')] }
}

const families = (v4: number, v6: number): Finding<ARecordCode>[] => {
  const four =
    v4 === 0
      ? warning(
          'a-no-ipv4',
          'There is no IPv4 address',
          'People whose network has no IPv6 cannot reach this name.',
          'Add an A record, unless the name is meant for IPv6 only.',
        )
      : v4 === 1
        ? info('a-single', 'There is one IPv4 address', 'While that host is down, there is no other address to try.')
        : pass('a-several', `${capitalize(inWords(v4))} IPv4 addresses share the visitors`)
  const six =
    v6 === 0
      ? info(
          'a-no-ipv6',
          'There is no IPv6 address',
          'IPv6-only networks reach the name through a translator (RFC 6146), if they have one.',
          'Add an AAAA record as soon as the server listens on IPv6.',
        )
      : pass('a-ipv6', 'There is an IPv6 address too')
  return [four, six]
}

const lifetime = (ttl: number): Finding<ARecordCode> =>
  ttl <= 3600
    ? pass('a-ttl', `A change is seen everywhere within ${duration(ttl)}`)
    : info(
        'a-ttl-long',
        `Resolvers keep the answer for ${duration(ttl)}`,
        'After a move, some visitors go to the old address for that long.',
        `Lower the TTL to 300 s at least ${duration(ttl)} before you move the host.`,
      )

// Codes of the finding for a name without addresses.
const CODES = { dangling: 'a-dangling', bogus: 'a-bogus' } as const
// The reasons for which the answer has the aliases of the name.
const SHOWN: ReadonlySet<Unreachable['reason']> = new Set<Unreachable['reason']>(['dangling', 'no-data'])
const CONSEQUENCE = 'browsers and mail servers stop here'

const leadsNowhere = (
  domain: string,
  unreachable: Unreachable,
  records: RecordsPlot['records'],
): ReportDraft<ARecordCode> => {
  const problem = nameProblem(domain, unreachable)
  const { reason } = unreachable
  return {
    ...problemReport(
      reason === 'dangling' || reason === 'bogus' ? CODES[reason] : 'a-unresolved',
      problem,
      CONSEQUENCE,
    ),
    figures: [
      { label: 'Addresses', value: '0', note: 'neither A nor AAAA' },
      reason === 'dangling'
        ? { label: 'Alias of', value: unreachable.target, note: 'does not exist' }
        : { label: 'Answer', value: '—', note: problem.note },
    ],
    plot: {
      kind: 'records',
      caption: `The answer for ${domain}, as in a zone file`,
      alternative:
        reason === 'dangling'
          ? `${domain} is an alias of ${unreachable.target}, which has no address.`
          : records.length > 0
            ? `The aliases of ${domain} lead to ${records.at(-1)?.value}, which has no address.`
            : `There is no record of ${domain} to show.`,
      records,
    },
  }
}

const ENTRIES = {
  answers: (domain: string, address: string) => ({
    sentence: 'A block list contains the address in this name.',
    detail: `${domain} answers with ${address}, which means that the address is listed. It is not a host to connect to.`,
    note: 'an entry of the list',
  }),
  refuses: (domain: string, address: string) => ({
    sentence: 'A block list refuses the resolver.',
    detail: `${domain} answers with ${address}, which says nothing about the address in the name. It is not a host to connect to.`,
    note: 'a refusal',
  }),
  dead: (domain: string, address: string) => ({
    sentence: 'This block list lists every address.',
    detail: `${domain} answers with ${address}, but so does every name of the list, so the entry means nothing.`,
    note: 'an entry for everybody',
  }),
} as const satisfies Readonly<Record<ListAnswer['state'], unknown>>

const listed = (
  domain: string,
  { state, address, ttl }: ListAnswer,
  records: RecordsPlot['records'],
): ReportDraft<ARecordCode> => {
  const { sentence: headline, detail: told, note } = ENTRIES[state](domain, address)
  return {
    sentence: headline,
    detail: told,
    figures: [
      { label: 'Answer', value: address, note },
      { label: 'TTL', value: String(ttl), unit: 's' },
    ],
    findings: [
      state === 'refuses'
        ? info(
            'a-list-refusal',
            'The block list refuses the resolver',
            'An address in 127.255.255.0/24 is a refusal, not an entry.',
            'Run txt-record on this name for the reason.',
          )
        : info(
            'a-list-entry',
            'This is an entry of a block list',
            'A list answers with an address of 127.0.0.0/8 for each address on it (RFC 5782, section 2.1).',
            'Run txt-record on this name for the reason, and blacklist-check on the address for all lists.',
          ),
    ],
    plot: {
      kind: 'records',
      caption: `The answer for ${domain}, as in a zone file`,
      alternative: `${domain} has one A record.`,
      records,
    },
  }
}

const answer = ({ domain, records }: ARecordResult, aliases: readonly AliasRecord[]): RecordsPlot['records'] => {
  const owner = `${aliases.at(-1)?.target ?? domain}.`
  return [
    ...aliases.map(({ name, target, ttl }) => ({ name: `${name}.`, ttl, type: 'CNAME', value: `${target}.` })),
    ...records.map(({ type, address, ttl }) => ({ name: owner, ttl, type, value: address })),
  ]
}

const figures = ({ domain, records }: ARecordResult, world: World, v4: number, v6: number): Figure[] => {
  const [first] = records
  if (first === undefined) return []
  const { name, place } = operatorOf(world, domain)
  const kinds = [...(v4 > 0 ? [`${v4} IPv4`] : []), ...(v6 > 0 ? [`${v6} IPv6`] : [])]
  return [
    { label: 'Addresses', value: String(records.length), note: prose(kinds) },
    { label: 'First answer', value: first.address, note: `${name}, ${place.city}` },
    { label: 'TTL', value: String(first.ttl), unit: 's', note: `a change takes up to ${duration(first.ttl)}` },
  ]
}

const sentence = ({ records }: ARecordResult): string => {
  if (records.length === 1) return `The name points at ${records[0]?.address}.`
  return `The name points at ${inWords(records.length)} addresses.`
}

const detail = ({ domain, records }: ARecordResult, aliases: readonly AliasRecord[]): string => {
  const through =
    aliases.length === 0 ? domain : `${domain}, an alias of ${prose(aliases.map(({ target }) => target))},`
  return `${through} answers with ${prose(records.map(({ address }) => address))}.`
}

function report(result: ARecordResult, world: World): ReportDraft<ARecordCode> {
  const { domain, records } = result
  const aliases = aliasPathOf(world, domain).links
  const [first] = records
  const unreachable = whyUnreachable(world, domain)
  if (first === undefined && unreachable !== undefined)
    return leadsNowhere(domain, unreachable, SHOWN.has(unreachable.reason) ? answer(result, aliases) : [])
  const entry = unreachable === undefined ? undefined : listAnswerTo(world, domain, 'own')
  if (entry !== undefined) return listed(domain, entry, answer(result, []))
  let v6 = 0
  for (const { type } of records) if (type === 'AAAA') v6++
  const v4 = records.length - v6
  return {
    sentence: sentence(result),
    detail: detail(result, aliases),
    figures: figures(result, world, v4, v6),
    findings: [
      ...inwardFindings('a', world, domain),
      ...addressFaultFindings('a', world, domain),
      ...families(v4, v6),
      lifetime(first?.ttl ?? 0),
      pass('a-resolves', `The name has ${count(records.length, 'address', 'addresses')}`),
    ],
    plot: {
      kind: 'records',
      caption: `The answer for ${domain}, as in a zone file`,
      alternative: `${domain} has ${count(v4, 'A record')} and ${count(v6, 'AAAA record')}.`,
      records: answer(result, aliases),
    },
  }
}

/** Simulates `a-record`. */
export const aRecordSimulation: Simulation<string, ARecordResult, ARecordCode> = {
  simulate,
  report: (result, world) => withDnsFaults(report(result, world), 'a-queries', world, result.domain, ['A', 'AAAA']),
}
