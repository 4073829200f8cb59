import type { Severity } from '../reports/report.ts'
import type { FindingCodeOf, ToolId } from '../catalogue/catalogue.ts'
import type { Overrides } from '../world/overrides.ts'

/** A named fault: it overrides facts of the world, so it affects every tool at once. */
export interface Scenario<Name extends string = string> {
  readonly name: Name
  /** The fault in a few words, for lists and the fault matrix. */
  readonly title: string
  readonly overrides: Overrides
}

/** The lesson of a scenario and the findings that it must produce. Separate from the scenario, because a run does not need it. */
export interface Exercise {
  /** The lesson for a learner, in one to three sentences. */
  readonly lesson: string
  /** The findings that the scenario must produce, by tool: finding code → severity. A test checks each of them. */
  readonly findings: { readonly [Id in ToolId]?: { readonly [Code in FindingCodeOf<Id>]?: Severity } }
}

/** Declares a scenario; returns it with its literal name. */
export const defineScenario = <const Name extends string>(scenario: Scenario<Name>): Scenario<Name> => scenario
