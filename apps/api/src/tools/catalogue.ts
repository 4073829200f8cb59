import type { ToolInfo, ToolWithSchema } from '@netbox/contract'
import { namesOf, type Tool } from '@netbox/core'

type Definition = Tool & {
  readonly dashboard?: ToolInfo['category']
  readonly picker?: { category: ToolInfo['category'] }
}

/**
 * Returns the category of a tool in the dashboard. For a tool that the dashboard does not list, such as DNS Diagnostic, returns its
 * category in the picker.
 */
const categoryOf = ({ id, dashboard, picker }: Definition): ToolInfo['category'] => {
  const category = dashboard ?? picker?.category
  if (category === undefined) throw new Error(`${id} is in no category`)
  return category
}

/** Serializes a tool of the catalogue. */
export const toolInfo = (tool: Tool): ToolInfo => ({
  id: tool.id,
  name: tool.name,
  description: tool.description,
  question: tool.question,
  path: tool.path,
  names: namesOf(tool),
  category: categoryOf(tool),
  inputType: tool.input.type,
  inputPlaceholder: tool.placeholder,
  features: [...tool.features],
  free: tool.free,
  dailyLimit: { ...tool.limits },
})

/** Serializes a tool with the JSON Schema of its results. */
export const toolWithSchema = (tool: Tool): ToolWithSchema => ({
  ...toolInfo(tool),
  resultSchema: { ...tool.resultSchema },
})
