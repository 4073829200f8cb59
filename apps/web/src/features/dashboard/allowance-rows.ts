import { findTool, type PlanId, type ToolDefinition, usageOf } from '@netbox/core'

/** Today's use of one tool. */
export interface AllowanceRow {
  readonly tool: string
  readonly used: number
  /** -1 is unlimited. */
  readonly limit: number
  readonly remaining: number
  /** The used share of the limit, 0 to 1; 0 without a limit. */
  readonly share: number
  readonly level: 'well' | 'near' | 'full'
}

// The used share from which a row shows the remaining runs.
const NEAR = 0.9

const rowOf = (tool: ToolDefinition, used: number, plan: PlanId): AllowanceRow => {
  const { dailyLimit: limit, remaining } = usageOf(used, tool.limits[plan])
  const share = limit > 0 ? Math.min(1, used / limit) : 0
  const isFull = limit >= 0 && remaining === 0
  return { tool: tool.id, used, limit, remaining, share, level: isFull ? 'full' : share >= NEAR ? 'near' : 'well' }
}

/** Lists the tools used today, those nearest to their limit first. */
export const allowanceOf = (runs: Readonly<Record<string, number>>, plan: PlanId): AllowanceRow[] =>
  Object.entries(runs)
    .flatMap(([id, used]) => {
      const tool: ToolDefinition | undefined = findTool(id)
      return tool === undefined || used === 0 ? [] : [rowOf(tool, used, plan)]
    })
    .toSorted((one, other) => other.share - one.share || other.used - one.used)
