/** The waits between checks, in milliseconds: events of a payment arrive within seconds, or late. */
const WAITS = [1000, 1000, 2000, 3000, 5000, 8000, 13_000, 20_000] as const
/** A user who already has a plan waits only for a better one, so this many checks are enough. */
const ENOUGH = 4

/** The dependencies of waiting for a plan. */
export interface AwaitPlanOptions {
  /** Asks the service; may fail. */
  readonly check: () => Promise<void>
  /** Returns whether there is a plan now. */
  readonly hasPlan: () => boolean
  /** Rejects when the wait is cancelled. */
  readonly wait: (milliseconds: number) => Promise<void>
}

/** Asks for a paid plan at growing intervals, for at most a minute. */
export const awaitPlan = async ({ check, hasPlan, wait }: AwaitPlanOptions): Promise<void> => {
  for (const [checks, milliseconds] of WAITS.entries()) {
    // While the service is unavailable, a later check may succeed.
    await check().catch(() => undefined)
    if (hasPlan() && checks >= ENOUGH) return
    await wait(milliseconds)
  }
  await check().catch(() => undefined)
}
