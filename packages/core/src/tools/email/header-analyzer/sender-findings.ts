import { critical, info, pass, warning } from '../../../reports/finding.ts'
import { discardedDmarc } from '../../../reports/dmarc-fault.ts'
import type { DmarcPolicy } from '../../../protocols/dmarc-policy.ts'
import type { Finding } from '../../../reports/report.ts'
import { count } from '../../../reports/wording.ts'
import type { DkimFinding, SenderVerdicts, SpfFinding } from './verdicts.ts'
import type { HeaderAnalyzerCode } from './header-analyzer.ts'

/** The maximum number of signatures or domains with their own finding. */
const MOST = 5
const COMPLETE = 'Paste the whole header block, from the first Received line on.'
const ASK = 'Do not trust the From address: ask the sender by phone or in person before you follow what the mail says.'

const spfTitle = ({ result, address, domain }: SpfFinding): string => {
  const server = `${address ?? 'the server'} for ${domain ?? 'the envelope sender'}`
  if (result === 'none')
    return domain === undefined ? 'SPF has no domain to check' : `${domain} publishes no SPF record`
  if (result === 'neutral') return `SPF is neutral about ${server}`
  return `SPF does not allow ${server} (${result})`
}

const spfUnaligned = ({ domain }: SpfFinding, author: string): Finding<HeaderAnalyzerCode> =>
  info(
    'analyzer-spf-unaligned',
    `SPF passes for ${domain}, which is not aligned with ${author}`,
    'It confirms the envelope, which readers do not see, so it does not count for DMARC (RFC 9989, section 4.4).',
  )

const spfPasses = (spf: SpfFinding, author: string | undefined): Finding<HeaderAnalyzerCode> => {
  if (spf.isAligned === false && author !== undefined) return spfUnaligned(spf, author)
  return pass(
    'analyzer-spf',
    `SPF passes: ${spf.domain} allows ${spf.address}`,
    `The term ${spf.reason} of its record names that server.`,
  )
}

const spfFinding = ({ spf, author }: SenderVerdicts): Finding<HeaderAnalyzerCode> => {
  const { result, domain, reason } = spf
  if (result === 'pass') return spfPasses(spf, author)
  if (result === 'unknown')
    return info('analyzer-spf-unknown', 'SPF cannot be checked', `The headers show too little: ${reason}.`)
  if (result === 'temperror')
    return warning(
      'analyzer-spf-temperror',
      `SPF ends in a temporary error: ${reason}`,
      'Receivers defer such mail or go on without SPF (RFC 7208, section 8.6).',
      `If the domain is yours, run dnssec-check ${domain}.`,
    )
  if (result === 'permerror')
    return warning(
      'analyzer-spf-permerror',
      `The SPF record of ${domain} cannot be evaluated: ${reason}`,
      'Receivers stop with a permanent error, and some refuse the mail (RFC 7208, section 8.7).',
      `If the domain is yours, run spf-check ${domain}.`,
    )
  if (result === 'none')
    return warning(
      'analyzer-spf-none',
      spfTitle(spf),
      'Receivers cannot tell whether the sending server may send for it.',
      domain === undefined ? COMPLETE : `If the domain is yours, run spf-generator ${domain} mx.`,
    )
  return warning(
    `analyzer-spf-${result}`,
    spfTitle(spf),
    `In its SPF record, ${reason === 'no term matches' ? reason : `the term ${reason} decides`}. Either the mail was forwarded, or somebody else sent it.`,
    `If the domain is yours and the server too, run spf-check ${domain} and add the server.`,
  )
}

const signatureFinding = (
  { result, domain, key, reason, isAligned }: DkimFinding,
  author: string | undefined,
): Finding<HeaderAnalyzerCode> => {
  const name = domain ?? 'an unnamed domain'
  const unaligned =
    isAligned === false && author !== undefined
      ? ` It is not aligned with ${author}, so it does not count for DMARC.`
      : ''
  if (result === 'neutral')
    return info(
      'analyzer-dkim-unverified',
      `The signature of ${name} names a key that exists`,
      `The key is at ${key}. Headers alone cannot verify the signature: its body hash is about the body (RFC 6376, section 3.7).${unaligned}`,
    )
  if (result === 'temperror')
    return warning(
      'analyzer-dkim-temperror',
      `The signature of ${name} cannot be checked now: ${reason}`,
      `Receivers ask again later or go on without this signature (RFC 6376, section 6.1.2).${unaligned}`,
      `If the domain is yours, run dnssec-check ${name}.`,
    )
  return warning(
    `analyzer-dkim-${result}`,
    `The signature of ${name} is not valid: ${reason}`,
    `Receivers treat the mail as if this signature were not there (RFC 6376, section 6.1).${unaligned}`,
    domain === undefined
      ? 'Look at the DKIM-Signature field.'
      : `If the domain is yours, run email-deliverability ${domain}.`,
  )
}

const dkimFindings = ({ signatures, author }: SenderVerdicts, isComplete: boolean): Finding<HeaderAnalyzerCode>[] => {
  if (signatures.length > 0) return signatures.slice(0, MOST).map((signature) => signatureFinding(signature, author))
  if (!isComplete)
    return [
      info('analyzer-dkim-none', 'The headers have no DKIM signature', 'A part of the header block may be missing.'),
    ]
  return [
    warning(
      'analyzer-dkim-none',
      'The mail is not signed',
      'Nothing shows whether it was changed on the way, and forwarding will break its SPF (RFC 6376).',
      author === undefined
        ? COMPLETE
        : `If ${author} is yours, sign with a 2048-bit key, then run email-deliverability ${author}.`,
    ),
  ]
}

const watching = ({ domain, tested, wrong }: DmarcPolicy): Finding<HeaderAnalyzerCode> =>
  warning(
    'analyzer-dmarc-watching',
    wrong === undefined
      ? `${domain} asks receivers to deliver mail that fails DMARC`
      : `Receivers cannot read the policy of ${domain}, and deliver mail that fails DMARC: ${wrong}`,
    `${wrong === undefined ? 'Its policy is p=none' : 'They apply p=none (RFC 9989, section 4.10.1)'}${tested === undefined ? '' : ' during its test (t=y)'}: a forgery of this mail would have arrived as well.`,
    `If the domain is yours, ${wrong !== undefined ? 'correct the policy' : tested === undefined ? 'set p=quarantine' : 'end the test'} at _dmarc.${domain}.`,
  )

const notConfirmed = (author: string, isComplete: boolean): Finding<HeaderAnalyzerCode> => {
  const title = `The headers do not show whether ${author} sent the mail`
  return isComplete
    ? warning(
        'analyzer-dmarc-unknown',
        title,
        'SPF does not confirm it, and a DKIM signature cannot be verified from the headers alone.',
        'Look at the result that your own mail server wrote into the mail, or verify the whole message.',
      )
    : info('analyzer-dmarc-unknown', title, 'DMARC needs SPF or DKIM, and these headers show too little for either.')
}

const dmarcFindings = (
  { author, dmarc, policy: found }: SenderVerdicts,
  isComplete: boolean,
): Finding<HeaderAnalyzerCode>[] => {
  if (author === undefined || found === undefined || dmarc === 'permerror') return []
  const fault = discardedDmarc(found)
  const discarded =
    fault === undefined ? [] : [warning('analyzer-dmarc-discarded', fault.title, fault.why, fault.advice)]
  if (dmarc === 'none' && fault !== undefined) return discarded
  if (dmarc === 'none')
    return [
      warning(
        'analyzer-dmarc-none',
        `${author} has no DMARC record`,
        'It does not say what receivers should do about forged mail, and SPF and DKIM alone say nothing about the From address.',
        `If the domain is yours, publish TXT at _dmarc.${author}: "v=DMARC1; p=none; rua=mailto:dmarc@${author}".`,
      ),
    ]
  if (dmarc === 'temperror')
    return [
      warning(
        'analyzer-dmarc-temperror',
        `DMARC for ${author} ends in a temporary error`,
        'DNS fails for a record that it needs, so nobody can tell now whether the mail is forged.',
        `If the domain is yours, run dnssec-check ${author}.`,
      ),
    ]
  const policy = [...(found.policy === 'none' ? [watching(found)] : []), ...discarded]
  if (dmarc === 'unknown') return [notConfirmed(author, isComplete), ...policy]
  if (dmarc === 'pass')
    return policy.length > 0
      ? policy
      : [
          pass(
            'analyzer-dmarc',
            found.policy === 'failure'
              ? `DMARC passes for ${author}; DNS fails for the policy for mail that fails`
              : `DMARC passes, and ${author} asks receivers to ${found.policy} mail that fails`,
          ),
        ]
  return [
    critical(
      'analyzer-dmarc-fail',
      `DMARC fails for ${author}`,
      'Neither SPF nor DKIM confirms the domain of the From address. The mail is forged, or a mailing list or a forwarder changed it on the way (RFC 7960).',
      ASK,
    ),
    ...policy,
  ]
}

const authorFindings = ({ authors, author, missing }: SenderVerdicts): Finding<HeaderAnalyzerCode>[] => {
  const findings: Finding<HeaderAnalyzerCode>[] = []
  if (authors.addresses === 0 || (author === undefined && authors.domains.length === 1))
    findings.push(
      warning(
        'analyzer-no-from',
        'No From address can be read',
        'Every message has one From field with an address (RFC 5322, section 3.6); without it DMARC cannot be evaluated.',
        COMPLETE,
      ),
    )
  if (authors.fields > 1)
    findings.push(
      critical(
        'analyzer-two-senders',
        `There are ${authors.fields} From fields`,
        'One is allowed (RFC 5322, section 3.6). Filters judge one, readers may see another.',
        'Treat the mail as forged.',
      ),
    )
  else if (authors.domains.length > 1)
    findings.push(
      critical(
        'analyzer-many-authors',
        `The From field names ${count(authors.domains.length, 'domain')}`,
        'DMARC can judge only one, so receivers may refuse the mail (RFC 9989, section 5.3.1).',
        'Treat the mail as forged.',
      ),
    )
  else if (authors.addresses > 1)
    findings.push(
      info(
        'analyzer-several-authors',
        `The From field names ${authors.addresses} addresses of ${author}`,
        'They are allowed; a Sender field must then name one of them (RFC 5322, section 3.6.2).',
      ),
    )
  for (const domain of missing.slice(0, MOST))
    findings.push(
      critical(
        'analyzer-missing-domain',
        `${domain} does not exist`,
        'The mail names it as its sender, but DNS has no such name. Nobody can answer the mail.',
        ASK,
      ),
    )
  return findings
}

/** Judges the sender of a message. `isComplete` says whether the block has Received lines; only then does a missing field mean something. */
export const senderFindings = (verdicts: SenderVerdicts, isComplete: boolean): Finding<HeaderAnalyzerCode>[] => [
  ...authorFindings(verdicts),
  ...dmarcFindings(verdicts, isComplete),
  spfFinding(verdicts),
  ...dkimFindings(verdicts, isComplete),
]
