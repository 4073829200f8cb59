import { type PickerCategory, pickerCategories, pickerTools, type Tool, type ToolDefinition } from '@netbox/core'
import { type Kind, readFor, recognise } from './recognise.ts'
import type { Subject } from './split-query.ts'

/** The tools with their own public page. */
export const pageTools: readonly (Tool & ToolDefinition)[] = pickerCategories.flatMap(pickerTools)

// The order of categories for each kind of pasted text.
const first: Readonly<Record<Kind, readonly PickerCategory[]>> = {
  address: ['network', 'email', 'dns'],
  endpoint: ['network', 'email', 'dns'],
  domain: ['dns', 'email', 'network'],
  email: ['email', 'dns', 'network'],
  headers: ['email', 'dns', 'network'],
}

/** Returns whether a tool is made for a kind of input, which is the kind of its example. */
const isMadeFor = (tool: ToolDefinition, kind: Kind): boolean => recognise(tool.placeholder) === kind

// A tool that accepts any input is not a match for a specific input.
const takesAnything = (tool: ToolDefinition): boolean => readFor(tool, '?') !== undefined

const takes = (tool: ToolDefinition, { text, kind }: Subject): boolean =>
  isMadeFor(tool, kind) || (!takesAnything(tool) && readFor(tool, text) !== undefined)

const rank = (tool: ToolDefinition, kind: Kind): number => {
  const category = tool.picker?.category
  return (isMadeFor(tool, kind) ? 0 : 10) + (category === undefined ? 9 : first[kind].indexOf(category))
}

/** Lists the tools that take an input, the tools made for it first. */
export const fittingTools = (subject: Subject): (Tool & ToolDefinition)[] =>
  pageTools.filter((tool) => takes(tool, subject)).toSorted((a, b) => rank(a, subject.kind) - rank(b, subject.kind))
