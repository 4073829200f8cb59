import { type ExitCode, exitCodes, exitOfRun } from '../exit.ts'
import { listenToSignals } from './interruption.ts'
import { createTheme } from '../output/terminal.ts'
import { markLine, reportText } from '../output/report.ts'
import type { Settings } from './run-options.ts'
import { stateIn } from '../state/state.ts'
import type { Controller, RunOutcome } from '../screens/controller.ts'
import type { Context } from '../commands/context.ts'
import { createController } from './screen-controller.ts'

/** Records the outcomes of the runs, to show the last report after the screens close. */
const recordOutcomes = (
  controller: Controller,
): { controller: Controller; last: () => Promise<RunOutcome | undefined>; report: () => RunOutcome | undefined } => {
  let last: Promise<RunOutcome> | undefined
  let report: RunOutcome | undefined
  const run: Controller['run'] = async (request, signal, onEvent) => {
    last = controller.run(request, signal, onEvent)
    const outcome = await last
    if (outcome.kind === 'report') report = outcome
    return outcome
  }
  return { controller: { ...controller, run }, last: async () => last, report: () => report }
}

/** Opens the screens. After they close, writes the last report to the terminal. */
export const pickFullscreen = async (context: Context, settings: Settings): Promise<ExitCode> => {
  const { environment, err, out, say } = context
  const interruption = listenToSignals()
  // A warning would garble the screen, so warnings are written after the screens close.
  const warnings: string[] = []
  const state = stateIn(environment.stateFolder, (sentence) => void warnings.push(sentence))
  const { controller, last, report } = recordOutcomes(
    createController({ ...context, state }, settings, interruption.signal),
  )
  const { openApp } = await import('../screens/screens.tsx')
  const how = await openApp(createTheme(environment, 1, 'fullscreen'), controller)
  const ended = await last()
  interruption.close()
  const shown = report()
  for (const sentence of warnings) say(sentence)
  if (shown?.kind === 'report') {
    if (!settings.quiet) err(markLine(shown.run, environment, false))
    out(reportText(shown.run, environment, { plain: false, toFile: false }))
  }
  if (ended?.kind === 'refused') say(ended.sentences.join('\n'))
  if (how === 'cut' && ended?.kind === 'cancelled') say(ended.sentence)
  if (how !== 'left') return interruption.exitCode() ?? exitCodes.cancelled
  return shown?.kind === 'report' ? exitOfRun(shown.run, settings) : exitCodes.ran
}
