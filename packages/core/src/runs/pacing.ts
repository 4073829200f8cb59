/** One step of a run: wait, then show the progress. */
export interface Step {
  /** Milliseconds before the step is reached. */
  readonly wait: number
  /** Per cent. */
  readonly progress: number
}

/** The way a run's progress advances: as on the home page or as on the dashboard (spec §9). */
export type Pacing = 'home' | 'dashboard'

/** The progress steps of the home page: progress starts at 10, goes through these steps, and reaches 100 with the result (spec §9). */
export const homeSteps: readonly Step[] = [
  { wait: 500, progress: 25 },
  { wait: 800, progress: 50 },
  { wait: 1000, progress: 75 },
  { wait: 600, progress: 90 },
]

const INTERVAL = 300
const INCREMENT = 15
const CAP = 90

/**
 * Returns the progress steps of the dashboard for a tool with this simulated delay in milliseconds: progress rises by 15 every 300 ms, to
 * 90 at most (spec §9).
 *
 * @example
 * dashboardSteps(700) // => [{ wait: 300, progress: 15 }, { wait: 300, progress: 30 }, { wait: 100, progress: 30 }]
 */
export const dashboardSteps = (delay: number): Step[] => {
  const ticks = Math.floor(delay / INTERVAL)
  const steps = Array.from({ length: ticks }, (_, index) => ({
    wait: INTERVAL,
    progress: Math.min(CAP, (index + 1) * INCREMENT),
  }))
  const rest = delay - ticks * INTERVAL
  return rest === 0 ? steps : [...steps, { wait: rest, progress: steps.at(-1)?.progress ?? 0 }]
}

/** Returns the initial progress of a run: 10 on the home page, 0 on the dashboard. */
export const firstProgress = (pacing: Pacing): number => (pacing === 'home' ? 10 : 0)

/** Returns the steps of a run. */
export const stepsOf = (pacing: Pacing, delay: number): readonly Step[] =>
  pacing === 'home' ? homeSteps : dashboardSteps(delay)
