import { critical, info, pass, warning } from '../../reports/finding.ts'
import { noAddress } from '../../reports/no-address.ts'
import type { RecordsPlot } from '../../reports/plot.ts'
import type { Figure, Finding, ReportDraft } from '../../reports/report.ts'
import { capitalize, count, duration, inWords, prose } from '../../reports/wording.ts'
import { dnssecStateOf } from '../../world/dnssec.ts'
import { addressRecordsOf } from '../../world/hosts.ts'
import { operatorOf } from '../../world/operators.ts'
import { addressLifetimeOf } from '../../world/propagation.ts'
import type { World } from '../../world/world.ts'
import { type Alias, aliasOf, resolves } from '../../world/aliases.ts'
import type { Simulation } from '../define-tool.ts'
import type { ARecordResult } from './a-record.ts'

function simulate(domain: string, world: World): ARecordResult {
  if (!resolves(world, domain)) return { domain, records: [] }
  const ttl = addressLifetimeOf(world, domain)
  const records: ARecordResult['records'] = []
  for (const { type, address } of addressRecordsOf(world, domain)) records.push({ type, address, ttl })
  return { domain, records }
}

const families = (v4: number, v6: number): Finding[] => {
  const four =
    v4 === 0
      ? warning(
          'a-no-ipv4',
          'There is no IPv4 address',
          'People whose network has no IPv6 cannot reach this name.',
          'Add an A record, unless the name is meant for IPv6 alone.',
        )
      : v4 === 1
        ? info('a-single', 'There is one IPv4 address', 'While that host is down, there is nothing to fall back on.')
        : pass('a-several', `${capitalize(inWords(v4))} IPv4 addresses share the visitors`)
  const six =
    v6 === 0
      ? info(
          'a-no-ipv6',
          'There is no IPv6 address',
          'Networks with IPv6 alone reach it through a translator (RFC 6146), if they have one.',
          'Add an AAAA record as soon as the server listens on IPv6.',
        )
      : pass('a-ipv6', 'It has an IPv6 address too')
  return [four, six]
}

const lifetime = (ttl: number): Finding =>
  ttl <= 3600
    ? pass('a-ttl', `A change is seen everywhere within ${duration(ttl)}`)
    : info(
        'a-ttl-long',
        `Resolvers keep the answer for ${duration(ttl)}`,
        'After a move, some visitors go to the old address for that long.',
        `Lower the TTL to 300 s at least ${duration(ttl)} before you move the host.`,
      )

const refused = (domain: string): Finding =>
  critical(
    'a-bogus',
    'Validating resolvers refuse this answer',
    'The zone fails DNSSEC validation, so they answer SERVFAIL (RFC 4035, section 5.5) and their users see the name as down.',
    `Run dnssec-check on ${domain} and repair the DS record first.`,
  )

const doesNotExist = (domain: string): ReportDraft => ({
  sentence: 'There is no such name.',
  detail: `${domain} was given up: nobody has set it up, and nothing answers in its place.`,
  figures: [{ label: 'Addresses', value: '0', note: 'neither A nor AAAA' }],
  findings: [noAddress('a-unresolved', domain, undefined, 'browsers and mail servers stop here')],
  plot: {
    kind: 'records',
    caption: `The answer for ${domain}, as a zone file would hold it`,
    alternative: `There is no record of ${domain}.`,
    records: [],
  },
})

const leadsNowhere = (domain: string, target: string, records: RecordsPlot['records']): ReportDraft => ({
  sentence: 'It points at nothing.',
  detail: `${domain} is an alias of ${target}, and that name does not exist.`,
  figures: [
    { label: 'Addresses', value: '0', note: 'neither A nor AAAA' },
    { label: 'Alias of', value: target, note: 'does not exist' },
  ],
  findings: [
    critical(
      'a-dangling',
      `${domain} has no address`,
      `Its CNAME record leads to ${target}, which nobody has set up, so browsers and mail servers stop here.`,
      `Remove the CNAME record, or set ${target} up again; then run cname-lookup on ${domain}.`,
    ),
  ],
  plot: {
    kind: 'records',
    caption: `The answer for ${domain}, as a zone file would hold it`,
    alternative: `${domain} is an alias of ${target}, and no address follows.`,
    records,
  },
})

const answer = ({ domain, records }: ARecordResult, alias: Alias | undefined): RecordsPlot['records'] => {
  const owner = `${alias?.target ?? domain}.`
  const addresses = records.map(({ type, address, ttl }) => ({ name: owner, ttl, type, value: address }))
  if (alias === undefined) return addresses
  return [{ name: `${domain}.`, ttl: alias.ttl, type: 'CNAME', value: `${alias.target}.` }, ...addresses]
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

const sentence = ({ records }: ARecordResult, bogus: boolean): string => {
  if (bogus) return 'Some resolvers refuse to say where it points.'
  if (records.length === 1) return `It points at ${records[0]?.address}.`
  return `It points at ${inWords(records.length)} addresses.`
}

const detail = ({ domain, records }: ARecordResult, alias: Alias | undefined): string => {
  const through = alias === undefined ? domain : `${domain}, an alias of ${alias.target},`
  return `${through} answers with ${prose(records.map(({ address }) => address))}.`
}

function report(result: ARecordResult, world: World): ReportDraft {
  const { domain, records } = result
  const alias = aliasOf(world, domain)
  const [first] = records
  if (first === undefined)
    return alias === undefined ? doesNotExist(domain) : leadsNowhere(domain, alias.target, answer(result, alias))
  const bogus = dnssecStateOf(world, domain) === 'bogus'
  let v6 = 0
  for (const { type } of records) if (type === 'AAAA') v6++
  const v4 = records.length - v6
  return {
    sentence: sentence(result, bogus),
    detail: detail(result, alias),
    figures: figures(result, world, v4, v6),
    findings: [
      ...(bogus ? [refused(domain)] : []),
      ...families(v4, v6),
      lifetime(first.ttl),
      pass('a-resolves', `The name has ${count(records.length, 'address', 'addresses')}`),
    ],
    plot: {
      kind: 'records',
      caption: `The answer for ${domain}, as a zone file would hold it`,
      alternative: `${domain} has ${count(v4, 'A record')} and ${count(v6, 'AAAA record')}.`,
      records: answer(result, alias),
    },
  }
}

/** Simulates `a-record`. */
export const aRecordSimulation: Simulation<string, ARecordResult> = { simulate, report }
