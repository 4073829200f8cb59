import { DAY, MINUTE, type WorldDocument } from '@netbox/core'
import type { ChosenWorld } from '../lib/world/world.ts'

const counted = (section: object | undefined, one: string, many: string): string[] => {
  const count = Object.keys(section ?? {}).length
  return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`]
}

/** Counts the facts of a world document: `2 domains, 1 host`. */
export const countFacts = ({ domains, hosts, addresses }: WorldDocument): string =>
  [
    ...counted(domains, 'domain', 'domains'),
    ...counted(hosts, 'host', 'hosts'),
    ...counted(addresses, 'address', 'addresses'),
  ].join(', ') || 'none'

/** The texts of the strip with the world of the visit. */
export const stripTexts = {
  region: 'Chosen world',
  world: 'World',
  change: 'Change',
  newWorld: 'New world',
  leave: 'Leave this world',
} as const

/** A time window of a scenario, with its faults: epoch ms. */
interface Window {
  readonly faults: string
  readonly from: number
  readonly until: number
}

const clock = (time: number): string => new Date(time).toISOString().slice(11, 16)

/**
 * Returns the windows of a timeline on the day around a time, and its faults outside of them. The text is in core's canonical form; core's
 * own parser would load every scenario with every page.
 */
const readWindows = (scenario: string, at: number): { readonly base: string; readonly windows: readonly Window[] } => {
  const parts = scenario.split(',')
  const midnight = Math.floor(at / DAY) * DAY
  const windows = parts.flatMap((part): Window[] => {
    const [faults = '', times] = part.split('@')
    if (times === undefined) return []
    const [from = '', until = ''] = times.split('..')
    if (from.includes('T')) return [{ faults, from: Date.parse(from), until: Date.parse(until) }]
    const [begin, end] = [from, until].map((time) => Date.parse(`1970-01-01T${time}Z`)) as [number, number]
    const length = end > begin ? end - begin : end - begin + DAY
    return [-DAY, 0, DAY].map((day) => ({
      faults,
      from: midnight + day + begin,
      until: midnight + day + begin + length,
    }))
  })
  return { base: parts[0]?.includes('@') === false ? parts[0] : 'random', windows }
}

const left = (milliseconds: number): string => {
  const minutes = Math.ceil(milliseconds / MINUTE)
  return minutes < 60 ? `${minutes} min left` : `${Math.floor(minutes / 60)} h ${minutes % 60} min left`
}

const named = (faults: string): string => faults.replaceAll('+', ' + ')

/** Names the fixed clock of a world: its time, with the day unless that is today. */
const fixedClock = (at: number, now: number): string =>
  `clock ${Math.floor(at / DAY) === Math.floor(now / DAY) ? '' : `${new Date(at).toISOString().slice(0, 10)} `}${clock(at)} UTC`

/** A world in words. A world without a named fault has empty `faults`. */
export type WorldWords = Readonly<Record<'seed' | 'faults' | 'rest', string>>

/** Describes a world at a time (epoch ms): its seed, the faults that hold, the facts of the user, and its clock. */
export const worldWords = ({ seed = '', scenario, at, world }: ChosenWorld, now: number): WorldWords => {
  const given = at === undefined ? Number.NaN : Date.parse(at)
  const time = Number.isNaN(given) ? now : given
  const { base, windows } = readWindows(scenario, time)
  const current = windows.find(({ from, until }) => from <= time && time < until)
  const next = windows.filter(({ from }) => from > time).toSorted((one, other) => one.from - other.from)[0]
  const faults = current?.faults ?? base
  const isNamed = faults !== 'random' && faults !== 'healthy'
  const fixed = Number.isNaN(given) ? undefined : fixedClock(given, now)
  const change =
    current === undefined
      ? next && `${named(next.faults)} from ${clock(next.from)} UTC`
      : `until ${clock(current.until)}, ${left(current.until - time)}`
  return {
    seed,
    faults: isNamed ? named(faults) : '',
    rest: [
      isNamed ? undefined : faults === 'random' ? 'random faults' : 'no faults',
      world && countFacts(world),
      fixed ?? (change === undefined ? 'clock now' : undefined),
      change,
    ]
      .filter((words) => words !== undefined)
      .join(' · '),
  }
}
