import { checkAccess, type PlanId, showLimit, type ToolDefinition } from '@netbox/core'
import type { Environment } from '../environment.ts'

type Glyphs = Environment['glyphs']

/** Returns how many runs of a tool a plan has a day: -1 is no limit, 0 none at all. */
export const runsOf = (tool: ToolDefinition, plan: PlanId): number =>
  checkAccess({ tool, plan }).allowed ? tool.limits[plan] : 0

const isWord = (limit: number, glyphs: Glyphs): boolean => limit < 0 && glyphs === 'ascii'

/** Writes a daily limit in the signs that the terminal has. */
export const limitText = (limit: number, glyphs: Glyphs): string =>
  isWord(limit, glyphs) ? 'unlimited' : showLimit(limit)

/** Writes a daily limit as what it is: `50 a day`. */
export const perDayText = (limit: number, glyphs: Glyphs): string =>
  isWord(limit, glyphs) ? 'unlimited' : `${showLimit(limit)} a day`
