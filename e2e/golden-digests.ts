import { createHash } from 'node:crypto'
import { goldenRuns } from './golden-runs.ts'

/** Gives the first 64 bits of the SHA-256 of every golden run, in hexadecimal digits, by the run's name. */
export const goldenDigests = async (): Promise<Record<string, string>> => {
  const runs = Object.entries(await goldenRuns())
  return Object.fromEntries(
    runs.map(([name, run]) => [name, createHash('sha256').update(run).digest('hex').slice(0, 16)]),
  )
}
