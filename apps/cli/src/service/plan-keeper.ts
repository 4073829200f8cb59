import type { User } from '@netbox/contract'
import type { Environment } from '../environment.ts'
import { chosenApiUrl, HOLDS, type KeptPlan, planFile, planState } from '../plan.ts'
import { removePrivate, writePrivate } from './private-file.ts'

type Surroundings = Pick<Environment, 'token' | 'stateFolder' | 'apiUrl' | 'config'>

const write = (environment: Surroundings, kept: KeptPlan): void => {
  try {
    writePrivate(planFile(environment), `${JSON.stringify(kept)}\n`)
  } catch {
    // Without it the service is asked again the next time.
  }
}

/** Keeps what the service just said of the plan: for seven days, and no longer than the subscription runs. */
export const keepPlan = (
  environment: Surroundings,
  { email, plan }: Pick<User, 'email' | 'plan'>,
  { now = Date.now(), ends }: { readonly now?: number; readonly ends?: number | undefined } = {},
): void => {
  const until = Math.min(now + HOLDS, ends === undefined || ends <= now ? Number.POSITIVE_INFINITY : ends)
  write(environment, { apiUrl: chosenApiUrl(environment), email, plan, checked: now, until })
}

/** Notes that the service could not be asked; what was known stays as it was. */
export const noteFailure = (environment: Surroundings, now = Date.now()): void => {
  const { kept } = planState(environment, now)
  const nothing = { apiUrl: chosenApiUrl(environment), email: '', plan: 'free', checked: 0, until: 0 } as const
  write(environment, { ...(kept ?? nothing), tried: now })
}

/** Forgets the plan. */
export const forgetPlan = (environment: Surroundings): void => {
  try {
    removePrivate(planFile(environment))
  } catch {
    // It belongs to a session that is no more, and expires by itself.
  }
}
