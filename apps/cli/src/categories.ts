import type { ToolDefinition } from '@netbox/core'

/** The categories by which the command lists tools. */
export const categories = ['network', 'dns', 'email', 'security'] as const

/** One of the categories. */
export type Category = (typeof categories)[number]

/** Tells the category of a tool: the dashboard's, and the picker's for a tool that the dashboard does not list. */
export const categoryOf = ({ dashboard, picker }: ToolDefinition): Category =>
  dashboard ?? picker?.category ?? 'network'
