import { type DkimKey, LONG_RSA_KEY, readDkimKey, SHORTEST_RSA_KEY } from '../../protocols/dkim-key.ts'
import type { DmarcPolicy } from '../../protocols/dmarc-policy.ts'
import { readTagList } from '../../protocols/tag-list.ts'
import { discardedDmarc, dmarcAdvice, missingReports, reportsFirst } from '../../reports/dmarc-fault.ts'
import { critical, info, pass, warning } from '../../reports/finding.ts'
import type { Finding, ReportDraft } from '../../reports/report.ts'
import { dmarcOf } from '../../world/answers/mail-dns.ts'
import type { PolicyName } from '../../world/answers/text-records.ts'
import type { World } from '../../world/world.ts'
import type { TxtRecordCode } from './txt-record.ts'

/** The report on a name with a policy or a key. */
export type Reading = Pick<ReportDraft, 'sentence' | 'detail'> & {
  readonly finding: Finding<TxtRecordCode>
  readonly more?: readonly Finding<TxtRecordCode>[]
  readonly value: string
}

const DMARC_EFFECTS = {
  none: 'is still delivered, but reported',
  quarantine: 'goes to the spam folder',
  reject: 'is refused',
} as const

const dmarcMissing = (found: DmarcPolicy, domain: string): Reading => {
  const fault = discardedDmarc(found)
  if (found.policy === 'failure')
    return {
      sentence: 'There is no DMARC policy here, and DNS fails for the domain above.',
      detail: `Receivers cannot evaluate DMARC for mail from ${domain} now.`,
      value: 'none',
      finding: critical(
        'txt-dmarc-failure',
        `DNS fails for the DMARC policy of ${domain}`,
        'Receivers stop with a temporary error, and some defer the mail (RFC 9989, section 4.10).',
        dmarcAdvice(found, domain),
      ),
    }
  if (fault !== undefined && found.policy === 'discarded')
    return {
      sentence: 'There is no DMARC policy here, and receivers discard the one above.',
      detail: `No record tells receivers what to do with forged mail from ${domain}.`,
      value: 'none',
      finding: warning('txt-dmarc-discarded', fault.title, fault.why, fault.advice),
    }
  if (found.policy !== 'missing')
    return {
      sentence: 'There is no DMARC policy here, but a domain above it has one.',
      detail: `For mail from ${domain}, receivers apply the policy of ${found.domain}: ${found.policy}.`,
      value: 'none',
      finding: info(
        'txt-dmarc-above',
        `The policy of ${found.domain} applies to ${domain} too`,
        'Where a name has no policy of its own, receivers look for one above it (RFC 9989, section 4.10).',
        `Run txt-record on _dmarc.${found.domain} to read it; publish one here only if ${domain} needs another.`,
      ),
    }
  return {
    sentence: 'There is no DMARC policy here.',
    detail: `No record tells receivers what to do with forged mail from ${domain}.`,
    value: 'none',
    finding: warning(
      'txt-dmarc-missing',
      `${domain} publishes no DMARC policy`,
      'Each receiver decides for itself about mail that fails SPF and DKIM, and nobody sends you reports (RFC 9989).',
      `Add a TXT record at _dmarc.${domain}: "v=DMARC1; p=none; rua=mailto:dmarc@${domain}", read the reports, then set p=quarantine.`,
    ),
  }
}

/** Returns what else is wrong with a record that applies: reports that can't come, and a tag without effect. */
const dmarcNotes = (found: DmarcPolicy): Finding<TxtRecordCode>[] => {
  const reports = missingReports(found)
  const hasPercentage = readTagList(found.record ?? '').tags.has('pct')
  return [
    ...(reports === undefined ? [] : [warning('txt-dmarc-reports', reports.title, reports.why, reports.advice)]),
    ...(hasPercentage
      ? [
          info(
            'txt-dmarc-pct',
            'pct has no effect any more',
            'Receivers ignore the tag, and the policy applies to all mail (RFC 9989, section 4.7).',
            'Remove pct. To try a policy first, use t=y.',
          ),
        ]
      : []),
  ]
}

/** Reports on the DMARC record of a domain. */
export const dmarcReading = (world: World, domain: string): Reading => {
  const found = dmarcOf(world, domain)
  const { policy, tested, wrong } = found
  const fault = discardedDmarc(found)
  if (fault !== undefined && found.discarded?.domain === domain)
    return {
      sentence: 'Receivers discard the DMARC record here.',
      detail: policy === 'discarded' ? `No DMARC policy applies to mail from ${domain}.` : fault.why,
      value: 'none',
      finding: critical('txt-dmarc-discarded', fault.title, fault.why, fault.advice),
    }
  if (found.domain !== domain || policy === 'missing' || policy === 'discarded' || policy === 'failure')
    return dmarcMissing(found, domain)
  const effect = policy === 'none' && found.unreported !== undefined ? 'is still delivered' : DMARC_EFFECTS[policy]
  const reading = {
    sentence: `Forged mail ${effect}.`,
    detail: `The policy of ${domain} is ${policy}.`,
    value: policy,
    more: dmarcNotes(found),
  }
  if (tested !== undefined)
    return {
      ...reading,
      finding: warning(
        'txt-dmarc-testing',
        `The policy ${tested} is in test mode (t=y), so receivers apply ${policy}`,
        `Until the test ends, forged mail ${effect} (RFC 9989, section 4.7).`,
        reportsFirst(found, 'remove t=y') ?? 'Read the reports until all of your senders pass, then remove t=y.',
      ),
    }
  return {
    ...reading,
    finding:
      policy === 'none'
        ? warning(
            'txt-dmarc-none',
            wrong === undefined ? 'The policy only monitors' : `Receivers apply p=none: ${wrong}`,
            `Mail that fails SPF and DKIM ${effect}.`,
            reportsFirst(found, 'set p=quarantine') ??
              'Read the reports until all of your senders pass, then set p=quarantine.',
          )
        : pass('txt-dmarc', `The policy ${policy} is in force`),
  }
}

const dkimFinding = (name: string, { state, why, kind, bits, isTesting }: DkimKey): Finding<TxtRecordCode> => {
  if (state === 'missing')
    return critical(
      'txt-dkim-missing',
      `No key at ${name}`,
      'Mail signed with this selector fails DKIM (RFC 6376, section 6.1.2).',
      'Find the selector (s=) in the DKIM-Signature header of a message that you sent, and publish its key under that selector.',
    )
  if (state !== 'valid')
    return critical(
      bits === undefined ? 'txt-dkim-invalid' : 'txt-dkim-short',
      `Receivers cannot use the key: ${why}`,
      `Mail signed with this selector fails DKIM (${bits === undefined ? 'RFC 6376, section 6.1.2' : 'RFC 8301, section 3.2'}).`,
      state === 'revoked' || bits !== undefined
        ? 'Publish a key of 2048 bits under a new selector, then sign with it.'
        : `Correct the record at ${name}: v=DKIM1; k=rsa; p= and the public key in base64.`,
    )
  if (isTesting)
    return info(
      'txt-dkim-testing',
      'The key is in test mode (t=y)',
      'Receivers treat signed mail as if it were not signed (RFC 6376, section 3.6.1).',
      'Once your signatures verify, remove t=y.',
    )
  if (kind === 'ed25519') return pass('txt-dkim', 'The key is an Ed25519 key (RFC 8463)')
  return bits !== undefined && bits < LONG_RSA_KEY
    ? info(
        'txt-dkim-short',
        `The key has ${bits} bits`,
        bits === SHORTEST_RSA_KEY
          ? 'That is the minimum that receivers accept (RFC 8301).'
          : `Receivers accept ${SHORTEST_RSA_KEY}; signers should use ${LONG_RSA_KEY} (RFC 8301).`,
        'Publish a key of 2048 bits under a new selector, then sign with it.',
      )
    : pass('txt-dkim', `The key is long enough: ${bits} bits (RFC 8301)`)
}

/** Reports on the DKIM key at a name. */
export const dkimReading = (name: string, { domain, selector }: PolicyName, texts: readonly string[]): Reading => {
  const key = readDkimKey(texts)
  const finding = dkimFinding(name, key)
  if (key.state === 'missing')
    return {
      sentence: 'There is no key under this selector.',
      detail: `Signatures that name ${selector} cannot be checked.`,
      value: 'none',
      finding,
    }
  if (key.state !== 'valid')
    return {
      sentence: 'Receivers cannot use the key under this selector.',
      detail: `Signatures that name ${selector} fail: ${key.why}.`,
      value: key.state,
      finding,
    }
  const size = key.bits === undefined ? 'Ed25519 key' : `RSA key of ${key.bits} bits`
  return {
    sentence: 'This key verifies the signatures of mail.',
    detail: `Receivers verify mail from ${domain} with this ${size} if it names the selector ${selector}.`,
    value: 'present',
    finding,
  }
}
