import type { PickerCategory, Tool, ToolDefinition } from '@netbox/core'

/** Returns the tab that a tool stands under; the first one while nothing is chosen. */
export const categoryOf = (tool: (Tool & ToolDefinition) | undefined): PickerCategory =>
  tool?.picker?.category ?? 'network'
