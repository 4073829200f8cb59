import type { PickerCategory, Tool, ToolDefinition } from '@netbox/core'

/** Returns the tab that contains a tool; the first tab while no tool is chosen. */
export const categoryOf = (tool: (Tool & ToolDefinition) | undefined): PickerCategory =>
  tool?.picker?.category ?? 'network'
