import type { Endpoint } from '../../inputs/inputs.ts'
import type { Figure, ReportDraft } from '../../reports/report.ts'
import { count } from '../../reports/wording.ts'
import { withPort } from '../../foundation/addresses.ts'
import { between, chance, type Entity, part } from '../../foundation/mapping.ts'
import { tokenOf } from '../../foundation/tokens.ts'
import { entityOf, type World } from '../../world/world.ts'
import type { Simulation } from '../define-tool.ts'
import { findingsOf, LARGE_FOLDER, outcomeOf, POP_PORTS } from './email-migration.findings.ts'
import type { EmailMigrationCode, EmailMigrationResult } from './email-migration.ts'

interface Folder {
  readonly name: string
  readonly odds: number
  readonly most: number
}

const FOLDERS: readonly Folder[] = [
  { name: 'INBOX', odds: 1, most: 9000 },
  { name: 'Sent', odds: 1, most: 5000 },
  { name: 'Drafts', odds: 1, most: 60 },
  { name: 'Archive', odds: 0.7, most: 18_000 },
  { name: 'Invoices', odds: 0.4, most: 1200 },
  { name: 'Projects', odds: 0.5, most: 3000 },
  { name: 'Junk', odds: 1, most: 900 },
  { name: 'Trash', odds: 1, most: 2500 },
]

const endpointOf = ({ host, port }: Endpoint): string => withPort(host, port)

const foldersOf = (id: Entity, port: number): EmailMigrationResult['source_folders'] => {
  const folders: EmailMigrationResult['source_folders'] = []
  // POP3 gives access to the inbox only.
  const shown = POP_PORTS.has(port) ? FOLDERS.slice(0, 1) : FOLDERS
  for (const [index, { name, odds, most }] of shown.entries()) {
    const folder = part(id, index)
    if (odds === 1 || chance(folder, 'there', odds))
      folders.push({ name, messages: between(folder, 'messages', 1, most) })
  }
  return folders
}

// Returns the size of messages as text. An average message is 40 to 140 kB. Only gigabytes get a decimal.
const sizeText = (messages: number, id: Entity): string => {
  const megabytes = (messages * between(id, 'mean-size', 40, 140)) / 1000
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
  const source_folders = answers ? foldersOf(id, endpoint.port) : []
  const estimated_emails = source_folders.reduce((sum, { messages }) => sum + messages, 0)
  return {
    host: endpoint.host,
    port: endpoint.port,
    status: 'CONFIGURED',
    source_folders,
    estimated_emails,
    estimated_size: sizeText(estimated_emails, id),
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
