import { plainTexts } from '../foundation/plain-text.ts'
import type { ToolRun } from '../runs/run.ts'
import { sections, spell, styleOf, type TextOptions } from './report-sections.ts'

/**
 * Writes a run as text, for the terminal, the download and the home page. The order is fixed: verdict and tally, key figures, figure 1,
 * findings, seed. A run may come from a file: question marks replace its control characters.
 *
 * @example
 * const run = await createToolbox({ seed: 'k3f9' }).run('mx-record', 'mail.example')
 * formatText(run).split('\n')[0].startsWith('SIMULATED') // => true
 */
export const formatText = (recorded: ToolRun, options: TextOptions = {}): string => {
  const { mark = true, full = false } = options
  const run = plainTexts(recorded)
  const style = styleOf(options)
  const lines = [
    ...(mark ? [...sections.mark(run, style), ''] : []),
    ...sections.subject(run, style),
    '',
    ...sections.verdict(run, style),
    ...sections.detail(run, style),
    ...sections.tally(run, style),
    '',
    ...sections.figures(run, style),
    '',
    ...sections.picture(run, style),
    '',
    style.paint('strong', 'Findings'),
    ...sections.findings(run, style),
    '',
    ...(full ? [style.paint('strong', 'Result'), ...sections.result(run, style), ''] : []),
    ...sections.foot(run, style),
  ]
  return spell(`${lines.join('\n')}\n`, options)
}

/**
 * Returns the file name of a saved result: tool id and the time stamp of the execution id. Source: spec §9.
 *
 * @example
 * resultFileName({ tool: 'mx-record', at: '2026-01-01T00:00:00.000Z' }) // => 'mx-record-1767225600000.txt'
 */
export const resultFileName = ({ tool, at }: Pick<ToolRun, 'tool' | 'at'>): string => `${tool}-${Date.parse(at)}.txt`
