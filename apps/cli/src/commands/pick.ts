import { findTool, glyphSets, namesOf, tools, type ToolDefinition } from '@netbox/core'
import { showError } from '../command-error.ts'
import { type ExitCode, exitCodes } from '../exit.ts'
import { painted, unpainted } from '../output/paint.ts'
import type { Choice, Pickable } from '../ui/picker.tsx'
import type { Context } from './command.ts'
import { usageRows } from './limits.ts'
import { runTool } from './run.ts'

const left = ({ dailyLimit, remaining }: { dailyLimit: number; remaining: number }): string => {
  if (dailyLimit === 0) return 'Pro'
  return dailyLimit < 0 ? '' : `${remaining} left`
}

const pickable = (context: Context): Pickable[] => {
  const rows = new Map(usageRows(context, Date.now()).map((row) => [row.tool, row]))
  return tools.map((tool: ToolDefinition) => {
    const row = rows.get(tool.id)
    return { tool, names: namesOf(tool), left: row === undefined ? '' : left(row) }
  })
}

const runChoice = async (context: Context, { tool, input }: Choice): Promise<void> => {
  const found = findTool(tool.id)
  if (found === undefined) return
  try {
    // The space keeps a lone '-' an input; on a command line it would mean stdin. Inputs are trimmed.
    await runTool(found, { ...context, words: [`${input} `] })
  } catch (error) {
    context.err(`${showError(error).line}\n`)
  }
  context.err('\n')
}

/** Lets a person pick a tool on the terminal, run it, and go on with the next. */
export const pickTool = async (context: Context): Promise<ExitCode> => {
  const { environment } = context
  const { askNext, pick } = await import('../ui/screens.tsx')
  const look = { glyphs: glyphSets[environment.glyphs], paint: environment.hasColor(1) ? painted : unpainted }
  for (let picked = await pick(look, pickable(context)); ;) {
    if (picked === 'left') return exitCodes.ran
    if (picked === 'cancelled') return exitCodes.cancelled
    await runChoice(context, picked)
    const next = await askNext(look)
    if (next === 'leave') return exitCodes.ran
    if (next === 'pick') picked = await pick(look, pickable(context))
  }
}
