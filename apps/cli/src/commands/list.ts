import { table, type ToolDefinition, tools } from '@netbox/core'
import { categories, type Category, categoryOf } from '../options.ts'
import type { Environment } from '../environment.ts'
import { exitCodes } from '../exit.ts'
import { listFoot } from '../texts/messages.ts'
import { listWidth, painted, unpainted } from '../output/terminal.ts'
import { jsonText } from '../output/json.ts'
import type { Command } from './context.ts'
import { perDayText, runsOf } from '../output/limit-text.ts'

/** Returns the data of a tool for `--json`. */
export const toolDocument = (tool: ToolDefinition): object => {
  const { id, name, description, input, placeholder, features, free, limits, aliases } = tool
  return {
    id,
    name,
    description,
    category: categoryOf(tool),
    inputType: input.type,
    inputPlaceholder: placeholder,
    features,
    free,
    dailyLimit: limits,
    aliases,
  }
}

const perDay = (tool: ToolDefinition, glyphs: Environment['glyphs']): string => {
  const runs = runsOf(tool, 'free')
  return runs === 0 ? 'Pro' : perDayText(runs, glyphs)
}

/** `netbox list` prints every tool by category. */
export const list: Command = {
  name: 'list',
  group: 'Diagnose',
  summary: 'list the tools by category',
  options: ['category', 'json'],
  run: ({ options, environment, out }) => {
    const chosen = categories.filter((category) => options.category === undefined || category === options.category)
    const inCategory = (category: Category): ToolDefinition[] => tools.filter((tool) => categoryOf(tool) === category)
    if (options.json !== undefined) {
      out(jsonText(chosen.flatMap(inCategory).map(toolDocument)))
      return exitCodes.ran
    }
    const paint = environment.hasColor(1) ? painted : unpainted
    const widest = Math.max(...tools.map(({ id }) => id.length))
    const row = (tool: ToolDefinition) => [
      { text: `  ${tool.id.padEnd(widest)}` },
      { text: tool.input.type, show: (text: string) => paint('dim', text) },
      { text: perDay(tool, environment.glyphs), right: true },
      { text: tool.description },
    ]
    const groups = chosen
      .map((category) => ({ category, rows: inCategory(category).map(row) }))
      .filter(({ rows }) => rows.length > 0)
    // All categories are laid out as one table, so that their columns align. The headings are printed between its lines.
    const lines = table(
      groups.flatMap(({ rows }) => rows),
      listWidth(environment),
    )
    for (const { category, rows } of groups)
      out(`${paint('strong', category)}\n${lines.splice(0, rows.length).join('\n')}\n\n`)
    out(`${listFoot}\n`)
    return exitCodes.ran
  },
}
