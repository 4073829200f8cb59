import { critical, info, pass, warning } from '../../reports/finding.ts'
import type { Finding } from '../../reports/report.ts'
import { duration, inWords, milliseconds, prose } from '../../reports/wording.ts'
import { aliasOf, aliasPathOf } from '../../world/names/aliases.ts'
import { mtaStsOf } from '../../world/answers/mail-policies.ts'
import { unlistedExchangeOf } from '../../world/answers/mta-sts.ts'
import { shareNetwork } from '../../world/hosts/machines.ts'
import { type Exchange, exchangeRecordsOf } from '../../world/mail/mail.ts'
import { firstLabelOf, zoneOf } from '../../foundation/names.ts'
import { prefixOf } from '../../world/hosts/subnets.ts'
import type { World } from '../../world/world.ts'
import type { MxRecordCode } from './mx-record.ts'

/** Returns the operator of the mail servers if it is not the domain itself; the domain's owner then has to ask that operator. */
const operatorOf = (domain: string, [first]: readonly Exchange[]): string | undefined => {
  const zone = zoneOf(first?.exchange ?? domain)
  return zone === zoneOf(domain) ? undefined : zone
}

const whatCame = ({ answer, time }: Exchange): string =>
  answer === 'refused'
    ? `Port 25 refused the connection after ${milliseconds(time)} ms: the machine is up, but no program listens.`
    : answer === 'closes'
      ? 'Port 25 accepted the connection and closed it before the greeting.'
      : 'Port 25 gave no answer within 10 s; many mail servers wait 30 s or longer.'

const whatToCheck = ({ answer, address, exchange }: Exchange, host: string | undefined): string => {
  if (host !== undefined) return `Report ${exchange} to ${host}, which runs it`
  if (answer === 'closes') return `Read the log of the mail server on ${address}`
  return answer === 'refused'
    ? `Start the mail server on ${address}`
    : `Check the listener and the firewall on ${address}`
}

/** Reports mail servers without an address, which senders skip. */
const withoutAddress = (exchanges: readonly Exchange[]): Finding<MxRecordCode>[] => {
  const missing = exchanges.filter(({ answer }) => answer === 'unresolved')
  return missing.map(({ exchange }) =>
    (missing.length === exchanges.length ? critical : warning)(
      'mx-no-address',
      `${exchange} has no address`,
      'Senders skip a mail server whose name does not resolve (RFC 5321, section 5.1).',
      `Add an address record for ${exchange}, or take it out of the MX records.`,
    ),
  )
}

const reachability = (found: readonly Exchange[], host: string | undefined): Finding<MxRecordCode>[] => {
  const exchanges = found.filter(({ answer }) => answer !== 'unresolved')
  if (exchanges.length === 0) return []
  const down = exchanges.filter(({ answers }) => !answers)
  if (down.length === 0)
    return [
      pass(
        'mx-answers',
        `${exchanges.length === 1 ? 'The mail server answers' : 'Every mail server answers'} on port 25`,
      ),
    ]
  const isAll = down.length === exchanges.length
  return down.map((one) => {
    const { exchange, priority, answer } = one
    return isAll || one === exchanges[0]
      ? critical(
          answer === 'silent' ? 'mx-silent' : 'mx-refused',
          `${exchange} does not accept connections`,
          `${one === exchanges[0] ? `Every sender tries preference ${priority} first.` : `Preference ${priority} accepts no mail either.`} ${whatCame(one)}`,
          `${whatToCheck(one, host)}${isAll ? '.' : `, or give ${firstLabelOf(exchange)} a higher preference value than the others until it is back.`}`,
        )
      : warning(
          answer === 'silent' ? 'mx-backup-silent' : 'mx-backup-refused',
          `${exchange} does not accept connections`,
          `The fallback with preference ${priority} accepts no mail. ${whatCame(one)}`,
          `${whatToCheck(one, host)}.`,
        )
  })
}

const redundancy = (found: readonly Exchange[], host: string | undefined): Finding<MxRecordCode>[] => {
  const exchanges = found.filter(({ answer }) => answer !== 'unresolved')
  if (exchanges.length === 0) return []
  if (exchanges.length === 1) {
    return [
      info(
        'mx-single',
        'There is only one mail server',
        'While it is down, senders queue mail and try again for four or five days (RFC 5321, section 4.5.4).',
        'If a delay of an hour is too long for you, add a second mail server with the same mailboxes and the same spam filter.',
      ),
    ]
  }
  const shared = exchanges.filter((one) =>
    exchanges.some((other) => other !== one && shareNetwork(other.machine, one.machine)),
  )
  const [first] = shared
  if (first === undefined) return [pass('mx-networks', 'The mail servers are in different networks')]
  const labels = shared.map(({ exchange }) => firstLabelOf(exchange))
  return [
    warning(
      'mx-one-network',
      `${prose(labels)} share one network`,
      `${shared.length === 2 ? 'Both' : 'All'} are in ${prefixOf(first.address)}. An outage there takes down ${shared.length === exchanges.length ? 'every mail server' : `${inWords(shared.length)} of ${inWords(exchanges.length)} mail servers`}.`,
      host === undefined
        ? `Move ${labels[labels.length - 1]} to another network.`
        : `Ask ${host}, which runs them, for a mail server in another network.`,
    ),
  ]
}

/** Reports mail servers whose names are aliases, as MX records must not have. */
const aliasServers = (world: World, exchanges: readonly Exchange[]): Finding<MxRecordCode>[] => {
  const aliases = exchanges.filter(({ exchange }) => aliasOf(world, exchange) !== undefined)
  if (aliases.length === 0) return [pass('mx-no-alias', 'No mail server is an alias (RFC 5321, section 5.1)')]
  return aliases.map(({ exchange }) =>
    warning(
      'mx-alias-host',
      `${exchange} is an alias`,
      'The name in an MX record must have address records of its own (RFC 2181, section 10.3); some senders refuse an alias.',
      `Name ${aliasPathOf(world, exchange).end} in the MX record instead.`,
    ),
  )
}

const aliasFinding = (world: World, domain: string): Finding<MxRecordCode>[] => {
  const alias = aliasOf(world, domain)
  return alias?.resolves === true
    ? [
        info(
          'mx-alias',
          `${domain} is an alias, and these are the mail servers of ${aliasPathOf(world, domain).end}`,
          'A name with a CNAME record has no other records (RFC 1034, section 3.6.2), so mail for it goes to the mail servers of its target.',
          `If ${domain} needs mail servers of its own, replace its CNAME record with address records.`,
        ),
      ]
    : []
}

/** Reports a domain without MX records, whose addresses senders try. */
const implicitFinding = (world: World, domain: string): Finding<MxRecordCode>[] =>
  exchangeRecordsOf(world, domain).length > 0
    ? []
    : [
        warning(
          'mx-implicit',
          `${domain} has no MX record, so senders try its own addresses`,
          'Without MX records, a domain is its own mail server (RFC 5321, section 5.1), which hardly any web server is.',
          `Add an MX record for ${domain}, or a null MX (RFC 7505) if it accepts no mail.`,
        ),
      ]

/** Reports an MTA-STS policy that does not list a mail server. */
const transportPolicy = (world: World, domain: string): Finding<MxRecordCode>[] => {
  const unlisted = unlistedExchangeOf(world, domain)
  if (unlisted === undefined) return []
  return [
    critical(
      'mx-mta-sts-mismatch',
      `The MTA-STS policy does not list ${unlisted}`,
      `It lists ${prose(mtaStsOf(world, domain)?.mx ?? [])}, so senders that enforce it (RFC 8461) deliver no mail.`,
      `List every mail server at https://mta-sts.${domain}/.well-known/mta-sts.txt, then change the id in the TXT record at _mta-sts.${domain}.`,
    ),
  ]
}

const timeToLive = (ttl: number): Finding<MxRecordCode> =>
  ttl <= 3600
    ? pass('mx-ttl', `Changes spread within ${duration(ttl)}`)
    : info(
        'mx-ttl-long',
        `One TTL of ${duration(ttl)} for all records`,
        `A repair in DNS is seen everywhere within ${duration(ttl)}.`,
        'Lower the TTL to 300 s before planned work.',
      )

/** Reports whether the mail servers answer, are independent of each other, and have short enough TTLs. */
export const findingsOf = (world: World, domain: string, exchanges: readonly Exchange[]): Finding<MxRecordCode>[] => [
  ...withoutAddress(exchanges),
  ...reachability(exchanges, operatorOf(domain, exchanges)),
  ...redundancy(exchanges, operatorOf(domain, exchanges)),
  ...transportPolicy(world, domain),
  timeToLive(exchanges[0]?.ttl ?? 0),
  ...implicitFinding(world, domain),
  ...aliasFinding(world, domain),
  ...(exchanges.some(({ answer }) => answer === 'unresolved')
    ? []
    : [pass('mx-addresses', 'Every mail server has an address record')]),
  ...aliasServers(world, exchanges),
]
