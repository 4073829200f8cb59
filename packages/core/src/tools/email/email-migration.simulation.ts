import type { Endpoint } from '../../inputs/inputs.ts'
import type { Figure, ReportDraft, Finding } from '../../reports/report.ts'
import { count, prose } from '../../reports/wording.ts'
import { withPort } from '../../foundation/addresses.ts'
import { tokenOf } from '../../foundation/tokens.ts'
import { entityOf, type World } from '../../world/world.ts'
import type { Simulation } from '../define-tool.ts'
import type { EmailMigrationCode, EmailMigrationResult } from './email-migration.ts'
import { critical, info, pass, warning } from '../../reports/finding.ts'
import { noAddress } from '../../reports/no-address.ts'
import { unreachableAddress } from '../../reports/special-address.ts'
import { resolves } from '../../world/answers/existence.ts'
import { addressOf } from '../../world/hosts/hosts.ts'
import { machineOf } from '../../world/hosts/machines.ts'
import { answerOn } from '../../world/hosts/reach.ts'
import { mailFoldersOf, messageSizeOf } from '../../world/mail/mail-folders.ts'

/** The folders that few people want to migrate. */
const LEFTOVERS = new Set(['Junk', 'Trash'])

/** The ports of POP3, without and with TLS. */
const POP_PORTS: ReadonlySet<number> = new Set([110, 995])

/** The size of a folder, in messages, above which its migration takes hours. */
const LARGE_FOLDER = 10_000

/** The outcome of an attempt to reach the source. */
type Outcome = 'answers' | 'refused' | 'silent' | 'unresolved'

/** Returns the outcome of a connection to the source. */
const outcomeOf = (world: World, { host, port }: Endpoint): Outcome => {
  if (!resolves(world, host)) return 'unresolved'
  const answer = answerOn(world, machineOf(world, host), port)
  return answer === 'open' ? 'answers' : answer
}

const connection = (world: World, endpoint: Endpoint, outcome: Outcome): Finding<EmailMigrationCode> => {
  const { host, port } = endpoint
  if (outcome === 'answers') return pass('migration-answers', `${host} answers on port ${port}`)
  if (outcome === 'unresolved') return noAddress('migration-unresolved', world, host, 'there is nothing to count')
  const { special } = machineOf(world, host)
  if (special !== undefined)
    return unreachableAddress('migration-special', addressOf(world, host), special, 'there is nothing to count')
  return critical(
    'migration-unreachable',
    `${host} ${outcome === 'refused' ? 'refuses connections on' : 'does not answer on'} port ${port}`,
    'Without an answer there are no folders to count, and a transfer would fail at the start.',
    `Check the IMAP listener and the firewall on ${addressOf(world, host)}, then run tcp-port-test ${withPort(host, port)}.`,
  )
}

const portFinding = (port: number): Finding<EmailMigrationCode> => {
  if (port === 993) return pass('migration-tls', 'Port 993 uses TLS from the first byte (RFC 8314)')
  if (port === 143)
    return warning(
      'migration-clear-port',
      'Port 143 begins in clear text',
      'A password crosses the network in clear text unless both sides require STARTTLS.',
      'Use port 993 (RFC 8314, section 3.2).',
    )
  if (POP_PORTS.has(port))
    return warning(
      'migration-pop',
      `Port ${port} is for POP3`,
      'POP3 has one folder and no flags: the rest of the mailbox would stay behind.',
      'Turn IMAP on at the source and use port 993.',
    )
  return info(
    'migration-odd-port',
    `Port ${port} is not the usual one`,
    'IMAP over TLS uses port 993.',
    'Make sure that TLS is on there before you enter a password.',
  )
}

const contents = ({ source_folders, estimated_emails }: EmailMigrationResult): Finding<EmailMigrationCode>[] => {
  const large = source_folders.filter(({ messages }) => messages > LARGE_FOLDER)
  const leftovers = source_folders.filter(({ name }) => LEFTOVERS.has(name))
  const waste = leftovers.reduce((sum, { messages }) => sum + messages, 0)
  return [
    ...(large.length === 0
      ? []
      : [
          info(
            'migration-large-folder',
            `${prose(large.map(({ name }) => name))} ${large.length === 1 ? 'contains' : 'contain'} more than ${LARGE_FOLDER} messages`,
            'Such a folder takes hours to move, and some servers end long sessions.',
            'Split it by year before the move.',
          ),
        ]),
    ...(waste * 10 < estimated_emails || waste === 0
      ? []
      : [
          info(
            'migration-leftovers',
            `${count(waste, 'message')} ${waste === 1 ? 'is' : 'are'} junk or trash`,
            `${prose(leftovers.map(({ name }) => name))} would move along with the rest.`,
            'Leave them out, or empty them first.',
          ),
        ]),
  ]
}

const nothingMoved = info(
  'migration-nothing-moved',
  'Nothing is transferred',
  'The folders are simulated and no mailbox was opened. A request for a migration is only recorded.',
  'Request one on the Email Migration page.',
)

/** Reports whether the source answers, the kind of port, and the contents of its folders. */
const findingsOf = (
  world: World,
  endpoint: Endpoint,
  outcome: Outcome,
  result: EmailMigrationResult,
): Finding<EmailMigrationCode>[] => [
  connection(world, endpoint, outcome),
  // A passing finding about port 993 needs a source that answers on it.
  ...(outcome === 'answers' || endpoint.port !== 993 ? [portFinding(endpoint.port)] : []),
  ...contents(result),
  nothingMoved,
]

const endpointOf = ({ host, port }: Endpoint): string => withPort(host, port)

/** Returns a size in kilobytes as text. Only gigabytes get a decimal. */
const sizeText = (kilobytes: number): string => {
  const megabytes = kilobytes / 1000
  return megabytes < 1000 ? `${Math.round(megabytes)} MB` : `${(megabytes / 1000).toFixed(1)} GB`
}

const steps = (endpoint: Endpoint, answers: boolean): string[] => [
  answers
    ? 'Request the migration with the addresses and app passwords of both mailboxes.'
    : `Make sure that ${endpointOf(endpoint)} answers, then run email-migration on it again.`,
  'Lower the TTL of the MX records to 300 s a day before the move.',
  'Move the messages while mail still arrives at the old mailbox, then point the MX records at the new one.',
  'Wait for a day, move the mail that arrived late, and keep the old mailbox for a month.',
]

function simulate(endpoint: Endpoint, world: World): EmailMigrationResult {
  const id = entityOf(world, 'email-migration', endpointOf(endpoint))
  const answers = outcomeOf(world, endpoint) === 'answers'
  const folders = answers ? mailFoldersOf(world, endpoint.host) : []
  // POP3 gives access to the inbox only.
  const source_folders = POP_PORTS.has(endpoint.port) ? folders.slice(0, 1) : folders
  const estimated_emails = source_folders.reduce((sum, { messages }) => sum + messages, 0)
  return {
    host: endpoint.host,
    port: endpoint.port,
    status: 'CONFIGURED',
    source_folders,
    estimated_emails,
    estimated_size: sizeText(estimated_emails * messageSizeOf(world, endpoint.host)),
    migration_id: `mig_${tokenOf(id, 'migration', 12)}`,
    next_steps: steps(endpoint, answers),
  }
}

const figures = (result: EmailMigrationResult, answers: boolean): Figure[] => [
  {
    label: 'Messages',
    value: answers ? String(result.estimated_emails) : '—',
    note: answers ? 'in all folders' : 'could not be counted',
  },
  {
    label: 'Size',
    value: answers ? result.estimated_size : '—',
    note: answers ? 'estimated' : 'could not be estimated',
  },
  {
    label: 'Folders',
    value: answers ? String(result.source_folders.length) : '—',
    note: answers ? 'on the source' : 'no server to contact',
  },
  { label: 'Port', value: String(result.port), note: result.host },
]

function report(result: EmailMigrationResult, world: World, endpoint: Endpoint): ReportDraft<EmailMigrationCode> {
  const outcome = outcomeOf(world, endpoint)
  const answers = outcome === 'answers'
  const { host, source_folders, estimated_emails, estimated_size } = result
  return {
    sentence: answers
      ? `${count(estimated_emails, 'message')} would move; none has been moved.`
      : 'The source does not answer, so there is nothing to count.',
    detail: answers
      ? `${estimated_size} in ${count(source_folders.length, 'folder')} at ${host}; nothing is transferred.`
      : `${endpointOf(endpoint)} was tried; nothing is transferred.`,
    figures: figures(result, answers),
    findings: findingsOf(world, endpoint, outcome, result),
    plot: {
      kind: 'list',
      caption: 'Folders of the source mailbox and the messages in each',
      alternative: answers
        ? `${count(source_folders.length, 'folder')} with ${count(estimated_emails, 'message')} in all.`
        : 'No folders: the source does not answer.',
      items: source_folders.map(({ name, messages }) => ({
        label: name,
        value: count(messages, 'message'),
        severity: messages > LARGE_FOLDER ? 'info' : 'pass',
      })),
    },
  }
}

/** Simulates `email-migration`. */
export const emailMigrationSimulation: Simulation<Endpoint, EmailMigrationResult, EmailMigrationCode> = {
  simulate,
  report,
}
