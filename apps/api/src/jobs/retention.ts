/*
 * How long records are kept: `days` after the time in `column`. `data` and `after` are the words for it: `npm run docs` writes them into
 * docs/operation.md.
 */

/** The records that one statement for each batch deletes. */
export const simpleRetention = [
  // Tokens first, because deleting a session would delete all its tokens in one statement.
  { table: 'refresh_tokens', key: 'id', column: 'expires_at', days: 7, data: 'refresh tokens', after: 'they expire' },
  { table: 'sessions', key: 'id', column: 'expires_at', days: 7, data: 'sessions', after: 'they expire' },
  { table: 'one_time_codes', key: 'id', column: 'expires_at', days: 7, data: 'emailed codes', after: 'they expire' },
  {
    table: 'mfa_challenges',
    key: 'id',
    column: 'expires_at',
    days: 7,
    data: 'challenges of second factors',
    after: 'they expire',
  },
  { table: 'auth_flows', key: 'id', column: 'expires_at', days: 7, data: 'unfinished sign-ins', after: 'they expire' },
  { table: 'outbox', key: 'id', column: 'sent_at', days: 7, data: 'sent mail', after: 'it is sent' },
  { table: 'outbox', key: 'id', column: 'next_attempt_at', days: 30, data: 'other mail', after: 'the last try' },
  { table: 'api_tokens', key: 'id', column: 'revoked_at', days: 30, data: 'API tokens', after: 'they are revoked' },
  // The payment provider may repeat an event for thirty days.
  {
    table: 'billing_events',
    key: 'id',
    column: 'received_at',
    days: 90,
    data: 'ids of events of Stripe',
    after: 'they arrive',
  },
  {
    table: 'verification_cache',
    key: 'key',
    column: 'expires_at',
    days: 0,
    data: 'definite results, shared by all users, under a keyed digest of the address',
    after: 'they expire, in 24 hours',
  },
  {
    table: 'catch_all_verdicts',
    key: 'domain',
    column: 'expires_at',
    days: 0,
    data: 'catch-all status of domains',
    after: 'it expires, in 24 hours',
  },
  {
    table: 'probed_domains',
    key: 'id',
    column: 'expires_at',
    days: 0,
    data: 'counts of checked local parts',
    after: 'the UTC day',
  },
  {
    table: 'probed_local_parts',
    key: 'id',
    column: 'expires_at',
    days: 0,
    data: 'checked local parts, as keyed digests',
    after: 'the UTC day',
  },
  // The monthly counts are kept as long as the account.
  {
    table: 'verifications',
    key: 'id',
    column: 'created_at',
    days: 365,
    data: 'verifications, with addresses and replies; their monthly totals stay',
    after: 'they start',
  },
  // A browser's run may have ended some minutes after its report, by the browser's clock, so its document stays for another day.
  {
    table: 'world_documents',
    key: 'id',
    column: 'used_at',
    days: 91,
    data: 'world documents',
    after: 'their last run',
  },
  { table: 'audit_log', key: 'id', column: 'created_at', days: 730, data: 'audit log', after: 'each entry' },
] as const

/** The records whose deletion needs more than one statement for a batch. */
export const otherRetention = {
  runs: { days: 90, data: 'runs, with the first 2,000 characters of their input', after: 'they end' },
  unconfirmed: {
    days: 1,
    data: 'unconfirmed registrations, unless suspended or signed in before',
    after: 'they begin',
  },
  usage: { days: 40, data: 'daily counters of runs', after: 'their day' },
  notifications: { days: 30, data: 'notifications and read marks, if they have an end', after: 'they end' },
  minutes: { days: 40, data: 'heartbeats of processes', after: 'each' },
} as const
