import { critical, info, pass, warning } from '../../reports/finding.ts'
import { allFail, mailFailure } from '../../reports/mail-failure.ts'
import { discardedDmarc, dmarcAdvice, missingReports, reportsFirst } from '../../reports/dmarc-fault.ts'
import type { Finding } from '../../reports/report.ts'
import { count, inWords, prose } from '../../reports/wording.ts'
import { reverseAt } from '../../world/hosts/hosts.ts'
import { isRareSpfState, SPF_FAULTS, spfErrorOf, unreadSpf } from '../../reports/spf-fault.ts'
import { SPF_LOOKUP_LIMIT } from '../../protocols/spf-evaluation.ts'
import { LONG_RSA_KEY } from '../../protocols/dkim-key.ts'
import { excessLookups } from '../../protocols/spf-policy.ts'
import { memoize, type World } from '../../world/world.ts'
import { greetingName } from '../../world/hosts/reverse-names.ts'
import { countAnswering, type MailFacts, mailFactsOf } from './email-deliverability.facts.ts'
import type { EmailDeliverabilityCode } from './email-deliverability.ts'

const spf = ({ domain, spf: policy, neutral, dmarc: found }: MailFacts): Finding<EmailDeliverabilityCode> => {
  const { state, lookups, records, ending } = policy
  const advice =
    found.record !== undefined && found.unreported === undefined
      ? `End the record of ${domain} in ~all, or in -all once the DMARC reports are clean.`
      : `End the record of ${domain} in ~all, or in -all if all of your senders are in it.`
  const unread = unreadSpf(policy)
  const broken = 'Receivers stop with a permanent error, so the record permits nobody'
  if (state === 'missing') {
    return critical(
      'deliver-spf-missing',
      unread?.title ?? 'There is no SPF record',
      'Large receivers reject mail from a domain that names no senders.',
      unread === undefined
        ? `Publish one: run spf-generator ${domain} mx.`
        : `Run spf-check ${domain} and correct the start of the record.`,
    )
  }
  if (state === 'lookups') {
    return critical(
      'deliver-spf-lookups',
      `SPF needs ${excessLookups(lookups)} lookups; ${SPF_LOOKUP_LIMIT} are allowed`,
      `${broken} (RFC 7208, section 4.6.4).`,
      `Run spf-check ${domain} and drop the includes of services that no longer send; it shows the lookups of each.`,
    )
  }
  if (state === 'duplicate') {
    return critical(
      'deliver-spf-duplicate',
      `There are ${inWords(records.length)} SPF records`,
      `${broken} (RFC 7208, section 3.2).`,
      `Merge the v=spf1 records of ${domain} into one.`,
    )
  }
  if (state === 'syntax') {
    return critical(
      'deliver-spf-syntax',
      'The SPF record has an invalid term',
      `${broken} (RFC 7208, section 4.6).`,
      `Run spf-check ${domain} and correct the term that it names.`,
    )
  }
  if (state === 'include') {
    return critical(
      'deliver-spf-include',
      'The SPF record includes a domain that has no valid SPF record',
      `${broken} (RFC 7208, section 5.2).`,
      `Run spf-check ${domain} and remove the term that it names.`,
    )
  }
  if (isRareSpfState(state)) {
    return critical(
      'deliver-spf-error',
      SPF_FAULTS[state].title,
      `Receivers stop with ${spfErrorOf(state)}: ${SPF_FAULTS[state].why}.`,
      `Run spf-check ${domain} and correct the term that it names.`,
    )
  }
  if (policy.permitsEveryone)
    return critical(
      'deliver-spf-pass-all',
      ending === '+all' ? 'SPF ends in +all' : 'SPF permits half of the internet or more',
      'Any server may send for the domain, so forged mail passes.',
      advice,
    )
  return neutral
    ? info(
        'deliver-spf-neutral',
        ending === undefined ? 'SPF has no all term' : 'SPF ends in ?all',
        'The record names the senders and says nothing about anyone else.',
        advice,
      )
    : pass('deliver-spf', `SPF is valid: ${count(lookups, 'lookup')} of ${SPF_LOOKUP_LIMIT}`)
}

const dkim = ({
  domain,
  dkim: { state: key, selector, kind, bits, why, isTesting },
  dmarc: { policy },
  spf: { state },
}: MailFacts): Finding<EmailDeliverabilityCode> => {
  const record = `${selector}._domainkey.${domain}`
  if (key === 'failure')
    return critical(
      'deliver-dkim-failure',
      `DNS fails for the DKIM key ${selector}`,
      'Receivers verify the signatures later, or go on without them (RFC 6376, section 6.1.2).',
      `Run txt-record ${record}.`,
    )
  if (key === 'invalid' || key === 'revoked')
    return critical(
      bits === undefined ? 'deliver-dkim-invalid' : 'deliver-dkim-short',
      `Receivers cannot use the DKIM key ${selector}: ${why}`,
      `Mail that is signed with it fails DKIM (${bits === undefined ? 'RFC 6376, section 6.1.2' : 'RFC 8301, section 3.2'}).`,
      key === 'revoked' || bits !== undefined
        ? `Publish a 2048-bit key under a new selector and sign with it.`
        : `Correct the record at ${record}, then run txt-record ${record}.`,
    )
  if (key === 'missing') {
    // With an enforced policy and no valid SPF, a missing signature causes receivers to refuse the mail.
    const enforced = policy === 'reject' || policy === 'quarantine'
    const report = enforced || state !== 'valid' ? critical : warning
    return report(
      'deliver-dkim-missing',
      'Mail is not signed with DKIM',
      `Forwarded mail loses its SPF pass, and without a signature nothing else confirms the sender (RFC 6376)${enforced ? `: DMARC then asks receivers to ${policy} it` : ''}.`,
      `Create a 2048-bit key on the sending server and publish its public half as TXT at ${record}.`,
    )
  }
  if (isTesting)
    return info(
      'deliver-dkim-testing',
      `The DKIM key ${selector} is in test mode (t=y)`,
      'Receivers treat signed mail as if it were not signed (RFC 6376, section 3.6.1).',
      `Once your signatures verify, remove t=y from the record at ${record}.`,
    )
  return bits !== undefined && bits < LONG_RSA_KEY
    ? info(
        'deliver-dkim-short',
        `The DKIM key ${selector} has ${bits} bits`,
        'Receivers still accept it; signers should use 2048 (RFC 8301, section 3.2).',
        `Publish a 2048-bit key under a new selector, sign with it, and remove ${record} a week later.`,
      )
    : pass('deliver-dkim', `DKIM key ${selector}, ${kind === 'ed25519' ? 'Ed25519' : `${bits} bits`}`)
}

const dmarc = ({ domain: author, dmarc: found }: MailFacts): Finding<EmailDeliverabilityCode> => {
  const { domain, policy, tested, wrong } = found
  const name = `_dmarc.${domain}`
  const fault = discardedDmarc(found)
  if (fault !== undefined) return critical('deliver-dmarc-discarded', fault.title, fault.why, fault.advice)
  if (policy === 'failure')
    return critical(
      'deliver-dmarc-failure',
      'DNS fails for the DMARC record',
      'Receivers stop with a temporary error, and some defer the mail (RFC 9989, section 4.10).',
      dmarcAdvice(found, author),
    )
  if (policy === 'missing' || policy === 'discarded') {
    return warning(
      'deliver-dmarc-missing',
      'There is no DMARC record',
      'Large receivers require one from bulk senders, and nobody reports forgeries to you (RFC 9989).',
      `Publish TXT at ${name}: "v=DMARC1; p=none; rua=mailto:dmarc@${domain}", then read the reports.`,
    )
  }
  if (tested !== undefined)
    return warning(
      'deliver-dmarc-testing',
      `DMARC is in test mode (t=y): receivers apply ${policy} in place of ${tested}`,
      'Until the test ends, they treat forged mail less strictly than the record says (RFC 9989, section 4.7).',
      reportsFirst(found, `remove t=y from the record at ${name}`) ??
        `Once the reports show your own senders passing, remove t=y from the record at ${name}.`,
    )
  if (policy === 'none') {
    return warning(
      'deliver-dmarc-none',
      wrong === undefined ? 'DMARC only monitors' : `DMARC only monitors: ${wrong}`,
      found.unreported === undefined
        ? 'With p=none receivers still deliver forged mail, but report it.'
        : 'With p=none receivers still deliver forged mail.',
      reportsFirst(found, `set p=quarantine at ${name}`) ??
        `Once the reports show your own senders passing, set p=quarantine at ${name}, and p=reject some weeks later.`,
    )
  }
  return pass('deliver-dmarc', `DMARC asks receivers to ${policy} forged mail`)
}

const reports = ({ dmarc: found }: MailFacts): Finding<EmailDeliverabilityCode>[] => {
  const missing = missingReports(found)
  return missing === undefined ? [] : [warning('deliver-dmarc-reports', missing.title, missing.why, missing.advice)]
}

const exchanges = ({ domain, exchanges: all, first, address }: MailFacts): Finding<EmailDeliverabilityCode> => {
  if (countAnswering(all) === all.length)
    return pass(
      'deliver-exchanges',
      all.length === 1
        ? 'The mail server answers'
        : all.length === 2
          ? 'Both mail servers answer'
          : `All ${inWords(all.length)} mail servers answer`,
    )
  const down = all.filter(({ answers }) => !answers)
  if (down.length === all.length) {
    return critical(
      'deliver-silent',
      allFail(down),
      'Replies and bounces cannot be delivered, and receivers that verify the sender with a callback refuse its mail.',
      `Run mx-record ${domain} and bring ${first.exchange} back first.`,
    )
  }
  if (!first.answers) {
    return critical(
      first.answer !== 'silent' ? 'deliver-first-refuses' : 'deliver-first-silent',
      `${first.exchange} ${mailFailure([first])}`,
      `Senders try it first, so replies ${first.answer !== 'silent' ? 'reach only the next mail server' : 'arrive late'}, and receivers that verify the sender with a callback cannot do so.`,
      first.answer === 'unresolved'
        ? `Add an address record for ${first.exchange}, then run smtp-test ${first.exchange}:25.`
        : `Check the listener and the firewall on ${address}, then run smtp-test ${first.exchange}:25.`,
    )
  }
  const names = prose(down.map(({ exchange }) => exchange))
  return warning(
    down.every(({ answer }) => answer !== 'silent') ? 'deliver-fallback-refuses' : 'deliver-fallback-silent',
    `${names} ${mailFailure(down)} and would not accept mail`,
    `${first.exchange} answers; if it goes down, ${down.length + 1 === all.length ? 'no other mail server takes its place' : 'fewer fallbacks can accept mail'}.`,
    `Repair ${names}, or take ${down.length === 1 ? 'it' : 'them'} out of the MX records: a fallback that accepts no mail only delays senders.`,
  )
}

const reverse = (facts: MailFacts, world: World): Finding<EmailDeliverabilityCode> => {
  const { sending, address, host, reverse: kind } = facts
  if (sending === undefined)
    return warning(
      'deliver-reverse-missing',
      'No mail server has an address, so none has a PTR record',
      'Many receivers refuse mail from a server without one (RFC 1912, section 2.1).',
      `Give the mail servers of ${facts.domain} address records first.`,
    )
  if (kind === 'own') return pass('deliver-reverse', `${address} and the name in its PTR record resolve to each other`)
  const { hostname } = reverseAt(world, sending.machine)
  const advice = `Ask ${host ?? `the holder of ${address}`} to set the PTR record of ${address} to ${greetingName(world, sending.machine)}.`
  if (kind === 'generic')
    return warning(
      'deliver-reverse-generic',
      `The name in the PTR record of ${address} only spells out the address`,
      `Many receivers assume that a name like ${hostname} belongs to a dynamic address, and trust its mail less.`,
      advice,
    )
  return kind === 'missing'
    ? warning(
        'deliver-reverse-missing',
        `${address} has no PTR record`,
        'Many receivers refuse mail from such an address (RFC 1912, section 2.1).',
        advice,
      )
    : warning(
        'deliver-reverse-mismatch',
        `The name in the PTR record of ${address} does not resolve back to it`,
        `The name is ${hostname}, which does not resolve back. Many receivers take such a server for an infected machine (RFC 1912, section 2.1).`,
        advice,
      )
}

const listings = ({
  sending,
  address,
  host,
  listings: lists,
  listsRefuse,
}: MailFacts): Finding<EmailDeliverabilityCode> => {
  if (listsRefuse)
    return warning(
      'deliver-block-lists-refuse',
      'Every block list refuses the resolver',
      `Whether a list contains ${address} is unknown; the score assumes that none does.`,
      `Run blacklist-check ${address}, and query the lists through a resolver of your own.`,
    )
  if (sending === undefined)
    return pass('deliver-not-listed', 'No mail server has an address that a block list could contain')
  const [list] = lists
  if (list === undefined) return pass('deliver-not-listed', `${address} is on no block list`)
  return critical(
    'deliver-listed',
    `${address} is on ${count(lists.length, 'block list')}`,
    `${prose(lists.map(({ name }) => name))}: receivers that use ${lists.length === 1 ? 'it' : 'them'} refuse mail from this address or file it as spam.`,
    host === undefined
      ? `Stop the cause, then run blacklist-check ${address}: it shows how to get the address delisted. If another address sends the spam, it will be listed too.`
      : `Ask ${host} to stop the cause and to have ${address} delisted.`,
  )
}

const judge = (facts: MailFacts, world: World): Finding<EmailDeliverabilityCode>[] => [
  listings(facts),
  spf(facts),
  dkim(facts),
  exchanges(facts),
  dmarc(facts),
  ...reports(facts),
  reverse(facts, world),
]

/**
 * Collects the facts that receivers check and judges them; within each severity, the worst for the sender comes first. Cached for the
 * result and the report.
 */
export const examine = memoize((world, domain) => {
  const facts = mailFactsOf(world, domain)
  return { facts, findings: judge(facts, world) }
})
