import {
  HOUR,
  type QueryOf,
  type RateLimit,
  type ResponseOf,
  type Verification,
  type VerificationNotice,
} from '@netbox/contract'
import type { Clock, PlanId } from '@netbox/core'
import { checkVerification, isBlankEntry, portBlocked, portLooksBlocked } from '@netbox/product'
import { limiterKey } from '../http/client-address.ts'
import { createConcurrencyLimit } from '../concurrency.ts'
import type { EndpointContext, Routes } from '../http/handler.ts'
import type { RateLimits } from '../rate-limits/rate-limits.ts'
import { lineStream, slowJson } from '../http/streams.ts'
import type { Verifications } from './service.ts'
import type { Database } from '../database/database.ts'
import { serializeHistoryEntry } from './serialize-verification.ts'
import { countVerifications, listJobs, listVerifications } from './results-repository.ts'
import { CLAIM } from './jobs.ts'
import { Refusal } from '../refusal.ts'

type VerificationPage = ResponseOf<'email.history'>['data']

/** Returns a page of a user's verifications, newest first; empty for users who could never verify. */
export const verificationHistory =
  ({ queries }: Pick<Database, 'queries'>) =>
  async (userId: string, wanted: QueryOf<'email.history'>): Promise<VerificationPage> => {
    const rows = await listVerifications(queries, userId, wanted)
    const total = await countVerifications(queries, userId, wanted)
    const open = rows.filter((row) => row.retry_after !== null).map(({ id }) => id)
    const jobs = await listJobs(queries, open)
    // While a job is claimed, `due_at` is the end of the claim, so the duration of the claim is subtracted.
    const times = new Map(jobs.map(({ id, due_at: due, claim }) => [id, claim === null ? due : due - CLAIM]))
    const items = rows.map((row) => serializeHistoryEntry(row, times.get(row.id)))
    return { items, page: wanted.page, limit: wanted.limit, total }
  }

export interface EmailVerificationRoutesOptions {
  /** Undefined if no verifier is configured. */
  readonly verifications: Verifications | undefined
  readonly database: Database
  readonly rateLimits: RateLimits
  readonly clock: Clock
}

/** The rate limit of a user's runs. The contract also limits runs by network address. */
const RUNS: Readonly<Record<PlanId, RateLimit>> = {
  free: { points: 30, seconds: HOUR, shared: true },
  pro: { points: 120, seconds: HOUR, shared: true },
  enterprise: { points: 600, seconds: HOUR, shared: true },
}
/** The maximum number of concurrent runs of a user, or of a network address. */
const AT_ONCE = 4

/** Returns the addresses of a request: blank entries are none. */
const addressesOf = ({ state: { body } }: EndpointContext<'email.verify'>): readonly string[] =>
  body.emails.filter((entry) => !isBlankEntry(entry))

const checkAllowance = (ctx: EndpointContext<'email.verify'>): void => {
  const { caller } = ctx.state
  // An admin who views an account must not use up its limits.
  if (caller.kind === 'user' && caller.session.actorId !== null) throw new Refusal('read_only')
  const plan = caller.kind === 'anyone' ? 'free' : caller.user.plan
  const decision = checkVerification({ emails: addressesOf(ctx), plan, signedIn: caller.kind !== 'anyone' })
  if (decision.allowed) return
  // Only these two errors are possible here; the others are about uploads.
  const code = decision.code === 'no_emails' ? 'no_emails' : 'limit_exceeded'
  throw new Refusal(code, { message: decision.message })
}

/** Returns the notice about a whole run, if any. */
const noticeOf = (results: readonly Verification[]): VerificationNotice | null =>
  portLooksBlocked(results)
    ? { code: 'port_25_blocked', message: `${portBlocked.title}. ${portBlocked.message}` }
    : null

const answerOf = async (results: AsyncIterable<Verification>) => {
  const all: Verification[] = []
  for await (const result of results) all.push(result)
  return { data: { results: all, notice: noticeOf(all) } }
}

/** Creates the routes of email verification. Without a verifier, they refuse new runs; earlier results are still available. */
export const emailVerificationRoutes = (options: EmailVerificationRoutesOptions) => {
  const { verifications, database, rateLimits, clock } = options
  const history = verificationHistory(database)
  const limit = createConcurrencyLimit(AT_ONCE, 'rate_limited')

  const countRun = async ({ state: { caller } }: EndpointContext<'email.verify'>): Promise<void> => {
    if (caller.kind === 'anyone') return
    const state = await rateLimits.consume('email.verify of user', RUNS[caller.user.plan], caller.user.id)
    if (!state.granted) throw new Refusal('rate_limited', { retryAfter: state.reset })
  }

  // Nothing starts before the first result is requested, so an unread stream needs no clean-up.
  async function* resultsOf(verifier: Verifications, ctx: EndpointContext<'email.verify'>) {
    const {
      ip,
      state: { caller, signal },
    } = ctx
    const user = caller.kind === 'anyone' ? undefined : caller.user
    const leave = limit.enter(user === undefined ? limiterKey(ip) : `user ${user.id}`)
    try {
      yield* verifier.verify(addressesOf(ctx), user, signal())
    } finally {
      leave()
    }
  }

  return {
    'email.verify': async (ctx) => {
      checkAllowance(ctx)
      if (verifications === undefined)
        throw new Refusal('verifier_unavailable', { message: 'Email verification is not set up on this server.' })
      await countRun(ctx)
      const results = resultsOf(verifications, ctx)
      if (ctx.get('Accept').includes('application/x-ndjson')) return lineStream(ctx, results, clock)
      return slowJson(ctx, () => answerOf(results), clock)
    },
    'email.history': async ({ state: { caller, query } }) => ({ data: await history(caller.user.id, query) }),
  } satisfies Routes
}
