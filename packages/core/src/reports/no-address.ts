import { MOST_ALIASES } from '../world/names/aliases.ts'
import { SPECIAL_NAMES, type Undelegated } from '../world/names/delegation.ts'
import { type Failure, type WantedRecords, type Unreachable, whyUnreachable } from '../world/answers/existence.ts'
import { isSuffix, topLevelOf, zoneOf } from '../foundation/names.ts'
import type { World } from '../world/world.ts'
import { critical } from './finding.ts'
import type { Finding, ReportDraft } from './report.ts'

/*
 * The reports on a name without addresses, in the same words for every tool: the name does not exist, it fails validation, its alias
 * dangles, or it lacks the records that the tool needs.
 */

/** The reason why a name has no address, in the words of a report. */
export interface NameProblem {
  /** The title of a finding: `shop.example does not exist`. */
  readonly title: string
  /** The cause: `Resolvers answer NXDOMAIN`. The caller appends the consequence for the tool. */
  readonly why: string
  readonly advice: string
  /** The verdict in a sentence. */
  readonly sentence: string
  /** The problem in two or three words, for a figure or a picture: `does not exist`. */
  readonly note: string
}

const WANTED: Readonly<Record<WantedRecords, string>> = { address: 'address', mail: 'mail server', text: 'text record' }

/** Returns why the zone of a name is missing, as a clause, and what to do. */
export const whyUndelegated = (
  name: string,
  undelegated: Undelegated,
): { readonly why: string; readonly advice: string } => {
  const top = topLevelOf(name)
  if (undelegated === 'free')
    return {
      why: `nobody registered the domain ${zoneOf(name)}`,
      advice: `Check the spelling of ${name}; if it is right, register ${zoneOf(name)}.`,
    }
  return undelegated === 'special'
    ? {
        why: `names below .${top} never resolve (${SPECIAL_NAMES.get(top)})`,
        advice: 'Use a domain that is registered, or .example where you need one for documentation.',
      }
    : { why: `there is no top-level domain .${top}`, advice: `Check the spelling of .${top}.` }
}

const absent = (host: string, zone: string, undelegated: Undelegated | undefined): NameProblem => {
  const found = undelegated === undefined ? undefined : whyUndelegated(host, undelegated)
  return {
    title: `${host} does not exist`,
    why:
      found === undefined
        ? `Resolvers answer NXDOMAIN: the zone ${zone} has no such name (RFC 2308, section 2.1)`
        : `Resolvers answer NXDOMAIN, because ${found.why}`,
    advice: found?.advice ?? `Check the spelling of ${host}; if it is right, add the name to the zone ${zone}.`,
    sentence: 'There is no such name.',
    note: 'does not exist',
  }
}

const noData = (host: string, kind: string, wanted: WantedRecords): NameProblem => ({
  title: `${host} has no ${WANTED[wanted]}`,
  why: isSuffix(host)
    ? 'The name is a suffix below which people register names, and has no hosts of its own'
    : kind === 'empty'
      ? 'The name has no records, only names below it (NODATA; RFC 2308, section 2.2)'
      : 'The name exists, but only with records of other types (NODATA; RFC 2308, section 2.2)',
  advice: isSuffix(host) ? `Look up a name below ${host}.` : 'Look up the name of a host or a domain.',
  sentence: `There is no ${WANTED[wanted]} at this name.`,
  note: `no ${WANTED[wanted]}`,
})

/** Describes a question to which a rule of the world document allows no answer. Another finding names the server and its fault. */
const ruledOut = (host: string, reason: Failure): NameProblem => ({
  title: `Resolvers give no answer for ${host}`,
  why: reason === 'timeout' ? 'Every query ends in a timeout' : `Resolvers answer ${reason.toUpperCase()}`,
  advice: `Run dns-diagnostic on ${host}: it names the servers that fail.`,
  sentence: 'Resolvers give no answer.',
  note: reason === 'timeout' ? reason : reason.toUpperCase(),
})

const lame = (host: string, zone: string): NameProblem => ({
  title: `Resolvers give no answer for ${host}`,
  why: `Resolvers answer SERVFAIL, because no nameserver of ${zone} has an address (RFC 1912, section 2.8)`,
  advice: `Give the nameservers of ${zone} addresses, or delegate the zone to others.`,
  sentence: 'Resolvers give no answer.',
  note: 'SERVFAIL',
})

const failed = (host: string, zone: string, reason: 'servfail' | 'timeout'): NameProblem => ({
  title: `Resolvers give no answer for ${host}`,
  why:
    reason === 'servfail'
      ? `Resolvers answer SERVFAIL, because the nameservers of ${zone} fail (RFC 2308, section 7.1)`
      : `Every query ends in a timeout, because the nameservers of ${zone} do not answer (RFC 2308, section 7.2)`,
  advice: `Check that the nameservers of ${zone} run and serve the zone.`,
  sentence: 'Resolvers give no answer.',
  note: reason === 'servfail' ? 'SERVFAIL' : 'timeout',
})

const endless = (host: string, wanted: WantedRecords): NameProblem => ({
  title: `${host} has no ${WANTED[wanted]}`,
  why: `Resolvers answer SERVFAIL: the aliases from this name form a circle, or more than ${MOST_ALIASES} follow each other`,
  advice: `Run cname-lookup on ${host} and point its CNAME record at the name of a host.`,
  sentence: 'The aliases from this name never end.',
  note: 'SERVFAIL',
})

const RELEASED = 'The name was given up and no longer exists'

/** Describes why a name has no address. */
export const nameProblem = (host: string, unreachable: Unreachable, wanted: WantedRecords = 'address'): NameProblem => {
  const { reason, zone } = unreachable
  if (unreachable.reason === 'nxdomain') return absent(host, zone, unreachable.undelegated)
  if (reason === 'null-mx')
    return {
      title: `${host} accepts no mail`,
      why: 'Its null MX record says that the name accepts no mail (RFC 7505)',
      advice: `Write to another address. If ${host} should accept mail, replace the null MX record with its mail servers.`,
      sentence: 'This domain accepts no mail.',
      note: 'a null MX',
    }
  if (reason === 'no-data') return noData(host, unreachable.kind, wanted)
  const note = `no ${WANTED[wanted]}`
  if (reason === 'refused' || reason === 'notimp' || ('isRule' in unreachable && unreachable.isRule))
    return ruledOut(host, reason as Failure) // The cast is safe: only failures come from rules.
  if ('isLame' in unreachable && unreachable.isLame) return lame(host, zone)
  if (reason === 'servfail' || reason === 'timeout') return failed(host, zone, reason)
  if (reason === 'endless') return endless(host, wanted)
  if (reason === 'bogus')
    return {
      title: `Validating resolvers can't resolve ${host}`,
      why: `Validating resolvers answer SERVFAIL because the zone ${zone} fails DNSSEC validation (RFC 4035, section 5.5)`,
      advice: `Run dnssec-check on ${zone} and repair the DS record first.`,
      sentence: 'Validating resolvers give no answer.',
      note: 'SERVFAIL',
    }
  const title = `${host} has no ${WANTED[wanted]}`
  return unreachable.reason === 'dangling'
    ? {
        title,
        why: `The name is an alias of ${unreachable.target}, which does not exist`,
        advice: `Run cname-lookup on ${host} and remove or repair the alias.`,
        sentence: 'The name points at nothing.',
        note,
      }
    : {
        title,
        why: RELEASED,
        advice: `Delete the CNAME records that point to ${host}, or claim ${host} again on its hosting platform.`,
        sentence: 'There is no such name.',
        note: 'does not exist',
      }
}

/** Reports a name without an address. `consequence` names the effect on the tool: `there is no host to connect to`. */
export const problemFinding = <Code extends string>(
  code: Code,
  { title, why, advice }: NameProblem,
  consequence: string,
): Finding<Code> => critical(code, title, `${why}, so ${consequence}.`, advice)

/** Reports a host name without an address, as `problemFinding` does. */
export const noAddress = <Code extends string>(
  code: Code,
  world: World,
  host: string,
  consequence: string,
): Finding<Code> => {
  const unreachable = whyUnreachable(world, host)
  if (unreachable === undefined) throw new RangeError(`${host} has an address`)
  return problemFinding(code, nameProblem(host, unreachable), consequence)
}

/** Returns why the host name in a PTR record doesn't resolve to the address, as a phrase that follows the name: `has another address`. */
export const whyUnconfirmed = (world: World, hostname: string): string =>
  whyUnreachable(world, hostname) === undefined ? 'has another address' : 'has no address that validates (SERVFAIL)'

/** Returns the verdict and the finding of a report on a name without an address. */
export const problemReport = <Code extends string>(
  code: Code,
  problem: NameProblem,
  consequence: string,
): Pick<ReportDraft<Code>, 'sentence' | 'detail' | 'findings'> => ({
  sentence: problem.sentence,
  detail: `${problem.why}.`,
  findings: [problemFinding(code, problem, consequence)],
})
