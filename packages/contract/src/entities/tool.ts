import { dashboardCategories, pickerCategories } from '@netbox/core'
import * as v from 'valibot'

const categories = [...new Set([...pickerCategories, ...dashboardCategories])]

/** The schema of the daily limits of a tool by plan: -1 is unlimited, 0 not available (spec §9). */
const dailyLimits = v.object({ free: v.number(), pro: v.number(), enterprise: v.number() })

/** The schema of a tool of the catalogue (spec §3, tool definition). */
export const tool = v.object({
  id: v.string(),
  name: v.string(),
  description: v.string(),
  question: v.string(),
  /** The last part of the path of the tool's page. */
  path: v.string(),
  /** Every name that finds the tool. */
  names: v.array(v.string()),
  category: v.picklist(categories),
  inputType: v.string(),
  inputPlaceholder: v.string(),
  features: v.array(v.string()),
  free: v.boolean(),
  dailyLimit: dailyLimits,
})

/** A tool of the catalogue. */
export type ToolInfo = v.InferOutput<typeof tool>

/** The schema of a tool with the shape of its results: a JSON Schema (draft 2020-12). */
export const toolWithSchema = v.object({ ...tool.entries, resultSchema: v.record(v.string(), v.unknown()) })

/** A tool with the shape of its results. */
export type ToolWithSchema = v.InferOutput<typeof toolWithSchema>
