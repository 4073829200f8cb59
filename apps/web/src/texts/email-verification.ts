import { type Notice, serviceOffMessages, verificationNotices } from '@netbox/product'

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

/** The texts of the verification screen. Those that the spec quotes are in `@netbox/product`. */
export const verificationTexts = {
  ask: 'Ask',
  run: 'Run',
  results: 'Results',
  used: (count: number, limit: number): string => `${Math.min(count, limit)} of ${limit} used`,
  freeAllowance: 'free allowance',
  addresses: (count: number): string => `${count} ${count === 1 ? 'address' : 'addresses'}`,
  noLimit: 'no limit',
  uploadForPaid: 'Pro and Enterprise include upload of TXT and CSV files of any length.',
  uploadHow: 'TXT or CSV, any length. Drop the file here, or choose it.',
  chooseFile: 'Choose a file',
  dropHere: 'Drop the file to add its addresses.',
  uploaded: (name: string, count: number): string =>
    `${name}: ${count} ${count === 1 ? 'address' : 'addresses'} added.`,
  unreadable: { title: 'The file could not be read', message: 'Please try again, or paste the addresses.' },
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
