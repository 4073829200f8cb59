import type { ScenarioText, WorldOptions } from '@netbox/core'

/** Which world an internet has. */
export interface InternetWorld extends WorldOptions {
  /** The domains that the scenario is about; the rest of the world stays healthy. Without it, it holds everywhere. */
  readonly for?: readonly string[] | undefined
  /** The time at which the clock of the world starts, which then continues: ISO 8601 or epoch milliseconds. Where `at` is set too, the clock stands still. */
  readonly startAt?: string | number | undefined
}

// They are no faults: of a timeline they are what holds beside its faults.
const NO_FAULT: ReadonlySet<string> = new Set(['none', 'healthy'])

/**
 * Writes the scenario of an internet as core reads it: each fault with the domains that it is for, `mx-down:shop.example`. A
 * fault that has its own domain keeps it.
 *
 * @example
 * scenarioFor({ scenario: 'healthy,mx-down@10:00..10:30', for: ['shop.example'] }) // => 'healthy,mx-down:shop.example@10:00..10:30'
 */
export const scenarioFor = ({ scenario, for: domains = [] }: InternetWorld): ScenarioText | undefined => {
  if (scenario === undefined || domains.length === 0) return scenario
  const scoped = (name: string): string =>
    name.includes(':') || NO_FAULT.has(name.trim().toLowerCase())
      ? name
      : domains.map((domain) => `${name.trim()}:${domain}`).join('+')
  const text = scenario
    .split(',')
    .map((part) => {
      const [faults = '', ...window] = part.split('@')
      return [faults.split('+').map(scoped).join('+'), ...window].join('@')
    })
    .join(',')
  // It begins with the name that it began with.
  return text as ScenarioText
}
