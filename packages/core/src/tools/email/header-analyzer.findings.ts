import { critical, info, pass, warning } from '../../reports/finding.ts'
import type { Finding } from '../../reports/report.ts'
import { count, duration } from '../../reports/wording.ts'
import { memoize } from '../../world/memoize.ts'
import { type HeaderBlock, UNKNOWN_SENDER, valuesOf } from './header-analyzer.input.ts'
import { countClear, isClear, type MailHop, routeOf } from './header-analyzer.route.ts'
import { type SenderVerdicts, verdictsOf } from './header-analyzer.verdicts.ts'

/** A hop that takes longer than this, in seconds, is slow: queues and greylisting start at five minutes. */
export const SLOW = 300

const spf = ({ spf_result }: SenderVerdicts, domain: string): Finding => {
  if (spf_result === 'pass') return pass('header-spf', `SPF passes for ${domain}`)
  return spf_result === 'none'
    ? warning(
        'header-spf-none',
        `${domain} publishes no SPF record`,
        'Nobody can tell whether the sending server may send for it.',
        `If the domain is yours, run spf-generator ${domain} mx.`,
      )
    : warning(
        'header-spf-permerror',
        `The SPF record of ${domain} cannot be evaluated`,
        'Receivers stop with a permanent error, as if there were no record (RFC 7208, section 2.6.7).',
        `If the domain is yours, run spf-check ${domain}.`,
      )
}

const dkim = ({ dkim_result }: SenderVerdicts, domain: string): Finding =>
  dkim_result === 'pass'
    ? pass('header-dkim', `The DKIM signature of ${domain} verifies`)
    : warning(
        'header-dkim-none',
        'The mail is not signed',
        'Nothing shows whether it was changed on the way, and forwarding will break its SPF (RFC 6376).',
        `If the domain is yours, sign with a 2048-bit key, then run email-deliverability ${domain}.`,
      )

const dmarc = ({ dmarc_result, policy }: SenderVerdicts, domain: string): Finding => {
  if (dmarc_result === 'fail')
    return critical(
      'header-dmarc-fail',
      `DMARC fails for ${domain}`,
      'Neither SPF nor DKIM vouches for the address that readers see, so it may be forged (RFC 9989).',
      'Do not trust the sender: ask on another way before you follow what it says.',
    )
  if (dmarc_result === 'none')
    return warning(
      'header-dmarc-none',
      `${domain} has no DMARC record`,
      'Receivers are left alone with what to do about forged mail.',
      `If the domain is yours, publish TXT at _dmarc.${domain}: "v=DMARC1; p=none; rua=mailto:dmarc@${domain}".`,
    )
  return policy === 'none'
    ? warning(
        'header-dmarc-watching',
        `DMARC passes, but ${domain} asks for nothing`,
        'Its policy is p=none: a forgery of this mail would have arrived as well.',
        `If the domain is yours, set p=quarantine at _dmarc.${domain}.`,
      )
    : pass('header-dmarc', `DMARC passes, and ${domain} asks to ${policy} forgeries`)
}

const nameOf = (host: string | null): string => host ?? 'an unnamed server'

const encryption = (hops: readonly MailHop[]): Finding => {
  const clear = hops.findIndex(({ protocol }) => isClear(protocol))
  const hop = hops[clear]
  if (hop === undefined) return pass('header-encrypted', 'No hop crossed the network in clear text')
  const others = countClear(hops) - 1
  return warning(
    'header-clear-hop',
    `Hop ${clear + 1} went in clear text`,
    `${nameOf(hop.from)} handed it to ${nameOf(hop.by)} with ${hop.protocol ?? 'SMTP'}, without TLS (RFC 3848)${others > 0 ? `; so did ${count(others, 'other hop')}` : ''}.`,
    `Turn STARTTLS on at ${nameOf(hop.by)}${hop.by === null ? '' : `, then run smtp-test ${hop.by}:25`}.`,
  )
}

const delays = (hops: readonly MailHop[]): Finding => {
  const slowest = hops.reduce((so, { delay }, index) => (delay > (hops[so]?.delay ?? 0) ? index : so), 0)
  const hop = hops[slowest]
  if (hop === undefined || hop.delay < SLOW)
    return pass('header-prompt', `No hop took longer than ${duration(hop?.delay ?? 0)}`)
  return warning(
    'header-slow-hop',
    `Hop ${slowest + 1} took ${duration(hop.delay)}`,
    `The mail waited before ${nameOf(hop.by)} took it: a queue, or greylisting that wants a second try (RFC 6647).`,
    `Look into the queue of ${nameOf(hop.from)}${hop.by === null ? '' : `, and run smtp-test ${hop.by}:25`}.`,
  )
}

const block = ({ headers, domain }: HeaderBlock, hops: readonly MailHop[]): Finding[] => {
  const senders = valuesOf(headers, 'from').length
  const received = valuesOf(headers, 'received').length
  const skewed = hops.find((hop) => hop.skewed)
  return [
    ...(domain === UNKNOWN_SENDER
      ? [
          warning(
            'header-no-from',
            'No sender can be read',
            'Every mail has one From line with an address (RFC 5322, section 3.6).',
            'Paste the whole header block, from the first Received line on.',
          ),
        ]
      : []),
    ...(senders > 1
      ? [
          warning(
            'header-two-senders',
            `There are ${senders} From lines`,
            'One is allowed (RFC 5322, section 3.6). Filters judge one, readers may see another.',
            'Treat the mail as forged.',
          ),
        ]
      : []),
    ...(received === 0
      ? [
          info(
            'header-no-received',
            'The block has no Received lines',
            'The route shown is made up by the world.',
            'Paste the whole header block to see the hosts of the mail itself.',
          ),
        ]
      : []),
    ...(skewed === undefined
      ? []
      : [
          info(
            'header-clock',
            `The clock of ${nameOf(skewed.by)} is behind`,
            'It took the mail before the server in front of it had it, by their own dates.',
          ),
        ]),
    ...(valuesOf(headers, 'authentication-results').length === 0
      ? []
      : [
          info(
            'header-claims',
            'Authentication-Results are not believed',
            'Anyone on the way can write them; only your own receiving server’s count (RFC 8601, section 5). The results here are simulated.',
          ),
        ]),
  ]
}

const judge = (input: HeaderBlock, verdicts: SenderVerdicts, hops: readonly MailHop[]): Finding[] => [
  dmarc(verdicts, input.domain),
  spf(verdicts, input.domain),
  dkim(verdicts, input.domain),
  delays(hops),
  encryption(hops),
  ...block(input, hops),
]

/** Reads a header block, its sender and its route, and judges them: the result and its report both need that. */
export const examine = memoize((world, input: HeaderBlock) => {
  const verdicts = verdictsOf(world, input.domain)
  const hops = routeOf(world, input)
  return { verdicts, hops, findings: judge(input, verdicts, hops) }
})
