import { openWorld, ToolError, type WorldDocument } from '@netbox/core'
import { worldProblem } from '../../components/run/read-world.ts'
import type { ChosenWorld } from '../../lib/world/world.ts'
import { type FaultRows, MOST_SCENARIO, scenarioOfRows, scenariosByDomain } from './fault-rows.ts'

/** The world that the page describes, before it is checked. */
export interface WorldDraft {
  readonly seed: string
  /** The faults as rows, or a scenario that rows can't show. */
  readonly faults: FaultRows | string
  /** The time at which the clock stands, in ISO 8601 once it is complete; undefined for a clock that runs. */
  readonly at: string | undefined
  readonly facts: WorldDocument | undefined
}

/** What core says about a draft: the world in canonical form, or the errors of its parts. */
export interface CheckedWorld {
  readonly world?: ChosenWorld
  /** Whether the faults of single domains are in the facts, because the scenario would be too long. */
  readonly isInDocument: boolean
  readonly problems: { readonly [Part in 'seed' | 'faults' | 'at' | 'world']?: string }
}

const withScenarios = (
  facts: WorldDocument | undefined,
  domains: readonly (readonly [string, string])[],
): WorldDocument => ({
  ...facts,
  domains: {
    ...facts?.domains,
    ...Object.fromEntries(domains.map(([domain, scenario]) => [domain, { ...facts?.domains?.[domain], scenario }])),
  },
})

const compile = ({ faults, facts }: WorldDraft) => {
  if (typeof faults === 'string') return { scenario: faults, facts, isInDocument: false }
  const scenario = scenarioOfRows(faults)
  if (scenario.length <= MOST_SCENARIO) return { scenario, facts, isInDocument: false }
  const { scenario: everywhere, domains } = scenariosByDomain(faults)
  if (domains.length === 0) return { scenario, facts, isInDocument: false }
  return { scenario: everywhere, facts: withScenarios(facts, domains), isInDocument: true }
}

/** Checks a draft with core. */
export const checkWorld = (draft: WorldDraft): CheckedWorld => {
  const { scenario, facts, isInDocument } = compile(draft)
  const { at } = draft
  const seed = draft.seed.trim() === '' ? undefined : draft.seed.trim()
  const problems = Object.fromEntries(
    [
      ['seed', seed === undefined ? undefined : worldProblem({ seed })] as const,
      ['faults', worldProblem({ scenario })] as const,
      ['at', at === undefined ? undefined : worldProblem({ at })] as const,
    ].filter(([, problem]) => problem !== undefined),
  )
  if (Object.keys(problems).length > 0) return { isInDocument, problems }
  try {
    // The cast is safe: core has read the scenario.
    const opened = openWorld(
      { seed: seed ?? 'any', scenario: scenario as 'random', at: at ?? 0, world: facts },
      () => 0,
    )
    return { world: { seed, scenario: opened.scenario, at, world: opened.document }, isInDocument, problems: {} }
  } catch (error) {
    return { isInDocument, problems: { world: error instanceof ToolError ? error.message : String(error) } }
  }
}
