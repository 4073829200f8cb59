import { checkAccess, type ToolDefinition } from '@netbox/core'
import type { Context } from '../commands/command.ts'
import { planExpired } from '../texts/messages.ts'
import { needsRefresh, type CachedPlanSource, planState } from '../state/plan.ts'

/** Creates a source of the plan that reads the cache once, and again after `forget`. */
export const cachedPlanSource = ({ environment }: Pick<Context, 'environment'>): CachedPlanSource => {
  let known: ReturnType<typeof planState> | undefined
  const source = () => (known ??= planState(environment, Date.now())).plan
  return Object.assign(source, {
    forget: () => {
      known = undefined
    },
  })
}

/**
 * Fetches the plan if the cache is too old, or if it doesn't allow the tool, because the user may have bought another plan since. If the
 * service is unreachable, keeps the cached plan and does not throw.
 */
export const resolvePlan = async (context: Context, tool?: ToolDefinition): Promise<void> => {
  const { environment, plan } = context
  const now = Date.now()
  const state = planState(environment, now)
  if (state.kind === 'visitor') return
  const isRefused = tool !== undefined && !checkAccess({ tool, plan: state.plan }).allowed
  if (needsRefresh(state, now, isRefused)) {
    const { fetchPlan } = await import('../account/account.ts')
    await fetchPlan(context)
    plan.forget()
  }
  const after = planState(environment, now)
  if (after.kind === 'expired' && context.options.quiet === undefined) context.err(`${planExpired(after.cached)}\n`)
}
