import { checkAccess, invalidInput, parseInput, type ToolDefinition } from '@netbox/core'

/** Says what is wrong with an input in core's words, or nothing. The plan is not looked at: a run will. */
export const checkInput = (tool: ToolDefinition, text: string): string | undefined => {
  const access = checkAccess({ tool, plan: 'enterprise', input: text })
  if (!access.allowed) return access.message
  return parseInput<unknown>(tool.input, text.trim()) === undefined ? invalidInput(tool.input.type).message : undefined
}
