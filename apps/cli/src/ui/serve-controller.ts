import type { Internet } from '@netbox/simulated-internet'
import type { Scenario } from '@netbox/core'

/** What the live view of a served internet draws and changes. */
export interface ServeController {
  readonly engine: string
  readonly internet: Pick<Internet, 'seed' | 'scenario' | 'dns' | 'asked' | 'askedCount' | 'onAsked' | 'set'>
  readonly scenarios: readonly Pick<Scenario, 'name' | 'title'>[]
  /** Sends text to the clipboard of the terminal, and says what became of it. */
  readonly copy: (text: string) => string
  readonly signal: AbortSignal
}
