import { type VerificationStatus, type Notice, serviceOffMessages, verificationNotices } from '@netbox/product'
import { sitePages } from './site-pages.ts'

const waitOf = (seconds: number): string => (seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`)

// The notices by the code of the failure; a newer service may have other codes.
const failures: Readonly<Record<string, Notice>> = {
  no_emails: verificationNotices.no_emails,
  limit_exceeded: verificationNotices.limit_exceeded,
  read_only: {
    title: 'Nothing was verified',
    message: 'You are viewing as another user, so you can’t verify addresses.',
  },
  validation_failed: {
    title: 'Nothing was verified',
    message: 'Some lines are longer than 1,024 characters, or contain characters that no address can have.',
  },
  payload_too_large: {
    title: 'Nothing was verified',
    message: 'This list is too large for one run. Verify it in parts.',
  },
  unauthorized: {
    title: 'You are signed out',
    message: 'Please log in again. Your list stays here.',
  },
  service_off: {
    title: 'Switched off',
    message: serviceOffMessages.email_verification,
  },
  verifier_unavailable: {
    title: 'Verification failed',
    message: 'Email verification is not set up on this server. Your list stays here.',
  },
}

/** The texts of the verification screen. Texts that the spec quotes are in `@netbox/product`. */
export const verificationTexts = {
  ask: 'Ask',
  run: 'Run',
  results: 'Results',
  ofAtMost: (count: number, limit: number): string => `${count} of at most ${limit} addresses`,
  canBeAdded: (remaining: number): string => `${remaining} remaining`,
  addresses: (count: number): string => `${count} ${count === 1 ? 'address' : 'addresses'}`,
  noLimit: 'no limit',
  uploadForPaid: 'Pro and Enterprise include upload of TXT and CSV files of any length.',
  uploadHow: 'TXT or CSV, any length. Drop the file here, or choose it.',
  chooseFile: 'Choose a file',
  dropHere: 'Drop the file to add its addresses.',
  uploaded: (name: string, count: number): string =>
    `${name}: ${count} ${count === 1 ? 'address' : 'addresses'} added.`,
  unreadable: { title: 'The file could not be read', message: 'Please try again, or paste the addresses.' },
  notUtf8: (name: string, line: number) => ({
    title: 'The file could not be read',
    message: `Line ${line} of ${name} is not UTF-8. Save the file as UTF-8.`,
  }),
  remaining: 'Remaining',
  remainingOf: (remaining: number, limit: number): string => `${remaining} of ${limit}`,
  month: 'Left this month',
  monthLeft: (remaining: number, limit: number): string =>
    `${remaining.toLocaleString('en-US')} of ${limit.toLocaleString('en-US')}`,
  messageSent: 'Message sent',
  never: 'never',
  cache: 'Kept in cache',
  cacheTime: '24 h',
  modes: {
    real: 'netbox contacts real mail servers. No message is sent.',
    simulated: 'This service simulates verification, and each result says so.',
  },
  simulatedTool: 'Simulated Email Validation',
  verifying: (at: number, total: number): string => `Verifying ${at} of ${total}`,
  known: (known: number, total: number): string => `${known} of ${total} known`,
  asked: 'No reply yet.',
  left: (seconds: number): string =>
    seconds < 90 ? `About ${seconds} s left.` : `About ${Math.round(seconds / 60)} min left.`,
  stop: 'Stop',
  complete: 'Complete',
  stopped: 'Stopped',
  broken: 'Interrupted',
  stoppedWhy: 'All results so far are kept. The other addresses were not verified.',
  goOn: 'Verify the rest',
  newestLast: 'newest last',
  kept: 'kept if you leave',
  keptInHistory: 'Kept in your history',
  realCheck: 'Real check',
  counts: 'Addresses by status',
  running: 'running',
  notVerified: 'not verified',
  columns: { address: 'Address and reason', status: 'Status', confidence: 'Confidence', reply: 'Reply' },
  list: 'Verified addresses',
  waiting: 'Waiting',
  notAsked: 'Not verified',
  noReply: 'none',
  dialogue: 'What the server said',
  us: 'netbox',
  silence: 'no answer',
  nobodyAsked: 'netbox contacted no mail server about this address.',
  stillWaiting: 'No reply about this address yet.',
  provider: 'Provider',
  attempts: 'Attempts',
  role: 'Role',
  unknown: 'unknown',
  resultsOf: (known: number, total: number): string => `${known} of ${total} ${total === 1 ? 'result' : 'results'}`,
  nextTry: (seconds: number): string => `Next try in ${waitOf(seconds)}`,
  tooMany: (seconds: number): Notice => ({
    title: 'Too many runs',
    message: `Too many runs in a short time. Try again in ${waitOf(seconds)}. Your list stays here.`,
  }),
  notCopied: { title: 'Not copied', message: 'The browser does not allow it. Export the list instead.' },
  exportJson: 'Export JSON',
  failures,
} as const

const words = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']

const inWords = (count: number): string => words[count] ?? String(count)

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const ofAll = (count: number, is: string, are: string): string =>
  count === 1 ? `The address ${is}` : `All ${inWords(count)} ${are}`

/** The heading of the results. Counts up to twelve are written as words. */
export const verdictTexts = {
  waiting: 'Waiting for the first answer',
  nothingKnown: 'Nothing is known yet',
  allAreGood: (count: number): string => ofAll(count, 'is good', 'are good'),
  allBounce: (count: number): string => ofAll(count, 'bounces', 'bounce'),
  areGood: (count: number): string => `${inWords(count)} ${count === 1 ? 'is' : 'are'} good`,
  bounce: (count: number): string => `${inWords(count)} ${count === 1 ? 'bounces' : 'bounce'}`,
  areUnsure: (count: number): string => `${inWords(count)} ${count === 1 ? 'is' : 'are'} uncertain`,
  joined: (parts: readonly string[]): string => capital(parts.join(', ')),
} as const

/** Explanations of a status in a few words, by the service's reason. */
export const reasonTexts: Readonly<Record<string, string>> = {
  mailbox_exists: 'Accepted, random address refused',
  accepts_all: 'The domain accepts any address',
  catch_all_unknown: 'Accepted, but a random address was not tried',
  provider_accepts_all: 'Accepted, because its provider accepts any address',
  no_mailbox: 'No such mailbox',
  disabled: 'The mailbox is disabled',
  full: 'The mailbox is full',
  disposable_domain: 'Disposable domain',
  greylisted: 'Greylisted',
  temporary: 'The server asks us to try later',
  refused_us: 'The server refuses to talk to us',
  cannot_tell: 'The server gives no clear reply',
  no_connect: 'No server could be reached',
  timeout: 'The server did not answer in time',
  protocol_error: 'The server does not speak SMTP',
  bad_syntax: 'Not an email address',
  null_mx: 'The domain accepts no mail',
  no_such_domain: 'No such domain',
  no_mail_server: 'The domain has no mail server',
  forbidden_address: 'Its server is on a private network and was not contacted',
  dns_failed: 'The nameservers of the domain did not answer',
  domain_limit: 'Today’s limit for this domain is reached',
}

/** Explanations of a status for which the service gives no reason. */
export const statusReasons: Readonly<Record<VerificationStatus, string>> = {
  valid: 'The server accepts mail for it',
  invalid: 'Mail to it would bounce',
  unconfirmed: 'No clear answer',
  suspicious: 'Think twice before you send',
  'catch-all': 'Accepts any address',
  unreachable: 'No server answers',
}

/** The texts of the user's verification history. Texts that the spec quotes are in `@netbox/product`. */
export const historyTexts = {
  title: sitePages.verifications.name,
  lead: sitePages.verifications.lead,
  leadViewed: 'Every address that this user verified, newest first.',
  verifyMore: 'Verify addresses',
  back: 'Back to Email Tools',
  found: (count: number): string => `${count.toLocaleString('en-US')} ${count === 1 ? 'result' : 'results'}`,
  search: 'Search for an address',
  status: 'Status',
  allStatuses: 'All statuses',
  table: 'Verified addresses',
  columns: {
    address: 'Address and reason',
    status: 'Status',
    confidence: 'Confidence',
    reply: 'Reply',
    tries: 'Tried',
    when: 'Verified',
  },
  triedHead: 'Tried',
  tried: (count: number): string => (count === 1 ? 'once' : `${count} times`),
  again: 'again at',
  againDue: 'again in a moment',
  pages: 'Pages of the history',
  none: 'Nothing verified yet',
  noneHint: 'Addresses that you verify while signed in appear here.',
  noneViewed: 'Addresses that they verify while signed in appear here.',
  noneFound: 'Nothing found',
  noneFoundHint: 'None of your results match the search and the status.',
  clear: 'Show all',
  failed: 'Your verifications could not be loaded.',
} as const
