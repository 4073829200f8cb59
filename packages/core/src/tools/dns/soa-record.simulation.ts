import { withDnsFaults } from '../../reports/dns-faults.ts'
import { info, pass, warning } from '../../reports/finding.ts'
import { nameProblem, problemFinding, problemReport } from '../../reports/no-address.ts'
import type { Finding, ReportDraft } from '../../reports/report.ts'
import { capitalize, duration, inWords, timeSpan } from '../../reports/wording.ts'
import { mailboxAddress, recordsOf } from '../../dns/records.ts'
import { zoneOf } from '../../dns/zones.ts'
import {
  authorityZoneOf,
  failureOf,
  type Unreachable,
  whyUnreachable,
  whyHiddenByRule,
} from '../../world/answers/existence.ts'
import { SECOND } from '../../foundation/units.ts'
import { dayNumber, isoTime } from '../../foundation/time.ts'
import { transfersOf } from '../../world/hosts/dns-faults.ts'
import type { World } from '../../world/world.ts'
import type { Simulation } from '../define-tool.ts'
import type { SoaRecordCode, SoaRecordResult } from './soa-record.ts'

const NO_RECORD = {
  primary_ns: null,
  admin_email: null,
  serial: null,
  refresh: null,
  retry: null,
  expire: null,
  minimum: null,
} as const

/** A result with an SOA record. */
type Published = { readonly [Key in keyof SoaRecordResult]: NonNullable<SoaRecordResult[Key]> }

const isPublished = (result: SoaRecordResult): result is Published => result.serial !== null

function simulate(domain: string, world: World): SoaRecordResult {
  const isSilent = failureOf(world, domain, 'SOA') ?? whyHiddenByRule(world, domain, 'SOA')
  const [soa] = isSilent !== undefined ? [] : recordsOf(world, authorityZoneOf(world, domain), 'SOA')
  if (soa === undefined) return { domain, ...NO_RECORD }
  const { primary, mailbox, serial, refresh, retry, expire, minimum } = soa
  const admin = mailboxAddress(mailbox)
  return { domain, primary_ns: primary, admin_email: admin, serial, refresh, retry, expire, minimum }
}

// The recommended ranges of RFC 1912, section 2.2, in seconds: refresh 20 minutes to 12 hours, expire two to four weeks.
const REFRESH = { least: 1200, most: 43_200 } as const
const EXPIRE = { least: 1_209_600, most: 2_419_200 } as const

const serialFinding = (serial: number, changed: number, day: string): Finding<SoaRecordCode> =>
  Math.floor(serial / 100) === dayNumber(changed)
    ? pass('soa-serial', `Serial ${serial} contains the day of the last change: ${day}`)
    : info(
        'soa-serial-form',
        `Serial ${serial} is not in date form`,
        'A serial such as 2026112003 shows when a zone last changed (RFC 1912, section 2.2).',
      )

const refreshFinding = ({ refresh }: Published): Finding<SoaRecordCode> =>
  refresh >= REFRESH.least && refresh <= REFRESH.most
    ? pass('soa-refresh', `Secondaries check for changes every ${duration(refresh)}`)
    : info(
        'soa-refresh-range',
        `Refresh is ${duration(refresh)}, outside the usual 20 min to 12 h`,
        'With less, secondaries query needlessly often; with more, a secondary that misses a NOTIFY (RFC 1996) stays outdated for that long (RFC 1912, section 2.2).',
        'Set refresh to 14400 s, and make sure that the primary sends NOTIFY to every secondary.',
      )

const retryFinding = ({ refresh, retry }: Published): Finding<SoaRecordCode> =>
  retry < refresh
    ? pass('soa-retry', `After a failure they try again in ${duration(retry)}, sooner than after a normal refresh`)
    : info(
        'soa-retry-long',
        `Retry (${retry} s) is not shorter than refresh (${refresh} s)`,
        'A secondary that could not reach the primary waits a full refresh interval before it tries again, so retry has no effect.',
        `Set retry to ${Math.max(300, Math.round(refresh / 4))} s, a fraction of refresh (RFC 1912, section 2.2).`,
      )

const expireFinding = ({ refresh, retry, expire }: Published): Finding<SoaRecordCode> => {
  if (expire <= refresh + retry) {
    return warning(
      'soa-expire-early',
      'Secondaries can give up before they have tried twice',
      `Expire (${expire} s) is not longer than refresh and retry together (${refresh + retry} s), so one missed refresh takes the zone offline.`,
      `Set expire to ${EXPIRE.least} s (RFC 1912, section 2.2).`,
    )
  }
  if (expire >= EXPIRE.least && expire <= EXPIRE.most) {
    return pass('soa-expire', `Secondaries serve the zone for ${duration(expire)} without the primary`)
  }
  return info(
    'soa-expire-range',
    `Expire is ${duration(expire)}, outside the usual two to four weeks`,
    'Secondaries drop the zone when they have not reached the primary for that long (RFC 1912, section 2.2). Expire should be longer than an outage can stay unnoticed.',
    `Set expire to ${EXPIRE.least} s.`,
  )
}

const minimumFinding = ({ minimum }: Published): Finding<SoaRecordCode> =>
  minimum <= 10_800
    ? pass('soa-minimum', `Resolvers cache negative answers for ${duration(minimum)} (RFC 2308)`)
    : info(
        'soa-minimum-long',
        `Resolvers cache negative answers for ${duration(minimum)}`,
        'If someone looks up a new name before it exists, the resolver does not find it for that long. RFC 2308, section 5, recommends one to three hours.',
        'Set minimum to 3600 s.',
      )

const zoneFinding = (domain: string, zone: string): Finding<SoaRecordCode>[] =>
  domain === zone
    ? []
    : [
        info(
          'soa-parent-zone',
          `${domain} belongs to ${zone === '.' ? 'the root zone' : `the zone ${zone}`}`,
          'The name has no SOA record of its own; this is the record of its zone.',
        ),
      ]

const TRANSFERS = {
  refused: 'The nameservers refuse transfers of the zone',
  cut: 'Transfers of the zone end in the middle',
  'ixfr-servfail': 'The nameservers answer SERVFAIL to requests for changes',
} as const

const transferFinding = (world: World, zone: string): Finding<SoaRecordCode>[] => {
  const state = transfersOf(world, zone)
  return state === 'whole'
    ? []
    : [
        warning(
          'soa-transfers',
          TRANSFERS[state],
          'Secondaries keep their old copy until it expires (RFC 1034, section 4.3.5).',
          `Transfer the zone as a secondary does: dig ${zone} ${state === 'ixfr-servfail' ? 'IXFR=1' : 'AXFR'}.`,
        ),
      ]
}

const refused = (domain: string, unreachable: Unreachable, now: string): ReportDraft<SoaRecordCode> => {
  const problem = nameProblem(domain, unreachable)
  return {
    ...problemReport('soa-unresolved', problem, 'their users cannot see who maintains the zone'),
    figures: [
      { label: 'Serial', value: '—', note: problem.note },
      { label: 'Primary', value: '—', note: 'no answer' },
    ],
    plot: {
      kind: 'timeline',
      caption: 'The life of a zone',
      alternative: `${problem.title}.`,
      now,
      events: [],
    },
  }
}

/** Reports that the name does not exist; the SOA record belongs to its zone. */
const nameFinding = (domain: string, unreachable: Unreachable | undefined): Finding<SoaRecordCode>[] =>
  unreachable === undefined || unreachable.reason === 'no-data'
    ? []
    : [
        problemFinding(
          'soa-unresolved',
          nameProblem(domain, unreachable),
          'this is the record of the zone, not of the name',
        ),
      ]

function report(result: SoaRecordResult, world: World): ReportDraft<SoaRecordCode> {
  const { domain } = result
  const unreachable = whyUnreachable(world, domain)
  const { name: zone, changed } = zoneOf(world, domain) ?? { name: domain, changed: world.at }
  if (!isPublished(result))
    return refused(
      domain,
      whyHiddenByRule(world, domain, 'SOA') ?? { reason: failureOf(world, domain) ?? 'bogus', zone },
      isoTime(world.at),
    )
  const { primary_ns: primary, admin_email: mailbox, serial, refresh, retry, expire } = result
  const round = refresh * SECOND
  const asked = changed + Math.floor((world.at - changed) / round) * round
  const change = isoTime(changed)
  const day = change.slice(0, 10)
  const since = `${timeSpan(world.at - changed)} ago`
  const timers = [refreshFinding(result), retryFinding(result), expireFinding(result), minimumFinding(result)]
  const odd = timers.filter(({ severity }) => severity !== 'pass').length
  return {
    sentence: `The zone last changed ${since}.`,
    detail:
      odd === 0
        ? 'Every timer is within the range that RFC 1912 recommends.'
        : `${capitalize(inWords(odd))} of four timers ${odd === 1 ? 'is' : 'are'} outside the range that RFC 1912 recommends.`,
    figures: [
      { label: 'Serial', value: String(serial), note: `changed ${since}` },
      { label: 'Primary', value: primary, note: `contact ${mailbox}` },
      { label: 'Refresh', value: String(refresh), unit: 's', note: `retry after ${duration(retry)}` },
      { label: 'Secondaries last', value: duration(expire), note: 'without the primary' },
    ],
    findings: [
      serialFinding(serial, changed, day),
      ...timers,
      ...transferFinding(world, zone),
      ...zoneFinding(domain, zone),
      ...nameFinding(domain, unreachable),
    ],
    plot: {
      kind: 'timeline',
      caption: `The life of serial ${serial}`,
      alternative: `The zone changed on ${day}; secondaries query again within ${duration(refresh)} and give up after ${duration(expire)} of silence.`,
      now: isoTime(world.at),
      events: [
        { label: 'Last change', time: change, severity: 'info' },
        { label: 'Next refresh', time: isoTime(asked + round), severity: 'pass' },
        {
          label: 'Secondaries give up if the primary stays silent',
          time: isoTime(asked + expire * SECOND),
          severity: 'info',
        },
      ],
    },
  }
}

/** Simulates `soa-record`. */
export const soaRecordSimulation: Simulation<string, SoaRecordResult, SoaRecordCode> = {
  simulate,
  report: (result, world) => withDnsFaults(report(result, world), 'soa-queries', world, result.domain, ['SOA']),
}
