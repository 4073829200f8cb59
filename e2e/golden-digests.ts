import { createHash } from 'node:crypto'
import { WORLD_VERSION } from '@netbox/core'
import { goldenRuns } from './golden-runs.ts'

/** The world version, and the digest of each golden run by the run's name. */
export type GoldenDigests = Readonly<Record<string, string>>

/** Returns the first 64 bits of the SHA-256 of every golden run in hexadecimal, by the run's name. */
export const goldenDigests = async (): Promise<GoldenDigests> => {
  const runs = Object.entries(await goldenRuns())
  const digestOf = (run: string): string => createHash('sha256').update(run).digest('hex').slice(0, 16)
  return { WORLD_VERSION, ...Object.fromEntries(runs.map(([name, run]) => [name, digestOf(run)] as const)) }
}

/** Lists the names of missing or changed golden results, except accepted tools', unless the world version is new. */
export const changedResults = (
  golden: GoldenDigests,
  digests: GoldenDigests,
  accepted: readonly string[] = [],
): readonly string[] =>
  golden['WORLD_VERSION'] === digests['WORLD_VERSION']
    ? Object.keys(golden).filter(
        (name) => golden[name] !== digests[name] && !accepted.some((tool) => name.startsWith(`${tool} `)),
      )
    : []
