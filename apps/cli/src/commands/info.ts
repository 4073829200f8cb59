import {
  findingUrl,
  findTool,
  namesOf,
  nearest,
  planName,
  plans,
  table,
  type ToolDefinition,
  tools,
  wrap,
} from '@netbox/core'
import { categoryOf } from '../options.ts'
import { exitCodes } from '../exit.ts'
import type { FindingEntry } from '@netbox/core/findings'
import { siteOf } from '../state/api-url.ts'
import { unknownFinding, unknownTool } from '../texts/messages.ts'
import { jsonText } from '../output/json.ts'
import type { Command, Context } from './context.ts'
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

const describeFinding = ({ code, title, severities, tool, scenarios, rfc }: FindingEntry, url: string): string => {
  const rows: [string, string][] = [
    ['Severity', severities.join(' or ')],
    ['Tool', tool],
    ['Scenarios', scenarios.length === 0 ? 'none produces it with every seed' : scenarios.join(', ')],
    ...(rfc === undefined ? [] : [['Standard', rfc] satisfies [string, string]]),
    ['Page', url],
  ]
  return [
    `${code}: ${title}`,
    '',
    ...table(
      rows.map(([label, value]) => [{ text: label }, { text: value }]),
      120,
    ),
    '',
  ].join('\n')
}

const showFinding = async (name: string, { options, environment, out }: Context): Promise<void> => {
  const { findFinding, findingCatalogue } = await import('@netbox/core/findings')
  const finding = findFinding(name)
  if (finding === undefined) {
    const ids = tools.map(({ id }) => id)
    const codes: string[] = findingCatalogue.map(({ code }) => code)
    const close = nearest(name, ids) === undefined ? nearest(name, codes) : undefined
    throw close === undefined ? unknownTool(name) : unknownFinding(name, close)
  }
  const url = findingUrl(finding.code, siteOf(environment))
  out(options.json === undefined ? describeFinding(finding, url) : jsonText({ ...finding, url }))
}

/** `netbox info <tool|code>` prints everything about one tool, or about the code of a finding. */
export const info: Command = {
  name: 'info',
  group: 'Diagnose',
  arguments: '<tool|code>',
  takes: 'tool',
  summary: 'show the input, the daily limits and the result fields of a tool, or what the code of a finding means',
  options: ['json'],
  run: async (context) => {
    const { words, options, environment, out } = context
    const [name = ''] = words
    const tool: ToolDefinition | undefined = findTool(name)
    if (tool === undefined) {
      await showFinding(name, context)
      return exitCodes.ran
    }
    out(
      options.json === undefined
        ? describe(tool, environment.glyphs)
        : jsonText({ ...toolDocument(tool), resultSchema: tool.resultSchema }),
    )
    return exitCodes.ran
  },
}
