import { checkAccess, type PlanId, showLimit, type ToolDefinition } from '@netbox/core'
import type { Environment } from '../environment.ts'

type Glyphs = Environment['glyphs']

/** Returns the daily limit of a tool in a plan: -1 means unlimited, and 0 that the tool isn't available. */
export const runsOf = (tool: ToolDefinition, plan: PlanId): number =>
  checkAccess({ tool, plan }).allowed ? tool.limits[plan] : 0

const isWord = (limit: number, glyphs: Glyphs): boolean => limit < 0 && glyphs === 'ascii'

/** Formats a daily limit with the terminal's glyphs. */
export const limitText = (limit: number, glyphs: Glyphs): string =>
  isWord(limit, glyphs) ? 'unlimited' : showLimit(limit)

/** Formats a daily limit with its unit: `50 a day`. */
export const perDayText = (limit: number, glyphs: Glyphs): string =>
  isWord(limit, glyphs) ? 'unlimited' : `${showLimit(limit)} a day`
