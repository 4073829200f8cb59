import type { User } from '@netbox/contract'
import type { Context } from '../commands/command.ts'
import { CommandError } from '../command-error.ts'
import { exitCodes } from '../exit.ts'
import { connect, type Connection } from './connect.ts'
import { freePlanCounts } from './messages.ts'
import { cachePlan, noteFailure } from './plan-cache.ts'

// A run waits for this: no longer than one would notice.
const PATIENCE = 2000

/** Asks when the plan ends; undefined where it does not, or where only its bearer may ask. */
const endOf = async ({ client, credential }: Connection, { plan }: User): Promise<number | undefined> => {
  if (plan === 'free' || credential() !== 'session') return undefined
  const { data } = await client.call('subscription.status')
  return data.subscription_end === null ? undefined : Date.parse(data.subscription_end)
}

/** Asks the service who is signed in and on which plan, and keeps the answer. Throws a `CommandError` where it can't be asked. */
export const fetchUser = async (connection: Connection, { environment }: Pick<Context, 'environment'>): Promise<User> =>
  connection.attempt(async () => {
    const { user } = await connection.client.call('auth.verify')
    cachePlan(environment, user, { ends: await endOf(connection, user) })
    return user
  })

/** Asks for the plan before a run. What goes wrong costs the run nothing: it is told, or waits for the next time. */
export const fetchPlan = async (context: Context): Promise<void> => {
  const { environment, err, given } = context
  try {
    const connection = connect(environment, { timeout: PATIENCE })
    if (connection.credential() === 'none') return
    await fetchUser(connection, context)
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    if (error.exit !== exitCodes.refused) {
      noteFailure(environment)
      return
    }
    if (given.quiet === undefined) err(`${freePlanCounts(error.message)}\n`)
    // The token is still set: it is asked about again tomorrow, not before each run.
    if (environment.token !== undefined) cachePlan(environment, { email: '', plan: 'free' })
  }
}
