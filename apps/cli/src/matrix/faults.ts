import { nearest, readScenario, type Scenario, scenarios, type ScenarioText } from '@netbox/core'
import { unknownFault } from '../texts/matrix-texts.ts'

type Group = NonNullable<Scenario['group']>

const NO_FAULT: ReadonlySet<string> = new Set(['random', 'healthy'])

/** Every fault, in the order of the catalogue. */
const allFaults = scenarios.filter(({ name }) => !NO_FAULT.has(name))

const decidesOne =
  (...names: readonly (keyof Scenario['changes'])[]) =>
  ({ changes }: Scenario): boolean =>
    names.some((name) => name in changes)

const isIn =
  (wanted: Group) =>
  ({ group }: Scenario): boolean =>
    group === wanted

/** The groups that --faults accepts, and which faults are in them. */
const groups: Readonly<Record<string, (fault: Scenario) => boolean>> = {
  mail: isIn('mail'),
  names: isIn('names'),
  dns: isIn('names'),
  line: isIn('line'),
  network: isIn('line'),
  web: isIn('web'),
  certificates: isIn('certificates'),
  tls: isIn('certificates'),
  acme: isIn('acme'),
  lists: decidesOne('listed', 'lists'),
  'mail-security': decidesOne('spf', 'dmarc', 'dkim', 'tlsa', 'sts', 'starttls', 'tls'),
}

/** The names that --faults accepts, for completion. */
export const faultNames = (): readonly string[] => [...Object.keys(groups), ...allFaults.map(({ name }) => name)]

/** Returns the group of a fault, or of the first fault of a combination. */
export const groupOf = (fault: ScenarioText): Group => {
  const [first = ''] = fault.split(/[+:]/)
  return allFaults.find(({ name }) => name === first)?.group ?? 'line'
}

const isGroup = (name: string): boolean => Object.hasOwn(groups, name)

const named = (name: string): ScenarioText[] => {
  if (isGroup(name)) return allFaults.filter(groups[name] ?? (() => false)).map((fault) => fault.name)
  const [first = ''] = name.split(/[+:]/)
  const close = nearest(first, faultNames())
  if (!allFaults.some((fault) => fault.name === first)) throw unknownFault(name, close, Object.keys(groups))
  return [readScenario(name)]
}

/**
 * Returns the faults of a list of names and groups, in the order of the catalogue; without a list, all. Combinations come last. Throws a
 * `CommandError` for an unknown name, and core's `ToolError` for faults that contradict each other.
 */
export const faultsNamed = (names: readonly string[] | undefined): ScenarioText[] => {
  if (names === undefined) return allFaults.map(({ name }) => name)
  const wanted = new Set(names.map((name) => name.trim().toLowerCase()).flatMap(named))
  const single = allFaults.flatMap(({ name }) => (wanted.delete(name) ? [name] : []))
  return [...single, ...wanted]
}

/** Returns the pairs of these faults that don't contradict each other. */
export const pairsOf = (faults: readonly ScenarioText[]): ScenarioText[] =>
  faults.flatMap((one, index) =>
    faults.slice(index + 1).flatMap((other) => {
      try {
        return [readScenario(`${one}+${other}`)]
      } catch {
        return []
      }
    }),
  )
