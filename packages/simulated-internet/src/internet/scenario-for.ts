import type { ScenarioText, WorldOptions } from '@netbox/core'

/** The world of an internet. */
export interface InternetWorld extends WorldOptions {
  /** The domains of the scenario; the rest of the world stays healthy. Without it, the scenario applies everywhere. */
  readonly for?: readonly string[] | undefined
  /**
   * The start time of the world's clock, which then continues: ISO 8601 or epoch milliseconds. If `at` is set too, the clock stands still.
   */
  readonly startAt?: string | number | undefined
}

// The scenarios without a fault, which in a timeline apply outside its faults.
const NO_FAULT: ReadonlySet<string> = new Set(['none', 'healthy'])

/**
 * Writes the scenario of an internet as core reads it: each fault with its domains, `mx-down:shop.example`. A fault with its own domain
 * keeps it.
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
  // The cast is safe: the text keeps its first scenario name.
  return text as ScenarioText
}
