import { defineScenario } from './scenario.ts'

const none = defineScenario({ name: 'none', title: 'The world as its seed makes it', lesson: '', bends: {}, findings: {} })

/** Every scenario; the first bends nothing. */
export const scenarios = [none] as const

/** The name of a scenario: `'mx-down'`. */
export type ScenarioName = (typeof scenarios)[number]['name']

/** Finds a scenario by name, whatever its case. */
export const findScenario = (name: string): (typeof scenarios)[number] | undefined => {
  const wanted = name.trim().toLowerCase()
  return scenarios.find((scenario) => scenario.name === wanted)
}
