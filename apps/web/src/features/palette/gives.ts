import type { ToolDefinition } from '@netbox/core'

const SHOWN = 3
// Every answer repeats the question.
const SUBJECTS: ReadonlySet<string> = new Set(['ip', 'domain', 'host', 'email'])

/** Names the first things that a result holds: those of its list, where it is one. */
export const gives = ({ resultSchema: { properties = {} } }: ToolDefinition): string => {
  const list = Object.values(properties).find(({ items }) => items?.properties !== undefined)?.items?.properties
  const names = Object.keys(list ?? properties).filter((name) => !SUBJECTS.has(name))
  return names
    .slice(0, SHOWN)
    .map((name) => name.replaceAll('_', ' '))
    .join(', ')
}
