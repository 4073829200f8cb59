import { HEALTHY, type Overrides } from '../world/decisions.ts'
import { findScenario, type ScenarioName } from './index.ts'

/** Returns the words of a scenario that differ from the healthy world. */
export const faultsOf = (name: ScenarioName): Overrides => findScenario(name)?.changes ?? {}

/** Returns the words of a scenario for all that scenarios decide; none for `random`, in which the seed decides. */
export const overridesOf = (name: ScenarioName): Overrides =>
  name === 'random' ? {} : { ...HEALTHY, ...faultsOf(name) }
