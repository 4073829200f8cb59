import { between, type Entity } from './mapping.ts'

const TIMES_TO_LIVE = [300, 300, 600, 900, 1800, 3600, 3600, 14_400, 86_400] as const

/** Returns the time to live of a record set, in seconds. */
export const timeToLive = (of: Entity, field: string): number =>
  TIMES_TO_LIVE[between(of, field, 0, TIMES_TO_LIVE.length - 1)] ?? 3600
