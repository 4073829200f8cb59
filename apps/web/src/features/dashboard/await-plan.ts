/** How long after one check the next one follows, in milliseconds: news of a payment come within seconds, or late. */
const WAITS = [1000, 1000, 2000, 3000, 5000, 8000, 13_000, 20_000] as const
/** With a plan already, only a better one is waited for: this many checks are enough. */
const ENOUGH = 4

/** The dependencies of waiting for a plan. */
export interface AwaitPlanOptions {
  /** Asks the service; may fail. */
  readonly check: () => Promise<void>
  /** Returns whether there is a plan now. */
  readonly hasPlan: () => boolean
  /** Rejects when nobody waits any more. */
  readonly wait: (milliseconds: number) => Promise<void>
}

/** Asks for a paid plan at growing intervals, for at most a minute. */
export const awaitPlan = async ({ check, hasPlan, wait }: AwaitPlanOptions): Promise<void> => {
  for (const [checks, milliseconds] of WAITS.entries()) {
    // While the service can't say, the next check may.
    await check().catch(() => undefined)
    if (hasPlan() && checks >= ENOUGH) return
    await wait(milliseconds)
  }
  await check().catch(() => undefined)
}
