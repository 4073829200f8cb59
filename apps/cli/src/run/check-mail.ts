import {
  checkMail,
  createToolbox,
  formatMailCheck,
  freshSeed,
  isAtLeast,
  type MailCheck,
  mailSteps,
} from '@netbox/core'
import type { Context } from '../commands/context.ts'
import { type ExitCode, exitCodes, isToolError } from '../exit.ts'
import { jsonText } from '../output/json.ts'
import { painted, unpainted } from '../output/terminal.ts'
import { markLine, WIDEST } from '../output/report.ts'
import { type ResultSink, sinkOf, toStdout } from '../output/result-file.ts'
import { runCancelled } from '../texts/messages.ts'
import { listenToSignals } from './interruption.ts'
import { documentOf, readSettings, type Settings } from './run-options.ts'

/** Returns a check as JSON data: the world once, and each step with its tool and its whole runs. */
const checkDocument = ({ steps, ...check }: MailCheck, settings: Settings): object => {
  const run = steps.flatMap(({ runs }) => runs)[0]
  const { seed, scenario, at } = run ?? settings
  return {
    simulated: true,
    ...(run === undefined ? {} : { engine: run.engine }),
    seed,
    scenario,
    at,
    ...check,
    steps: steps.map((step, index) => ({
      ...step,
      tool: mailSteps[index]?.tool,
      runs: step.runs.map((each) => documentOf(each, settings)),
    })),
  }
}

const write = (check: MailCheck, context: Context, settings: Settings, sink: ResultSink): void => {
  const { environment, err } = context
  if (settings.json) {
    sink.write(jsonText(checkDocument(check, settings)))
    return
  }
  const onTerminal = sink === toStdout && environment.isTerminal(1)
  const run = check.steps.flatMap(({ runs }) => runs)[0]
  if (onTerminal && !settings.quiet && run !== undefined) err(markLine(run, environment, settings.plain))
  sink.write(
    formatMailCheck(check, {
      width: onTerminal ? Math.min(WIDEST, environment.width(1)) : 80,
      glyphs: environment.glyphs,
      paint: !settings.plain && sink === toStdout && environment.hasColor(1) ? painted : unpainted,
      mark: !onTerminal,
    }),
  )
}

/** Returns the exit code: the limit if no step ran, then steps that were refused or failed, then --fail-on. */
const exitOf = ({ steps, severity }: MailCheck, { failOn }: Settings): ExitCode => {
  const isIncomplete = steps.some(({ refusal }) => refusal !== undefined)
  if (isIncomplete)
    return steps.some(({ state, refusal }) => state === 'done' || refusal?.code === 'failed')
      ? exitCodes.someFailed
      : exitCodes.limit
  return failOn !== undefined && isAtLeast(severity, failOn) ? exitCodes.finding : exitCodes.ran
}

/** Shows how many steps are done, if the runs take their simulated time: on a terminal in one line that it overwrites, elsewhere a line each. */
const progressOf = ({ environment, err, say }: Context, { json, quiet, plain, delay }: Settings) => {
  if (json || quiet || !delay) return { show: () => undefined, close: () => undefined }
  const inPlace = !plain && !environment.noAnimation && !environment.isScreenReader && environment.isTerminal(2)
  let shown = ''
  return {
    show: ({ sentence, steps }: MailCheck) => {
      const open = steps.filter(({ state }) => state === 'waiting' || state === 'running').length
      if (open === 0 || open === steps.length || sentence === shown) return
      shown = sentence
      if (inPlace) err(`\r${sentence}\u001b[K`)
      else say(sentence)
    },
    close: () => {
      if (inPlace && shown !== '') err('\r\u001b[K')
    },
  }
}

/** Checks the mail of a domain: runs the tools of every step in one world, records their runs, and writes the answer. */
export const runMailCheck = async (context: Context): Promise<ExitCode> => {
  const settings = await readSettings(context)
  const [domain = ''] = context.words
  const sink = sinkOf(context.options.output)
  const interruption = listenToSignals()
  const progress = progressOf(context, settings)
  const usage = context.state.usage()
  const { seed = freshSeed(), at = new Date().toISOString(), scenario, world, delay } = settings
  const box = createToolbox({ plan: context.plan, usage, delay, surface: 'command', seed, at, scenario, world })
  try {
    const check = await checkMail(
      domain,
      async (tool, input) => {
        const run = await box.run(tool, input, { signal: interruption.signal })
        context.state.keep(run)
        return run
      },
      progress.show,
    ).finally(progress.close)
    write(check, context, settings, sink)
    sink.commit()
    return exitOf(check, settings)
  } catch (error) {
    sink.discard()
    const code = interruption.exitCode()
    if (code === undefined || (code === exitCodes.cancelled && isToolError(error))) throw error
    context.say(runCancelled)
    return code
  } finally {
    interruption.close()
    usage.close()
  }
}
