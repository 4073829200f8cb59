import {
  findTool,
  formatText,
  glyphSets,
  namesOf,
  openWorld,
  reportSections,
  resultFileName,
  scenarioChoices,
  simulatedMark,
  type ToolDefinition,
  type ToolRun,
  tools,
} from '@netbox/core'
import { toasts } from '@netbox/product'
import { categoryOf } from '../options.ts'
import { showError } from '../exit.ts'
import { copyImpossible, copySent, planHints, savedAs, unknownTool } from '../texts/messages.ts'
import { clipboardRequest, painted, unpainted } from '../output/terminal.ts'
import { jsonText } from '../output/json.ts'
import { toStdout, saveNewFile } from '../output/result-file.ts'
import { documentOf, type Settings } from './run-options.ts'
import type {
  Controller,
  Note,
  RunRequest,
  RunOutcome,
  ReportPages,
  ToolEntry,
  WorldChoice,
} from '../screens/controller.ts'
import type { Tab } from '../screens/tabs.ts'
import type { Context } from '../commands/context.ts'
import { simulate } from './job.ts'
import { usageRows } from '../commands/limits.ts'

const WIDEST = 100

const left = ({ dailyLimit, remaining }: { dailyLimit: number; remaining: number }): string => {
  if (dailyLimit === 0) return 'Pro'
  return dailyLimit < 0 ? '' : `${remaining} left`
}

/** Returns the tools with today's remaining runs. */
export const toolEntries = (context: Context): ToolEntry[] => {
  const rows = new Map(usageRows(context, Date.now()).map((row) => [row.tool, row]))
  return tools.map((tool: ToolDefinition) => {
    const row = rows.get(tool.id)
    return { tool, names: namesOf(tool), category: categoryOf(tool), left: row === undefined ? '' : left(row) }
  })
}

/** Returns why a world is invalid, as core's message; undefined for a valid one. */
const worldProblem = (
  { seed, scenario }: WorldChoice,
  { at, world }: Pick<Settings, 'at' | 'world'>,
): string | undefined => {
  try {
    openWorld({ seed: seed ?? 'any', scenario, at, world: world ?? { known: false } }, () => 0)
    return undefined
  } catch (error) {
    return showError(error).line
  }
}

/** Returns the simulated mark of a run, with as many of its parts as fit into the width. */
const markFor = (run: ToolRun, width: number, dot: string): string => {
  const parts = simulatedMark(run, dot).split(` ${dot} `)
  const wideAt = (count: number): number => parts.slice(0, count).join('   ').length
  return parts.filter((_, index) => index === 0 || wideAt(index + 1) <= width).join(` ${dot} `)
}

const escaped = (text: string): string =>
  text.replaceAll(/[^\n\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

const pagesOf = (run: ToolRun, columns: number, { environment }: Context, settings: Settings): ReportPages => {
  const { glyphs } = environment
  const paint = environment.hasColor(1) ? painted : unpainted
  const width = Math.min(WIDEST, columns)
  const { subject, verdict, detail, tally, figures, picture, findings, result, foot } = reportSections(run, {
    width,
    glyphs,
    paint,
  })
  const json = jsonText(documentOf(run, settings)).trimEnd()
  return {
    mark: paint('simulated', markFor(run, columns, glyphSets[glyphs].dot)),
    subject: subject.join(),
    verdict,
    tabs: {
      summary: [
        ...detail,
        ...tally,
        '',
        ...figures,
        '',
        ...picture,
        '',
        paint('strong', 'Result'),
        ...result,
        '',
        ...foot,
      ],
      findings,
      raw: (glyphs === 'ascii' ? escaped(json) : json).split('\n'),
    },
  }
}

const textOf = (run: ToolRun, tab: Tab, settings: Settings): string =>
  tab === 'raw' ? jsonText(documentOf(run, settings)) : formatText(run, { full: true })

const copy = (text: string, { environment: { clipboard }, out }: Context): Note => {
  if (clipboard === 'none') return { severity: 'warning', text: copyImpossible }
  out(clipboardRequest(text))
  if (clipboard === 'untold') return { severity: 'info', text: copySent }
  return { severity: 'pass', text: `${toasts.copied.title}: ${toasts.copied.message}` }
}

const save = (run: ToolRun, text: string, tab: Tab): Note => {
  const name = resultFileName(run)
  try {
    const saved = saveNewFile(tab === 'raw' ? name.replace(/\.txt$/, '.json') : name, text)
    return { severity: 'pass', text: savedAs(toasts.downloaded.title, saved) }
  } catch (error) {
    return { severity: 'critical', text: showError(error).line }
  }
}

const runTool = async (
  { tool, input, world }: RunRequest,
  signal: AbortSignal,
  onEvent: Parameters<Controller['run']>[2],
  { context, settings }: { context: Context; settings: Settings },
): Promise<RunOutcome> => {
  const usage = context.state.usage()
  try {
    const found = findTool(tool.id)
    if (found === undefined) throw unknownTool(tool.id)
    const interruption = { signal, exitCode: () => undefined, close: () => undefined }
    const job = {
      context,
      tool: found,
      settings: { ...settings, ...world },
      sink: toStdout,
      usage,
      interruption,
      gate: undefined,
    }
    const run = await simulate(job, input, settings.delay, onEvent)
    context.state.keep(run)
    return { kind: 'report', run, note: undefined }
  } catch (error) {
    const { code, line } = showError(error)
    if (code === 'aborted') return { kind: 'cancelled', sentence: line }
    return { kind: 'refused', sentences: [line, ...planHints(code, () => context.plan.state().kind === 'visitor')] }
  } finally {
    usage.close()
  }
}

/** Creates the controller of the screens. */
export const createController = (context: Context, settings: Settings, signal: AbortSignal): Controller => ({
  world: { seed: settings.seed, scenario: settings.scenario ?? 'random' },
  scenarios: scenarioChoices(settings.scenario ?? 'random'),
  signal,
  tools: () => toolEntries(context),
  run: async (request, abort, onEvent) => runTool(request, abort, onEvent, { context, settings }),
  pages: (run, width) => pagesOf(run, width, context, settings),
  checkWorld: (world) => worldProblem(world, settings),
  copy: (run, tab) => copy(textOf(run, tab, settings), context),
  save: (run, tab) => save(run, textOf(run, tab, settings), tab),
})
