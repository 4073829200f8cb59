/** One of the five regional internet registries. */
export type Registry = 'ARIN' | 'RIPE NCC' | 'APNIC' | 'LACNIC' | 'AFRINIC'

// The regional registry of each country in the simulation. RIPE NCC, not APNIC, serves the Gulf states.
const REGISTRIES: Readonly<Record<string, Registry>> = {
  US: 'ARIN',
  CA: 'ARIN',
  BR: 'LACNIC',
  GB: 'RIPE NCC',
  ES: 'RIPE NCC',
  DE: 'RIPE NCC',
  SE: 'RIPE NCC',
  AE: 'RIPE NCC',
  NG: 'AFRINIC',
  ZA: 'AFRINIC',
  IN: 'APNIC',
  SG: 'APNIC',
  JP: 'APNIC',
  AU: 'APNIC',
}

/** Returns the registry that allocates address blocks in a country (ISO 3166-1 alpha-2). */
export const registryOf = (countryCode: string): Registry => REGISTRIES[countryCode] ?? 'ARIN'
