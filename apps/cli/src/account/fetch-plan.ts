import { readVerifiedUser, type User } from '@netbox/contract'
import { parsePlan } from '@netbox/core'
import type { Context } from '../commands/context.ts'
import { CommandError, exitCodes } from '../exit.ts'
import { connect, type Connection } from './connect.ts'
import { freePlanCounts, notTheService } from '../texts/account-messages.ts'
import { fieldsOf } from '../state/json.ts'
import { cachePlan, noteFailure } from '../state/plan.ts'

// The timeout of this request in milliseconds. It is short, because a run waits for the response.
const PLAN_TIMEOUT = 2000

/** Asks the service whose token it is. Any server can answer, so the user is read from what it says. */
const verifiedUser = async ({ client, apiUrl }: Connection): Promise<User> => {
  const user = readVerifiedUser({ ...(await client.call('auth.verify')) })
  if (user === undefined) throw notTheService(apiUrl)
  return user
}

/** Fetches the end of the subscription. Returns undefined if there is none, and for an API token, which lacks the permission. */
const endOf = async ({ client, credential }: Connection, { plan }: User): Promise<number | undefined> => {
  if (plan === 'free' || credential() !== 'session') return undefined
  const { data } = await client.call('subscription.status')
  const end = Date.parse(String(fieldsOf(data).get('subscription_end')))
  return Number.isNaN(end) ? undefined : end
}

/** Fetches the user with their plan, and caches the plan. Throws a `CommandError` for an unreachable service. */
export const fetchUser = async (connection: Connection, { environment }: Pick<Context, 'environment'>): Promise<User> =>
  connection.attempt(async () => {
    const user = await verifiedUser(connection)
    cachePlan(environment, user, { ends: await endOf(connection, user) })
    return user
  })

/** Fetches the plan before a run. Never throws for a failed request. */
export const fetchPlan = async (context: Context): Promise<void> => {
  const { environment, say, options } = context
  try {
    const connection = connect(environment, { timeout: PLAN_TIMEOUT })
    if (connection.credential() === 'none') return
    await fetchUser(connection, context)
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    if (error.exit !== exitCodes.refused) {
      noteFailure(environment)
      return
    }
    if (options.quiet === undefined) say(freePlanCounts(error.message))
    // The refused token stays in the variable, so the free plan is cached. Otherwise every run would send a request.
    if (environment.token !== undefined) cachePlan(environment, { email: '', plan: 'free' })
  }
}

const isRow = (row: ReadonlyMap<string, unknown>): boolean =>
  typeof row.get('tool') === 'string' &&
  ['used', 'limit', 'remaining'].every((name) => typeof row.get(name) === 'number')

const isUsage = (value: unknown): boolean => {
  const usage = fieldsOf(value).get('usage')
  const plan = fieldsOf(value).get('plan')
  const isPlan = typeof plan === 'string' && parsePlan(plan) === plan
  return isPlan && Array.isArray(usage) && usage.map(fieldsOf).every(isRow)
}

/** Fetches today's usage from the service. */
export const serviceLimits = async (context: Context) => {
  const { environment } = context
  const connection = connect(environment)
  connection.requireSignIn()
  return connection.attempt(async () => {
    const [user, limits] = await Promise.all([verifiedUser(connection), connection.client.call('usage.list')])
    if (!isUsage(limits)) throw notTheService(connection.apiUrl)
    cachePlan(environment, user)
    const { plan, reset, usage } = limits
    const rows = usage.map(({ tool, used, limit, remaining }) => ({
      tool,
      dailyUsed: used,
      dailyLimit: limit,
      remaining,
    }))
    return { apiUrl: connection.apiUrl, plan, reset, rows }
  })
}
