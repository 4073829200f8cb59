/* Clients and tools are compared in a sample of worlds and names in the full tests, and in all with `npm run fidelity`. */
const isWhole = process.env['NETBOX_FIDELITY'] === 'all'

/** The seeds of the compared worlds. */
export const seeds: readonly string[] = isWhole ? ['k3f9', 'a1', 'b2'] : ['k3f9']

/** Returns the names of the sample and, for the whole table, the others. */
export const namesFor = (sample: readonly string[], others: readonly string[]): readonly string[] =>
  isWhole ? [...sample, ...others] : sample

/** Returns the worlds of the table: every scenario of the list with every seed. */
export const worldsOf = <Scenario extends string>(scenarios: readonly Scenario[]) =>
  seeds.flatMap((seed) => scenarios.map((scenario) => ({ seed, scenario })))

/** The time limit for one world of the table, in milliseconds. */
export const WORLD_TIME = 600_000
