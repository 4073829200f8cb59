import type { Context } from '../commands/command.ts'
import { connect } from './connect.ts'
import { cachePlan } from '../state/plan-cache.ts'

/** Fetches today's usage from the service. */
export const serviceLimits = async (context: Context) => {
  const { environment } = context
  const connection = connect(environment)
  connection.requireSignIn()
  return connection.attempt(async () => {
    const [{ user }, { plan, reset, usage }] = await Promise.all([
      connection.client.call('auth.verify'),
      connection.client.call('usage.list'),
    ])
    cachePlan(environment, user)
    const rows = usage.map(({ tool, used, limit, remaining }) => ({
      tool,
      dailyUsed: used,
      dailyLimit: limit,
      remaining,
    }))
    return { apiUrl: connection.apiUrl, plan, reset, rows }
  })
}
