import type { ServiceName } from '@netbox/contract'
import type { Clock } from '@netbox/core'
import type { Database } from '../database/database.ts'
import { listServices } from '../database/shared.ts'
import type { ServiceControlTable } from '../database/schema.ts'

/** The feature flags of the service. */
export interface Switches {
  list(): Promise<readonly ServiceControlTable[]>
  /** Returns whether a part of the service is on; a part that was never switched is on. */
  isOn(service: ServiceName): Promise<boolean>
}

/** The time after which a process notices a changed feature flag, in milliseconds. */
const FRESH = 1000

/** Creates the reader of feature flags. Each process reads them at most once a second, because every run needs them. */
export const createSwitches = ({ database, clock }: { database: Database; clock: Pick<Clock, 'now'> }): Switches => {
  let known: { readonly at: number; readonly off: Promise<ReadonlySet<string>> } | undefined
  const list = () => listServices(database.queries)
  const readOff = async (): Promise<ReadonlySet<string>> =>
    new Set((await list()).filter(({ is_enabled }) => is_enabled === 0).map(({ service_name }) => service_name))
  const off = (): Promise<ReadonlySet<string>> => {
    const now = clock.now()
    if (known !== undefined && now - known.at < FRESH && now >= known.at) return known.off
    const fresh = { at: now, off: readOff() }
    known = fresh
    // A failed read is not cached.
    fresh.off.catch(() => {
      if (known === fresh) known = undefined
    })
    return fresh.off
  }
  return { list, isOn: async (service) => !(await off()).has(service) }
}
