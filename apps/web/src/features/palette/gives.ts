import type { ToolDefinition } from '@netbox/core'

const SHOWN = 3
// Every answer repeats the question.
const SUBJECTS: ReadonlySet<string> = new Set(['ip', 'domain', 'host', 'email'])

/** Names the first parts of a result: the items of its list, if it has one. */
export const gives = ({ resultSchema: { properties = {} } }: ToolDefinition): string => {
  const list = Object.values(properties).find(({ items }) => items?.properties !== undefined)?.items?.properties
  const names = Object.keys(list ?? properties).filter((name) => !SUBJECTS.has(name))
  return names
    .slice(0, SHOWN)
    .map((name) => name.replaceAll('_', ' '))
    .join(', ')
}
