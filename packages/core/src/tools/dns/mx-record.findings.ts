import { critical, info, pass, warning } from '../../reports/finding.ts'
import type { Finding } from '../../reports/report.ts'
import { count, duration, inWords, prose } from '../../reports/wording.ts'
import { aliasOf } from '../../world/aliases.ts'
import { shareNetwork } from '../../world/machines.ts'
import type { Exchange } from '../../world/mail.ts'
import { firstLabelOf } from '../../world/names.ts'
import { prefixOf } from '../../world/subnets.ts'
import type { World } from '../../world/world.ts'

const reachability = (exchanges: readonly Exchange[]): Finding[] => {
  const silent = exchanges.filter(({ answers }) => !answers)
  if (silent.length === 0)
    return [
      pass('mx-answers', `${exchanges.length === 1 ? 'The exchange answers' : 'Every exchange answers'} on port 25`),
    ]
  const last = silent.length === exchanges.length
  return silent.map(({ exchange, priority, address }, index) =>
    last || (index === 0 && exchange === exchanges[0]?.exchange)
      ? critical(
          'mx-silent',
          `${exchange} does not accept connections`,
          `${priority === exchanges[0]?.priority ? `Preference ${priority} is tried first by everyone.` : `Preference ${priority} is no help.`} Port 25 gave no answer within 10 s.`,
          `Check the listener and the firewall on ${address}${last ? '.' : `, or give ${firstLabelOf(exchange)} a higher preference value than the others until it is back.`}`,
        )
      : warning(
          'mx-backup-silent',
          `${exchange} does not accept connections`,
          `Preference ${priority} is a fallback that would not catch anything. Port 25 gave no answer within 10 s.`,
          `Check the listener and the firewall on ${address}.`,
        ),
  )
}

const redundancy = (exchanges: readonly Exchange[]): Finding[] => {
  if (exchanges.length === 1) {
    return [
      warning(
        'mx-single',
        'There is one exchange and no second',
        'While it is down, senders queue mail and give up after some days.',
        'Add a second exchange in another network.',
      ),
    ]
  }
  const shared = exchanges.filter((one) =>
    exchanges.some((other) => other !== one && shareNetwork(other.machine, one.machine)),
  )
  const [first] = shared
  if (first === undefined) return [pass('mx-networks', 'The exchanges stand in different networks')]
  const labels = shared.map(({ exchange }) => firstLabelOf(exchange))
  return [
    warning(
      'mx-one-network',
      `${prose(labels)} share one network`,
      `${shared.length === 2 ? 'Both' : 'All'} sit in ${prefixOf(first.address)}. An outage there takes ${inWords(shared.length)} of ${count(exchanges.length, 'exchange')}.`,
      `Move ${labels[labels.length - 1]} to another network.`,
    ),
  ]
}

const aliasFinding = (world: World, domain: string): Finding[] => {
  const alias = aliasOf(world, domain)
  return alias?.resolves === true
    ? [
        info(
          'mx-alias',
          `${domain} is an alias, and these are the exchanges of ${alias.target}`,
          'A name with a CNAME record has no others (RFC 1034, section 3.6.2), so mail for it goes where its target says.',
          `Give ${domain} addresses in place of the CNAME record if it is to have exchanges of its own.`,
        ),
      ]
    : []
}

const timeToLive = (ttl: number): Finding =>
  ttl < 600
    ? pass('mx-ttl', `Changes spread within ${duration(ttl)}`)
    : info(
        'mx-ttl-long',
        `One TTL of ${duration(ttl)} for all records`,
        `A repair in DNS is seen everywhere within ${duration(ttl)}.`,
        'Lower it to 300 s before planned work.',
      )

/** Reports whether the exchanges answer, stand apart and can be changed soon. */
export const findingsOf = (world: World, domain: string, exchanges: readonly Exchange[]): Finding[] => [
  ...reachability(exchanges),
  ...redundancy(exchanges),
  timeToLive(exchanges[0]?.ttl ?? 0),
  ...aliasFinding(world, domain),
  pass('mx-addresses', 'Every exchange has an address record'),
  pass('mx-no-alias', 'No exchange is an alias (RFC 5321, section 5.1)'),
]
