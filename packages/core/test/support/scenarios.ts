import { overridesOf } from '../../src/scenarios/overrides-of.ts'
import { scenarios as all } from '../../src/scenarios/index.ts'

/** All scenarios, each with the overrides of its world. */
export const scenarios = all.map((scenario) => ({ ...scenario, overrides: overridesOf(scenario.name) }))
