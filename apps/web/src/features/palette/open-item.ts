import { shellCommand } from '../../lib/shell-command.ts'
import { runPath } from '../../lib/share-link.ts'
import type { PaletteItem } from './palette-items.ts'

/** Further options of a run; without them the page's options apply. */
export interface World {
  readonly seed: string
  readonly scenario: string
}

const pathOf = (path: string, query: Readonly<Record<string, string | undefined>>): string => {
  const entries = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, value]],
  )
  return entries.length === 0 ? `/${path}` : `/${path}?${new URLSearchParams(entries).toString()}`
}

/** Returns the path that an item leads to. A run opens its report, a tool its form; a theme has no path. */
export const itemPath = (item: PaletteItem, { seed, scenario }: World): string | undefined => {
  switch (item.type) {
    case 'theme':
      return undefined
    case 'page':
      return item.path
    case 'run':
      return runPath(item.run)
    case 'scenario':
      return pathOf(item.tool.path, { input: item.input, seed, scenario: item.name })
    case 'tool':
      return pathOf(item.tool.path, { input: item.input, seed, scenario })
  }
}

/** Returns the item as a command for the terminal; a page has no command. */
export const itemCommand = (item: PaletteItem, { seed, scenario }: World): string | undefined => {
  switch (item.type) {
    case 'theme':
    case 'page':
      return undefined
    case 'run':
      return shellCommand(item.run)
    case 'scenario':
      return shellCommand({ tool: item.tool.id, input: item.input ?? item.tool.placeholder, seed, scenario: item.name })
    case 'tool':
      return shellCommand({ tool: item.tool.id, input: item.input ?? item.tool.placeholder, seed, scenario })
  }
}
