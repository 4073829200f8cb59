import { createToolbox, type Toolbox } from '../runs/create-toolbox.ts'
import type { ScenarioName } from '../scenarios/index.ts'
import { fakeClock, FIXED_TIME } from './fake-clock.ts'

/** Makes a toolbox whose every run is the same in every test run: fixed seed, fixed time, unlimited runs. */
export const fixedWorld = (scenario: ScenarioName = 'none', seed = 'fixed'): Toolbox =>
  createToolbox({ seed, scenario, at: FIXED_TIME, plan: 'enterprise', clock: fakeClock() })
