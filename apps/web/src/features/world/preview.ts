// The effects of a world on a domain, computed in the page: nothing is counted or recorded.
import {
  checkMail,
  createToolbox,
  type MailCheck,
  type MailStep,
  mailSteps,
  memoryUsage,
  openWorld,
  type ScenarioText,
  type Severity,
  ToolError,
} from '@netbox/core'
import { queryDns, type RecordType, recordTypeOf } from '@netbox/core/dns'
import type { SharedWorld } from '../../components/run/read-world.ts'
import { factLines, recordText } from '../../texts/fact-lines.ts'

/** A step of the mail check, in a world and in this world without the visitor's facts. */
interface PreviewStep {
  readonly title: string
  readonly severity: Severity
  readonly sentence: string
  /** The effect of the facts: on the sentence, only the data behind it, or nothing; undefined if the visitor defines none. */
  readonly change?: 'sentence' | 'data' | 'none' | undefined
  /** The sentence of the step without the facts. */
  readonly was?: string | undefined
}

/** The effects of a world on a domain. */
export interface Preview {
  readonly domain: string
  readonly world: SharedWorld
  readonly sentence: string
  readonly steps: readonly PreviewStep[]
  /** The tool whose reports show the change by the facts. */
  readonly tool: string
  /** The records that the world has without the facts, by `NAME TYPE`. */
  readonly records: ReadonlyMap<string, readonly string[]>
}

const checkIn = async (domain: string, { scenario, ...world }: SharedWorld): Promise<MailCheck> => {
  const box = createToolbox({ plan: 'enterprise', usage: memoryUsage() })
  // The cast is safe, because the toolbox checks the scenario.
  const order = { ...world, scenario: scenario as ScenarioText }
  return checkMail(domain, async (tool, input) => box.run(tool, input, order))
}

const resultsOf = ({ runs }: MailStep): string => JSON.stringify(runs.map(({ input, result }) => [input, result]))

const changeOf = (step: MailStep, before: MailStep | undefined): Pick<PreviewStep, 'change' | 'was'> => {
  if (before === undefined) return {}
  if (step.sentence !== before.sentence) return { change: 'sentence', was: before.sentence }
  return { change: resultsOf(step) === resultsOf(before) ? 'none' : 'data' }
}

const recordsBefore = ({ seed, scenario, at, world: facts }: SharedWorld): Preview['records'] => {
  // The cast is safe: the world is checked.
  const { world } = openWorld({ seed, scenario: scenario as ScenarioText, at }, Date.now)
  return new Map(
    factLines(facts ?? {}).flatMap(({ path: [, name = '', part], what: type }) =>
      part === 'records' && recordTypeOf(type)?.isRead === true
        ? // The cast is safe: the world has the records of the type.
          [[`${name} ${type}`, queryDns(world, name, type as RecordType).records.map(recordText)] as const]
        : [],
    ),
  )
}

/** Checks the mail of a domain in a world, and in this world without the visitor's facts. Returns a sentence for what is no domain. */
export const previewWorld = async (
  domain: string,
  world: SharedWorld,
): Promise<{ readonly preview: Preview; readonly problem?: undefined } | { readonly problem: string }> => {
  try {
    const check = await checkIn(domain, world)
    const before = world.world === undefined ? undefined : await checkIn(domain, { ...world, world: undefined })
    const steps = check.steps.map((step, at) => ({
      title: mailSteps[at]?.title ?? '',
      severity: step.severity ?? 'info',
      sentence: step.sentence,
      ...changeOf(step, before?.steps[at]),
    }))
    const changed = mailSteps[steps.findIndex(({ change }) => change === 'sentence' || change === 'data')]
    // A report of a mail server is about one server, and the worlds may have different ones.
    const tool = changed === undefined || changed.id === 'smtp' ? 'mx-record' : changed.tool
    return { preview: { domain, world, sentence: check.sentence, steps, tool, records: recordsBefore(world) } }
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    return { problem: error.message }
  }
}
