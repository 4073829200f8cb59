import type { ScenarioText, WorldKeys, WorldOptions } from '@netbox/core'

/** The world of an internet. */
export interface InternetWorld extends WorldOptions {
  /** The domains to which the scenario applies. The rest of the world stays healthy. By default, the scenario applies everywhere. */
  readonly domains?: readonly string[] | undefined
  /**
   * The time at which the world's clock starts, in ISO 8601 or epoch milliseconds. From there, it advances. If `at` is set too, the clock
   * stands still.
   */
  readonly startAt?: string | number | undefined
  /**
   * Names that lead to servers of your own program, as `--map` of the command: `api.stripe.com=:4009` leads port 443 to port 4009 of
   * 127.0.0.1.
   */
  readonly maps?: readonly string[] | undefined
  /**
   * The seconds after which greylisting mail servers accept an unknown sender, by default 300. The world document may define another time for a
   * host.
   */
  readonly greylistWait?: number | undefined
  /**
   * The keys with which programs may change and transfer zones whose document names them in `update` or `transfer` (TSIG, RFC 8945). Only the
   * servers have them: no document contains them.
   */
  readonly keys?: WorldKeys | undefined
}

// The scenarios without a fault. In a timeline, they apply outside the windows of its faults.
const NO_FAULT: ReadonlySet<string> = new Set(['random', 'none', 'healthy'])

/**
 * Returns the scenario of an internet in core's notation, in which each fault has a domain, as in `mx-down:shop.example`. If a fault
 * already has a domain, it stays unchanged.
 *
 * @example
 * scenarioFor({ scenario: 'healthy,mx-down@10:00..10:30', domains: ['shop.example'] }) // => 'healthy,mx-down:shop.example@10:00..10:30'
 */
export const scenarioFor = ({ scenario, domains = [] }: InternetWorld): ScenarioText | undefined => {
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
  // The cast is safe: the text still begins with the name of a scenario.
  return text as ScenarioText
}
