import { findTool, namesOf, planName, plans, table, type ToolDefinition, tools, wrap } from '@netbox/core'
import { categoryOf } from '../options.ts'
import { exitCodes } from '../exit.ts'
import { unknownTool } from '../texts/messages.ts'
import { jsonText } from '../output/json.ts'
import type { Command } from './context.ts'
import { toolDocument } from './list.ts'
import type { Environment } from '../environment.ts'
import { perDayText, runsOf } from '../output/limit-text.ts'

const describe = (tool: ToolDefinition, glyphs: Environment['glyphs']): string => {
  const perDay = (limit: number): string => (limit === 0 ? 'not available' : perDayText(limit, glyphs))
  const others = namesOf(tool).filter((name) => name !== tool.id)
  const rows: [string, string][] = [
    ['Takes', `${tool.input.type}, like ${tool.placeholder.split('\n', 1)[0]}`],
    ['Category', categoryOf(tool)],
    ['Also called', others.length === 0 ? 'no other name' : others.join(', ')],
    ['Features', tool.features.join(', ')],
    ...plans.map(({ id }): [string, string] => [planName(id), perDay(runsOf(tool, id))]),
    ['Result', Object.keys(tool.resultSchema.properties ?? {}).join(', ')],
  ]
  return [
    `${tool.name}: ${tool.question}`,
    ...wrap(tool.description, 80),
    '',
    ...table(
      rows.map(([label, value]) => [{ text: label }, { text: value }]),
      120,
    ),
    '',
    `  netbox ${tool.id} ${tool.input.multiline === true ? '--file input.txt' : (tool.placeholder.split('\n', 1)[0] ?? '')}`,
    '',
  ].join('\n')
}

/** `netbox info <tool>` prints everything about one tool. */
export const info: Command = {
  name: 'info',
  group: 'Diagnose',
  arguments: '<tool>',
  takes: 'tool',
  summary: 'show the input, the daily limits and the result fields of a tool',
  options: ['json'],
  run: ({ words: [name = ''], options, environment, out }) => {
    const tool: ToolDefinition | undefined = findTool(name)
    if (tool === undefined)
      throw unknownTool(
        name,
        tools.map(({ id }) => id),
      )
    out(
      options.json === undefined
        ? describe(tool, environment.glyphs)
        : jsonText({ ...toolDocument(tool), resultSchema: tool.resultSchema }),
    )
    return exitCodes.ran
  },
}
