import type { DmarcPolicy } from '../protocols/dmarc-policy.ts'

/** The texts of a finding about a DMARC record that receivers discard, in the same words for every tool; undefined without such a record. */
export const discardedDmarc = ({
  policy,
  domain,
  discarded,
}: DmarcPolicy): { readonly title: string; readonly why: string; readonly advice: string } | undefined => {
  if (discarded === undefined) return undefined
  const { texts, why } = discarded
  const name = `_dmarc.${discarded.domain}`
  const [records, them] = texts.length === 1 ? ['record', 'it'] : ['records', 'them']
  return {
    title: `Receivers discard the DMARC ${records} at ${name}: ${why}`,
    why:
      policy === 'discarded'
        ? `They treat the mail as if ${name} had no record (RFC 9989, sections 4.7 and 4.10).`
        : `They go on without ${them} and ${policy === 'failure' ? 'find that DNS fails' : `apply the policy of ${domain}: ${policy}`} (RFC 9989, section 4.10).`,
    advice:
      texts.length === 1
        ? `Correct the record at ${name}: it begins with v=DMARC1; has each tag once, and its p tag is none, quarantine or reject.`
        : `Keep one DMARC record at ${name} and delete the others.`,
  }
}

/** Says in a few words which policy applies: 'there is none'. */
export const dmarcNote = ({ policy }: DmarcPolicy): string =>
  policy === 'missing'
    ? 'there is none'
    : policy === 'discarded'
      ? 'receivers discard the record'
      : policy === 'failure'
        ? 'DNS fails for it'
        : `it is ${policy}`

/** Advises a step for which reports are needed, if none come: first how to get them. Undefined if they come. */
export const reportsFirst = ({ domain, unreported }: DmarcPolicy, step: string): string | undefined =>
  unreported === undefined
    ? undefined
    : `No reports come, because ${unreported}. Set rua=mailto: and an address of ${domain} there; when your own senders pass in the reports, ${step}.`

/** The texts of a finding about reports that can't come, in the same words for every tool; undefined if they come. */
export const missingReports = ({
  domain,
  unreported,
}: DmarcPolicy): { readonly title: string; readonly why: string; readonly advice: string } | undefined =>
  unreported === undefined
    ? undefined
    : {
        title: `No DMARC reports come: ${unreported}`,
        why: unreported.includes('._report.')
          ? 'Without that record, receivers send no reports to another organization (RFC 9990, section 4).'
          : 'Receivers send aggregate reports only to the addresses of the rua tag, and you see neither forgeries nor senders that fail (RFC 9989, section 4.7).',
        advice: unreported.includes('._report.')
          ? `Ask them to publish TXT there: "v=DMARC1;", or use an address of ${domain}.`
          : `Write rua=mailto:dmarc@${domain} into the record at _dmarc.${domain}.`,
      }

/** Says how to get an enforced policy, without advice to add a record beside an existing one. */
export const dmarcAdvice = (found: DmarcPolicy, author: string): string => {
  const { policy, domain } = found
  if (policy === 'failure') return `Run dns-diagnostic ${author}, because DNS fails for its DMARC record.`
  if (policy === 'missing')
    return `Publish DMARC with p=none and a rua address at _dmarc.${author}; once its reports show that your own senders pass, set p=quarantine.`
  return (
    discardedDmarc(found)?.advice ??
    reportsFirst(found, `set p=quarantine at _dmarc.${domain}`) ??
    `Once the DMARC reports show that your own senders pass, set p=quarantine at _dmarc.${domain}.`
  )
}
