import type { Clock } from '@netbox/core'
import { newLetters } from '../src/random.ts'
import type { Event } from './objects/types.ts'
import type { Store, Tables } from './store.ts'

/** The version of the API that the double speaks: the one that the library of this project speaks. */
export const API_VERSION = '2026-10-28.endive'

/** What everything in the double works with. */
export interface World {
  readonly tables: Tables
  /** The moment for a customer, in epoch seconds: their test clock's, or the double's. */
  now(customerId?: string | null): number
  /** The real moment, in epoch ms: what signatures tell. */
  real(): number
  /** Draws an id. */
  id(prefix: string, length?: number): string
  /** Tells all endpoints that listen what has happened, with a copy of what it happened to. */
  emit(type: string, object: object & { readonly customer?: unknown }, before?: object): void
  /** Does work at a moment of the past: what was due then. */
  at<Result>(moment: number, work: () => Result): Result
}

/** Makes the world over what is stored. */
export const createWorld = ({ tables }: Store, clock: Pick<Clock, 'now'>, listener: (event: Event) => void): World => {
  let moment: number | undefined

  const now: World['now'] = (customerId) => {
    if (moment !== undefined) return moment
    const testClock = customerId == null ? null : tables.customers[customerId]?.test_clock
    const frozen = typeof testClock === 'string' ? tables.testClocks[testClock]?.frozen_time : undefined
    return frozen ?? Math.floor(clock.now() / 1000) + tables.ahead
  }

  const id: World['id'] = (prefix, length = 24) => `${prefix}_${newLetters(length)}`

  return {
    tables,
    now,
    id,
    real: () => clock.now(),
    emit: (type, object, before) => {
      const { customer } = object
      const event: Event = {
        id: id('evt', 24),
        object: 'event',
        api_version: API_VERSION,
        created: now(typeof customer === 'string' ? customer : null),
        data: { object: structuredClone(object), ...(before === undefined ? {} : { previous_attributes: before }) },
        livemode: false,
        pending_webhooks: 0,
        request: { id: null, idempotency_key: null },
        type,
      }
      tables.events[event.id] = event
      listener(event)
    },
    at: (then, work) => {
      const before = moment
      moment = then
      try {
        return work()
      } finally {
        moment = before
      }
    },
  }
}
