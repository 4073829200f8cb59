import { info, pass, warning } from '../../reports/finding.ts'
import type { ReportDraft } from '../../reports/report.ts'
import { duration } from '../../reports/wording.ts'
import { utf8LengthOf } from '../../foundation/bytes.ts'
import { readPolicyRecord } from '../../protocols/policy-records.ts'
import { dmarcOf } from '../../world/answers/mail-dns.ts'
import { mtaStsOf, tlsReportsOf } from '../../world/answers/mail-policies.ts'
import { type NoPolicyReason, whyNoPolicy } from '../../world/answers/mta-sts.ts'
import type { ListAnswer } from '../../world/hosts/listings.ts'
import type { World } from '../../world/world.ts'
import type { PolicyName } from '../../world/answers/text-records.ts'
import { dkimReading, dmarcReading, type Reading } from './txt-record.mail.ts'
import type { TxtRecordCode } from './txt-record.ts'

/** The maximum length of one string in a text record, in bytes (RFC 1035, section 3.3). */
export const STRING_LIMIT = 255

// An escaped octet (RFC 1035, section 5.1), or a character.
const UNITS = /\\\d{3}|./gsu
const octetsIn = (unit: string): number => (unit.startsWith('\\') ? 1 : utf8LengthOf(unit))

/** Returns the number of octets of a text record. */
export const octetsOfText = (text: string): number =>
  (text.match(UNITS) ?? []).reduce((sum, unit) => sum + octetsIn(unit), 0)

/** Writes a text as in a zone file: in quotes, with escapes, and split into several strings if it is too long for one. */
export const inStrings = (text: string): string => {
  let [strings, left] = ['"', STRING_LIMIT]
  for (const unit of text.match(UNITS) ?? []) {
    const octets = octetsIn(unit)
    if (octets > left) [strings, left] = [`${strings}" "`, STRING_LIMIT]
    strings += unit === '"' || unit === '\\' ? `\\${unit}` : unit
    left -= octets
  }
  return `${strings}"`
}

// The consequence of a missing record, and how to add the first one.
const UNUSED: Readonly<
  Record<
    Exclude<PolicyName['kind'], 'DMARC' | 'DKIM'>,
    (domain: string) => readonly [code: TxtRecordCode, title: string, detail: string, advice: string]
  >
> = {
  'MTA-STS': (domain) => [
    'txt-mta-sts-unused',
    `${domain} publishes no MTA-STS policy`,
    'Senders encrypt only if the server offers it, so anyone on the route who strips STARTTLS can read the mail (RFC 8461).',
    `Serve a policy in mode testing at https://mta-sts.${domain}/.well-known/mta-sts.txt, then add TXT at _mta-sts.${domain}: "v=STSv1; id=1".`,
  ],
  'TLS-RPT': (domain) => [
    'txt-tls-rpt-unused',
    `${domain} requests no reports about TLS`,
    'When senders fail to encrypt mail to the domain, you get no report (RFC 8460).',
    `Add TXT at _smtp._tls.${domain}: "v=TLSRPTv1; rua=mailto:tls-reports@${domain}".`,
  ],
  BIMI: (domain) => [
    'txt-bimi-unused',
    `${domain} publishes no logo`,
    'Mail programs show a logo next to its mail only if DMARC is enforced and a BIMI record names the logo.',
    `Set p=quarantine or reject at _dmarc.${domain} first; most mail programs want a certificate for the logo, too.`,
  ],
}

const unusedReading = (kind: keyof typeof UNUSED, domain: string): Reading => {
  const [code, title, detail, advice] = UNUSED[kind](domain)
  return {
    sentence: `There is no ${kind} record here.`,
    detail: `${domain} has none, like most domains.`,
    value: 'none',
    finding: info(code, title, detail, advice),
  }
}

const MTA_STS_EFFECTS = {
  enforce: 'Senders refuse to deliver mail without encryption.',
  testing: 'Senders still deliver mail without encryption, but report it.',
} as const

/** The readers of each record, and its grammar. */
const READERS = {
  'MTA-STS': ['Senders', 'v=STSv1; id= and 1 to 32 letters or digits (RFC 8461, section 3.1)'],
  'TLS-RPT': ['Senders', 'v=TLSRPTv1; rua= and an address (RFC 8460, section 3)'],
  BIMI: ['Mail programs', 'v=BIMI1; l= and an https address'],
} as const

/** Reports on records that their readers ignore. */
const ignoredReading = (kind: keyof typeof UNUSED, domain: string, texts: readonly string[]): Reading => {
  if (texts.length === 0) return unusedReading(kind, domain)
  const [code] = UNUSED[kind](domain)
  const [readers, form] = READERS[kind]
  return {
    sentence: `${readers} ignore the ${kind} record here.`,
    detail: `${domain} has no ${kind} record that counts.`,
    value: 'none',
    finding: warning(
      code,
      `${readers} ignore the record: ${readPolicyRecord(kind, texts).why ?? 'there is another one here'}`,
      `It must be the only one here, in the form ${form}.`,
      `Publish exactly one record in this form, or none.`,
    ),
  }
}

const OBSTACLES = {
  'sts-policy-fetch-error': 'has no page',
  'sts-webpki-invalid': 'has no valid certificate',
} as const satisfies Record<NoPolicyReason, string>

const mtaStsReading = (world: World, domain: string, texts: readonly string[]): Reading => {
  const policy = mtaStsOf(world, domain)
  if (policy === undefined) return ignoredReading('MTA-STS', domain, texts)
  const sentence = MTA_STS_EFFECTS[policy.mode]
  const unreachable = whyNoPolicy(world, domain)
  if (unreachable !== undefined)
    return {
      sentence: "Senders can't fetch the policy of this record.",
      detail: `mta-sts.${domain} ${OBSTACLES[unreachable]}.`,
      value: policy.mode,
      finding: warning(
        'txt-mta-sts-unfetched',
        `The policy can't be fetched: mta-sts.${domain} ${OBSTACLES[unreachable]}`,
        'Senders use a copy from earlier until it expires. Without one, they deliver as if there were no policy (RFC 8461, section 3.3).',
        `Serve the policy at https://mta-sts.${domain}/.well-known/mta-sts.txt with a valid certificate, then run https-test mta-sts.${domain}.`,
      ),
    }
  return {
    sentence,
    detail: `Senders that support MTA-STS read the policy of ${domain} at https://mta-sts.${domain}/.well-known/mta-sts.txt.`,
    value: policy.mode,
    finding:
      policy.mode === 'enforce'
        ? pass('txt-mta-sts', 'The policy has the mode enforce')
        : info(
            'txt-mta-sts-testing',
            'The policy has the mode testing',
            'Anyone on the route who strips STARTTLS can still read the mail (RFC 8461, section 5).',
            'Read the TLS reports until they show no failures, set mode enforce in the policy file, then give the TXT record a new id.',
          ),
  }
}

const tlsReportReading = (world: World, domain: string, texts: readonly string[]): Reading => {
  const to = tlsReportsOf(world, domain)
  if (to === undefined) return ignoredReading('TLS-RPT', domain, texts)
  return {
    sentence: 'This record asks senders to report failed encryption.',
    detail: `Reports about TLS go to ${to.replaceAll('mailto:', '')}.`,
    value: 'present',
    finding: pass('txt-tls-rpt', 'Failed encryption is reported (RFC 8460)'),
  }
}

const logoReading = (world: World, domain: string, texts: readonly string[]): Reading => {
  const logo = readPolicyRecord('BIMI', texts).tags?.get('l')
  if (logo === undefined) return ignoredReading('BIMI', domain, texts)
  const host = /^https:\/\/([^\s/]+)/i.exec(logo)?.[1]
  const { policy } = dmarcOf(world, domain)
  const isShown = logo !== '' && (policy === 'quarantine' || policy === 'reject')
  return {
    sentence:
      logo === ''
        ? 'This record says that the domain has no logo.'
        : 'This record tells mail programs where the logo is.',
    detail: isShown
      ? `Programs that show logos of senders load it from ${host}.`
      : `Mail programs show no logo next to mail of ${domain}.`,
    value: 'present',
    finding: isShown
      ? pass('txt-bimi', 'There is a logo, and DMARC is enforced')
      : logo === ''
        ? pass('txt-bimi', 'The domain publishes no logo')
        : warning(
            'txt-bimi',
            'No mail program shows the logo',
            `Mail programs show it only if DMARC is enforced, and the policy of ${domain} is ${policy}.`,
            `Set p=quarantine or reject at _dmarc.${domain}.`,
          ),
  }
}

const readingOf = (world: World, name: string, policy: PolicyName, texts: readonly string[]): Reading => {
  const { kind, domain } = policy
  switch (kind) {
    case 'DMARC':
      return dmarcReading(world, domain)
    case 'DKIM':
      return dkimReading(name, policy, texts)
    case 'MTA-STS':
      return mtaStsReading(world, domain, texts)
    case 'TLS-RPT':
      return tlsReportReading(world, domain, texts)
    case 'BIMI':
      return logoReading(world, domain, texts)
  }
}

const FIGURES = { DMARC: 'Policy', DKIM: 'Key', 'MTA-STS': 'Policy', 'TLS-RPT': 'Record', BIMI: 'Record' } as const

/** Reports on the text record of a name for a single policy or key. */
export const policyReport = (
  name: string,
  policy: PolicyName,
  records: readonly { readonly value: string; readonly ttl: number }[],
  world: World,
): ReportDraft<TxtRecordCode> => {
  const [record] = records
  const {
    sentence,
    detail,
    finding,
    more = [],
    value,
  } = readingOf(
    world,
    name,
    policy,
    records.map((one) => one.value),
  )
  return {
    sentence,
    detail,
    figures: [
      { label: FIGURES[policy.kind], value, note: `for mail of ${policy.domain}` },
      record === undefined
        ? { label: 'TTL', value: '—', note: 'there is no record' }
        : { label: 'TTL', value: String(record.ttl), unit: 's', note: `a change takes up to ${duration(record.ttl)}` },
    ],
    findings: [finding, ...more],
    plot: {
      kind: 'records',
      caption: `The ${policy.kind} record at ${name}, as in a zone file`,
      alternative: record === undefined ? `There is no ${policy.kind} record.` : `One ${policy.kind} record.`,
      records: records.map(({ value: text, ttl }) => ({ name: `${name}.`, ttl, type: 'TXT', value: inStrings(text) })),
    },
  }
}

const ENTRY_SENTENCES = {
  answers: 'A block list says why it contains this address.',
  refuses: 'A block list says why it refuses the resolver.',
  dead: 'A block list says that it was shut down.',
} as const satisfies Readonly<Record<ListAnswer['state'], string>>

/** Reports on the text record of a block list's answer. */
export const entryReport = (
  name: string,
  state: ListAnswer['state'],
  records: readonly { readonly value: string; readonly ttl: number }[],
): ReportDraft<TxtRecordCode> => ({
  sentence: ENTRY_SENTENCES[state],
  detail: `${records[0]?.value ?? ''}.`,
  figures: [
    { label: 'Text records', value: String(records.length), note: 'of the list' },
    { label: 'TTL', value: String(records[0]?.ttl ?? 0), unit: 's' },
  ],
  findings: [
    state === 'refuses'
      ? info(
          'txt-list-refusal',
          'The block list refuses the resolver',
          'The text says why. The list may or may not contain the address.',
          'Query the list through a resolver of your own.',
        )
      : info(
          'txt-list-entry',
          'This is an entry of a block list',
          'Receivers that refuse mail from the address quote this text (RFC 5782, section 2.1).',
          'Run blacklist-check on the address for all lists, and for how to get delisted.',
        ),
  ],
  plot: {
    kind: 'records',
    caption: `The text record at ${name}, as in a zone file`,
    alternative: 'One text record.',
    records: records.map(({ value: text, ttl }) => ({ name: `${name}.`, ttl, type: 'TXT', value: inStrings(text) })),
  },
})
