import { parseInput } from '../inputs/inputs.ts'
import { finishReport, type Report, severities, worst } from '../reports/report.ts'
import { problemsOf } from '../schema/conforms.ts'
import { overridesOf } from '../scenarios/overrides-of.ts'
import { scenarios } from '../scenarios/index.ts'
import type { ToolDefinition } from '../tools/define-tool.ts'
import { createWorld } from '../world/world.ts'
import { FIXED_TIME } from './fake-clock.ts'
import { unsafeIdentifiers } from './safe-identifiers.ts'

/** The two functions of a test runner that the kit needs, and the number of seeds. */
export interface TestRunner {
  readonly describe: (name: string, body: () => void) => void
  readonly it: (name: string, body: () => Promise<void> | void) => void
  /** The number of seeds for each input and scenario; 60 by default. */
  readonly seeds?: number
}

/** Example inputs of a tool: accepted ones with their canonical form, and refused ones. */
export interface ToolExamples {
  /** The accepted inputs as typed, each with its canonical form. */
  readonly accepts: Readonly<Record<string, string>>
  readonly refuses: readonly string[]
}

const SEEDS = 60

// The number of characters of a verdict that are two lines on a phone.
const LONGEST_VERDICT = 72

const claim = (holds: boolean, otherwise: string): void => {
  if (!holds) throw new Error(otherwise)
}

const textsOf = ({ verdict, figures, findings, plot }: Report): string[] => [
  verdict.sentence,
  verdict.detail,
  ...figures.flatMap(({ label, value, unit = '', note = '' }) => [label, value, unit, note]),
  ...findings.flatMap(({ title, detail, advice }) => [title, detail, advice]),
  plot.caption,
  plot.alternative,
]

const checkReport = (report: Report, where: string): void => {
  const { verdict, figures, findings, plot } = report
  claim(figures.length >= 2 && figures.length <= 4, `${where}: ${figures.length} figures, not two to four`)
  claim(findings.length > 0, `${where}: no findings`)
  const order = findings.map(({ severity }) => severities.indexOf(severity))
  claim(
    order.every((rank, index) => index === 0 || rank >= (order[index - 1] ?? 0)),
    `${where}: findings are not worst first`,
  )
  claim(verdict.severity === worst(findings), `${where}: the verdict is not as bad as the worst finding`)
  claim(/[.]$/.test(verdict.sentence), `${where}: the verdict is not a sentence: ${verdict.sentence}`)
  claim(
    verdict.sentence.length <= LONGEST_VERDICT,
    `${where}: the verdict has ${verdict.sentence.length} characters: ${verdict.sentence}`,
  )
  claim(plot.caption !== '' && plot.alternative !== '', `${where}: the plot has no caption or alternative`)
  const bad = findings.filter(
    ({ severity, advice, detail }) =>
      (severity === 'critical' || severity === 'warning') && (advice === '' || detail === ''),
  )
  claim(bad.length === 0, `${where}: no reason or advice for ${bad.map(({ code }) => code).join(', ')}`)
  for (const text of textsOf(report)) claim(!/undefined|NaN|\[object|!|null/.test(text), `${where}: '${text}'`)
}

/** One run of a tool: a world, with the input as typed and as parsed. */
interface Trial {
  readonly input: string
  readonly value: unknown
  readonly seed: string
  readonly scenario: (typeof scenarios)[number]
}

/**
 * Declares the tests that every tool must pass: the tool accepts and refuses these inputs, and its results match its schema, follow from
 * the seed and contain no names of third parties. Its reports are complete and consistent in every scenario.
 */
export const describeTool = (
  tool: ToolDefinition,
  { accepts, refuses }: ToolExamples,
  { describe, it, seeds = SEEDS }: TestRunner,
): void => {
  const inputs = Object.keys(accepts)
  const read = (text: string) => parseInput<unknown>(tool.input, text.trim())
  const inEachWorld = (visit: (trial: Trial) => void): void => {
    for (const input of inputs) {
      const value = read(input)?.value
      for (const scenario of scenarios) {
        for (let index = 0; index < seeds; index++) visit({ input, value, seed: `${tool.id}-${index}`, scenario })
      }
    }
  }
  describe(tool.id, () => {
    for (const [text, canonical] of Object.entries(accepts)) {
      it(`reads ${JSON.stringify(text)} as ${JSON.stringify(canonical)}`, () => {
        const parsed = read(text)
        claim(parsed?.canonical === canonical, `read as ${JSON.stringify(parsed?.canonical)}`)
        claim(read(canonical)?.canonical === canonical, 'the canonical form is not read as itself')
      })
    }
    for (const text of refuses) {
      it(`refuses ${JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text)}`, () => {
        claim(read(text) === undefined, `read as ${JSON.stringify(read(text)?.canonical)}`)
      })
    }
    it('reads its own placeholder', () => {
      claim(read(tool.placeholder) !== undefined, `refused ${tool.placeholder}`)
    })
    it('gives results of its schema and complete reports in every scenario', async () => {
      const simulation = await tool.load()
      inEachWorld(({ input, value, seed, scenario }) => {
        const where = `${input}, seed ${seed}, scenario ${scenario.name}`
        const world = createWorld(seed, FIXED_TIME, overridesOf(scenario.name))
        const result = simulation.simulate(value, world)
        const problems = problemsOf(tool.resultSchema, result)
        claim(problems.length === 0, `${where}: ${problems.join('; ')}`)
        checkReport(finishReport(simulation.report(result, world, value)), where)
      })
    })
    it('gives the same bytes for the same seed, and names no third party', async () => {
      const simulation = await tool.load()
      inEachWorld(({ input, value, seed, scenario }) => {
        const run = () => {
          const world = createWorld(seed, FIXED_TIME, overridesOf(scenario.name))
          const result = simulation.simulate(value, world)
          return JSON.stringify([result, simulation.report(result, world, value)])
        }
        const text = run()
        claim(text === run(), `${input}, seed ${seed}, scenario ${scenario.name}: two runs differ`)
        const unsafe = unsafeIdentifiers(text, input)
        claim(unsafe.length === 0, `${input}, seed ${seed}, scenario ${scenario.name}: ${unsafe.join(', ')}`)
      })
    })
  })
}
