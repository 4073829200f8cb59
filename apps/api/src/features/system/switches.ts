import type { ServiceName } from '@netbox/contract'
import type { Clock } from '@netbox/core'
import type { Database } from '../../db/database.ts'
import { listServices } from '../../db/list-services.ts'
import { andThen, type Soon } from '../../soon.ts'
import type { ServiceControlTable } from '../../db/schema.ts'

/** Tells which parts of the service are on. */
export interface Switches {
  list(): Promise<readonly ServiceControlTable[]>
  /** A part that nobody has ever switched is on. */
  isOn(service: ServiceName): Soon<boolean>
}

/** For how long a process may not know that somebody switched. */
const FRESH = 1000

interface Known {
  readonly at: number
  off: Soon<ReadonlySet<string>>
}

/** Makes the switches. Each process reads them at most once a second: they are asked for at every run. */
export const createSwitches = ({ database, clock }: { database: Database; clock: Pick<Clock, 'now'> }): Switches => {
  let known: Known | undefined
  const list = () => listServices(database.queries)
  const readOff = async (): Promise<ReadonlySet<string>> =>
    new Set((await list()).filter(({ is_enabled }) => is_enabled === 0).map(({ service_name }) => service_name))
  const settle = async (fresh: Known): Promise<void> => {
    try {
      fresh.off = await fresh.off
    } catch {
      // What could not be read is not remembered.
      if (known === fresh) known = undefined
    }
  }
  const off = (): Soon<ReadonlySet<string>> => {
    const now = clock.now()
    if (known === undefined || now - known.at >= FRESH || now < known.at) {
      known = { at: now, off: readOff() }
      void settle(known)
    }
    return known.off
  }
  return { list, isOn: (service) => andThen(off(), (names) => !names.has(service)) }
}
