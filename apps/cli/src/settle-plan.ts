import { checkAccess, type ToolDefinition } from '@netbox/core'
import type { Context } from './commands/command.ts'
import { planExpired } from './messages.ts'
import { isToBeAsked, type KeptPlanSource, planState } from './plan.ts'

/** Makes the source of the plan: read at the first question, and anew after `forget`. */
export const keptPlanSource = ({ environment }: Pick<Context, 'environment'>): KeptPlanSource => {
  let known: ReturnType<typeof planState> | undefined
  const source = () => (known ??= planState(environment, Date.now())).plan
  return Object.assign(source, {
    forget: () => {
      known = undefined
    },
  })
}

/**
 * Asks the service for the plan where the answer that is kept is too old, or would refuse a tool that somebody may have paid
 * for since. Where it can't be reached, what is kept counts for as long as it holds. Never throws for that.
 */
export const settlePlan = async (context: Context, tool?: ToolDefinition): Promise<void> => {
  const { environment, plan } = context
  const now = Date.now()
  const state = planState(environment, now)
  if (state.kind === 'visitor') return
  const isRefused = tool !== undefined && !checkAccess({ tool, plan: state.plan }).allowed
  if (isToBeAsked(state, now, isRefused)) {
    const { askPlan } = await import('./service/service.ts')
    await askPlan(context)
    plan.forget()
  }
  const after = planState(environment, now)
  if (after.kind === 'expired' && context.given.quiet === undefined) context.err(`${planExpired(after.kept)}\n`)
}
