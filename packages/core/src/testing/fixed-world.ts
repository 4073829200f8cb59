import { createToolbox, type Toolbox } from '../runs/create-toolbox.ts'
import type { ScenarioText } from '../scenarios/index.ts'
import type { Clock } from '../platform.ts'
import { fakeClock, FIXED_TIME } from './fake-clock.ts'

/**
 * Creates a toolbox whose runs are the same in every test, with a fixed seed, a fixed time, and the limits of the enterprise plan
 * (unlimited except for `email-migration`, 50 a day). With a clock, the world uses the clock's time, so that the faults of a timeline begin
 * and end as you advance it.
 *
 * @example
 * const clock = fakeClock()
 * const box = fixedWorld('mx-down@10:00..10:30', 'fixed', clock)
 * clock.advanceTo('2026-01-01T10:00:00Z')
 * const run = await box.run('mx-record', 'mail.example')
 * run.verdict.severity // => 'critical'
 */
export const fixedWorld = (scenario: ScenarioText = 'random', seed = 'fixed', clock?: Clock): Toolbox =>
  createToolbox({
    seed,
    scenario,
    plan: 'enterprise',
    ...(clock === undefined ? { at: FIXED_TIME, clock: fakeClock() } : { clock }),
  })
