import type { Severity } from '../reports/report.ts'
import type { FindingCodeOf, ToolId } from '../catalogue/catalogue.ts'
import type { Overrides } from '../world/decisions.ts'

/** The part of the world in which a fault is, for lists. */
export type FaultGroup = 'mail' | 'names' | 'line' | 'web' | 'certificates' | 'acme'

/** A named fault: it overrides facts of the world, so it affects every tool at once. It is also an exercise in finding the fault. */
export interface Scenario<Name extends string = string> {
  readonly name: Name
  /** The part of the world in which the fault is; undefined for a scenario without a fault. */
  readonly group?: FaultGroup
  /** The fault in a few words, for lists and the fault matrix. */
  readonly title: string
  /** The changes that the fault makes to a world without faults. */
  readonly changes: Overrides
  /** The findings that the scenario must produce, by tool: finding code → severity. A test checks each of them. */
  readonly findings: { readonly [Id in ToolId]?: { readonly [Code in FindingCodeOf<Id>]?: Severity } }
}

/** Declares a scenario; returns it with its literal name. */
export const defineScenario = <const Name extends string>(scenario: Scenario<Name>): Scenario<Name> => scenario

/** A world without faults: the base of every fault. */
export const healthy = defineScenario({
  name: 'healthy',
  title: 'Everything is as it should be',
  changes: {},
  findings: {},
})

/** Declares a scenario whose world has no other faults; returns it with its literal name. */
export const defineFault = <const Name extends string>(
  scenario: Scenario<Name> & { readonly group: FaultGroup },
): Scenario<Name> => scenario
