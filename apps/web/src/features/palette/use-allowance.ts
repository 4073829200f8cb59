import { checkAccess, cheapestPlan, planName, showLimit, type ToolDefinition, usageOf } from '@netbox/core'
import { useState } from 'react'
import { ANONYMOUS, localUsage } from '../../lib/local-usage.ts'
import { useSession } from '../../lib/session.ts'

/** The remaining runs of a tool today. */
export interface Allowance {
  /** The plan that the tool needs; undefined if the visitor's own plan is enough. */
  readonly plan?: string
  readonly left: string
  readonly limit: string
}

/** Returns the function that looks up the remaining runs of a tool today. */
export const useAllowance = () => {
  const { user } = useSession()
  const plan = user?.plan ?? 'free'
  const subject = user?.id ?? ANONYMOUS
  const [day] = useState(() => new Date().toISOString().slice(0, 10))
  return (tool: ToolDefinition): Allowance => {
    const { dailyLimit, remaining } = usageOf(localUsage.read({ subject, tool: tool.id, day }), tool.limits[plan])
    const isOpen = checkAccess({ tool, plan, surface: 'home' }).allowed
    return {
      ...(isOpen ? {} : { plan: planName(cheapestPlan(tool)) }),
      left: showLimit(remaining),
      limit: showLimit(dailyLimit),
    }
  }
}
