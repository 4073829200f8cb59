import { createToolbox, findScenario, isAtLeast, readWorld, type ToolId, type WorldDocument } from '@netbox/core'
import { type Exercise, expectedOf, factsToRepair } from './exercises.ts'

/** The answer of a learner who looked for a fault. */
export interface Answer {
  /** The domain, or `none` for no fault. */
  readonly domain: string
  /** The tool that shows the fault. */
  readonly component?: string
  /** The scenario, or the code of a finding. */
  readonly fault?: string
}

/** The grade of an answer. */
export interface Grade {
  readonly right: boolean
  /** Why it is wrong, without the solution. */
  readonly reasons: readonly string[]
}

const graded = (reasons: readonly string[]): Grade => ({ right: reasons.length === 0, reasons })

/** Grades an answer by the findings that the scenario must show. */
export const gradeAnswer = ({ solution, domains }: Exercise, answer: Answer): Grade => {
  const { domain, component = '', fault = '' } = answer
  const isNone = domain === 'none'
  if (!isNone && !domains.includes(domain)) return graded([`${domain} is not one of ${domains.join(', ')}.`])
  if (solution === undefined) return graded(isNone ? [] : ['There is no such fault at that domain.'])
  if (isNone) return graded(['Something is wrong with one of the domains.'])
  if (domain !== solution.domain) return graded(['Nothing is wrong with that domain.'])
  const findings = findScenario(solution.fault.scenario)?.findings ?? {}
  // The cast is safe: an unknown tool has no findings.
  const codes = Object.keys(findings[component as ToolId] ?? {})
  const isFault = fault === solution.fault.scenario || Object.values(findings).some((found) => fault in found)
  return graded([
    ...(codes.length === 0 ? [`${component || 'No tool'} does not show the fault of that domain.`] : []),
    ...(isFault ? [] : [`${fault || 'No fault'} is not the fault of that domain.`]),
    ...(isFault && codes.length > 0 && fault !== solution.fault.scenario && !codes.includes(fault)
      ? [`${component} does not report ${fault}.`]
      : []),
  ])
}

/** Lists the facts of a document, one text each. */
const factsIn = (value: unknown, path = ''): string[] => {
  if (Array.isArray(value)) return value.map((item) => `${path} ${JSON.stringify(item)}`)
  if (typeof value !== 'object' || value === null) return [`${path} ${JSON.stringify(value)}`]
  return Object.entries(value).flatMap(([key, inner]) => factsIn(inner, path === '' ? key : `${path} › ${key}`))
}

const canonical = (document: WorldDocument): string[] => factsIn(readWorld(document).document)

/** Runs the tools of a domain, and returns the codes of their findings at or above a warning. */
const badFindings = async (
  exercise: Exercise,
  world: WorldDocument,
): Promise<{ tool: ToolId; code: string; critical: boolean }[]> => {
  const { seed, at, solution, domains } = exercise
  const [domain = ''] = domains
  const box = createToolbox({ seed, at, scenario: 'healthy', world, plan: 'enterprise' })
  const mail = await box.run('mx-record', domain)
  const servers = mail.result.records.map(({ exchange }) => exchange)
  const runs: (readonly [ToolId, string])[] = [
    ...(['spf-check', 'email-deliverability', 'https-test'] as const).map((tool) => [tool, domain] as const),
    ['cname-lookup', `www.${domain}`],
    ['https-test', `www.${domain}`],
    ...servers.map((server) => ['smtp-test', `${server}:25`] as const),
    ...(['ptr-lookup', 'blacklist-check'] as const).map((tool) => [tool, solution?.address ?? ''] as const),
  ]
  const all = [mail, ...(await Promise.all(runs.map(async ([tool, input]) => box.run(tool, input))))]
  return all.flatMap(({ tool, findings }) =>
    findings.flatMap(({ code, severity }) =>
      isAtLeast(severity, 'warning') ? [{ tool, code, critical: severity === 'critical' }] : [],
    ),
  )
}

/** Grades the repair of a domain: no critical finding, the fault gone, and no other fact changed. */
export const gradeRepair = async (exercise: Exercise, document: WorldDocument): Promise<Grade> => {
  const { solution } = exercise
  if (solution === undefined) throw new RangeError('every domain to repair has a fault')
  const { faulty, healthy } = factsToRepair(exercise)
  const sound = new Set(canonical(healthy))
  const stated = new Set(canonical(document))
  const lost = canonical(faulty).filter((fact) => sound.has(fact) && !stated.has(fact))
  const bad = await badFindings(exercise, document)
  const expected = expectedOf(solution.fault)
  const wrong = bad.filter(({ tool, code, critical }) => critical || (tool === solution.fault.tool && code in expected))
  return graded([
    ...lost.map((fact) => `A fact that was right has changed: ${fact}`),
    ...new Set(wrong.map(({ tool }) => `${tool} still finds a fault.`)),
  ])
}
