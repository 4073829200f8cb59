import type { ToolDefinition } from '../tools/define-tool.ts'
import { tools } from '../tools/index.ts'

/** One of the tools, with its literal types. */
export type Tool = (typeof tools)[number]

/** The id of a tool: `'mx-record'`. */
export type ToolId = Tool['id']

/** The definition of a tool by its id. */
export type ToolOf<Id extends ToolId> = Extract<Tool, { readonly id: Id }>

/** The result of a tool by its id, typed to the field. */
export type ResultOf<Id extends ToolId> =
  ToolOf<Id> extends ToolDefinition<string, infer _Value, infer Result> ? Result : never

/** The codes of a tool's findings by the tool's id. */
export type FindingCodeOf<Id extends ToolId> =
  ToolOf<Id> extends ToolDefinition<string, infer _Value, infer _Result, infer Code extends string> ? Code : never

const names = (tool: ToolDefinition): string[] => [
  tool.id,
  tool.path,
  ...(tool.aliases ?? []),
  ...(tool.picker === undefined ? [] : [tool.picker.id]),
]

let index: Map<string, Tool> | undefined

/**
 * Finds a tool by id, path or alias, ignoring case.
 *
 * @example
 * findTool('txt-records')?.id // => 'txt-record'
 * findTool('MX')?.name // => 'MX Record'
 * findTool('nothing') // => undefined
 */
export const findTool = (name: string): Tool | undefined => {
  index ??= new Map(tools.flatMap((tool) => names(tool).map((key) => [key, tool] as const)))
  // Scripts without types may pass anything.
  if (typeof name !== 'string') return undefined
  return index.get(name) ?? index.get(name.trim().toLowerCase())
}

/**
 * Returns every name that finds a tool, each once: id, path, aliases, picker id.
 *
 * @example
 * const tool = findTool('mx-record')
 * tool && namesOf(tool) // => ['mx-record', 'mx']
 */
export const namesOf = (tool: ToolDefinition): string[] => [...new Set(names(tool))]
