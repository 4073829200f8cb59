import { otherRetention, simpleRetention } from '../../apps/api/src/jobs/retention.ts'
import { verdicts } from '../../packages/email-verifier/dist/index.js'
import { tableOf } from './tables.mjs'

/** When the status of each reason is wrong. */
const WRONG_IF = {
  mailbox_exists: 'nobody reads the mailbox, or the server refuses mail later for its content',
  accepts_all: 'the server behind a gateway refuses the name. About half of these mailboxes exist',
  catch_all_unknown:
    'the address exists: the server refused only the check of the random name, as greylisting servers do',
  provider_accepts_all: 'the address may exist: the provider refuses unknown recipients only after the message',
  bad_syntax: 'the address is an address literal or its domain has one label, which hardly any server accepts',
  null_mx: 'the zone changed within its TTL',
  no_such_domain: 'the domain was registered minutes ago, or our resolver returns a wrong answer',
  no_mailbox: 'the server reports a missing mailbox for policy reasons, or its directory was out of date',
  disabled: 'the mailbox is only temporarily suspended',
  no_mail_server: 'the zone is being moved and lists a server that has no address yet',
  disposable_domain: 'the domain is no longer disposable, or a user keeps such an address permanently',
  full: 'the owner empties the mailbox soon. Most never do',
  greylisted: "the address doesn't exist: the server greylists first. The next try usually decides",
  temporary: "the address doesn't exist: the error says nothing about it",
  cannot_tell: "the server refused the address in words that we don't know",
  refused_us: "the server uses 5.7.1 for mailboxes that don't exist",
  domain_limit: 'the address exists: netbox contacted no server for it',
  timeout: 'the server delays strangers for more than 15 s, and accepts mail after that',
  forbidden_address: "the domain's mail server is only reachable from a private network",
  protocol_error: 'a firewall replies in place of the server',
  dns_failed: "our resolvers fail, not the domain's servers",
  no_connect: 'the server is down for an hour, blocks our network, or *our* port 25 is closed: see below',
}

const verdictsTable = () =>
  tableOf(
    ['reason', 'status', 'confidence', 'wrong if'],
    Object.entries(verdicts).map(([reason, { status, confidence }]) => {
      const words = WRONG_IF[reason]
      if (words === undefined) throw new Error(`scripts/docs/regions.mjs says nothing about the reason ${reason}.`)
      return [`\`${reason}\``, status, confidence, words]
    }),
  )

const spanOf = (days) => {
  if (days === 0) return ''
  if (days % 365 === 0) return days === 365 ? 'a year ' : `${days / 365} years `
  return days === 1 ? 'a day ' : `${days} days `
}

const retentionTable = () =>
  tableOf(
    ['data', 'deleted'],
    [...Object.values(otherRetention), ...simpleRetention].map(({ data, days, after }) => [
      data,
      `${spanOf(days)}after ${after}`,
    ]),
  )

const REGIONS = { retention: retentionTable, verdicts: verdictsTable }

/** The pages that have tables from a source of the code. */
export const pagesWithRegions = ['docs/email-verification.md', 'docs/operation.md']

/** Returns a page with its generated tables, each between two comments: `<!-- generated: verdicts -->`, `<!-- /generated -->`. */
export const withRegions = (page) =>
  page.replaceAll(
    /(<!-- generated: (\w+) -->\n)[^]*?(<!-- \/generated -->)/g,
    (_, start, name, end) => `${start}\n${REGIONS[name]()}\n\n${end}`,
  )
