/*
 * The size of the tables that compare clients with tools: a sample in the full set of tests, everything with `npm run fidelity`.
 */
const isWhole = process.env['NETBOX_FIDELITY'] === 'all'

/** The seeds whose worlds are compared. */
export const seeds: readonly string[] = isWhole ? ['k3f9', 'a1', 'b2'] : ['k3f9']

/** Returns the names of the sample, with the others in the whole table. */
export const namesFor = (sample: readonly string[], others: readonly string[]): readonly string[] =>
  isWhole ? [...sample, ...others] : sample

/** Returns the worlds of the table: every scenario of the list with every seed. */
export const worldsOf = <Scenario extends string>(scenarios: readonly Scenario[]) =>
  seeds.flatMap((seed) => scenarios.map((scenario) => ({ seed, scenario })))

/** How long one world of the table may take, in milliseconds. */
export const WORLD_TIME = 600_000
