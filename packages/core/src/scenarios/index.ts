import { faults } from './faults.ts'
import { defineScenario, healthy, type Scenario } from './scenario.ts'
import { tlsFaults } from './tls-faults.ts'

const random = defineScenario({
  name: 'random',
  title: 'A world with random faults',
  changes: {},
  findings: {},
})

/** All scenarios; the first overrides nothing. The page /docs/scenarios of a service shows the findings of each. */
export const scenarios = [random, healthy, ...faults, ...tlsFaults] as const

/** The name of a scenario: `'mx-down'`. */
export type ScenarioName = (typeof scenarios)[number]['name']

/** The old name of `random`, which every option still accepts; a run has the new one. */
type OldName = 'none'

/**
 * The scenarios of a world: a name, a combination (`'mx-down+spf-permerror'`), a scenario for one domain (`'mx-down:shop.example'`) or a
 * timeline (`'mx-down@10:00..10:30'`). The compiler checks the first name only; `readScenario` checks any text.
 */
export type ScenarioText = ScenarioName | OldName | `${ScenarioName | OldName}${'+' | ':' | '@' | ','}${string}`

/**
 * Returns the choices of a scenario menu: all scenarios, and the chosen one if it is a combination or a timeline.
 *
 * @example
 * scenarioChoices('mx-down').length // => scenarios.length
 * scenarioChoices('mx-down+block-listed').at(-1)?.name // => 'mx-down+block-listed'
 */
export const scenarioChoices = <Chosen extends string>(
  chosen: Chosen,
): readonly { readonly name: ScenarioName | Chosen; readonly title: string }[] =>
  chosen === '' || findScenario(chosen) !== undefined
    ? scenarios
    : [...scenarios, { name: chosen, title: 'A combination or a timeline of faults' }]

/**
 * Finds a scenario by name, ignoring case. `none` is the old name of `random`.
 *
 * @example
 * findScenario('MX-Down')?.title // => 'The first mail server is silent'
 * findScenario('none')?.name // => 'random'
 * findScenario('mx-up') // => undefined
 */
export const findScenario = (name: string): Scenario<ScenarioName> | undefined => {
  const typed = name.trim().toLowerCase()
  const wanted = typed === ('none' satisfies OldName) ? 'random' : typed
  return scenarios.find((scenario) => scenario.name === wanted)
}
