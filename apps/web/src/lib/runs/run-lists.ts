import { severities, type Severity } from '@netbox/core'
import type { RunAddress } from './run-links.ts'

const listOf = ({ tool, seed, scenario, at, world }: RunAddress): string =>
  JSON.stringify([tool, seed, scenario, at, world])

/**
 * Puts neighboring runs of one list together; a single run is a group of its own. All lines of a list have one tool and one world, which
 * includes a time to the millisecond, and no line is twice in a list. A run without an address, because its input was too long to store,
 * stays single.
 */
export const inLists = <Run>(
  runs: readonly Run[],
  addressOf: (run: Run) => RunAddress | undefined,
): (readonly [Run, ...Run[]])[] => {
  const groups: { readonly list: string; readonly inputs: Set<string>; readonly runs: [Run, ...Run[]] }[] = []
  for (const run of runs) {
    const address = addressOf(run)
    const list = address === undefined ? '' : listOf(address)
    const input = address?.input ?? ''
    const last = groups.at(-1)
    if (address !== undefined && last?.list === list && !last.inputs.has(input)) {
      last.runs.push(run)
      last.inputs.add(input)
    } else groups.push({ list, inputs: new Set([input]), runs: [run] })
  }
  return groups.map((group) => group.runs)
}

/** The number of runs of each severity, the worst first. */
export type SeverityCounts = readonly (readonly [severity: Severity, count: number])[]

/** Lists the counts of the severities, the worst first, without zero counts. */
export const severityCounts = (countOf: (severity: Severity) => number): SeverityCounts =>
  severities.map((severity) => [severity, countOf(severity)] as const).filter(([, count]) => count > 0)

/** Counts runs by severity, the worst first, without zero counts. */
export const countSeverities = (runs: readonly { readonly severity: Severity | null }[]): SeverityCounts =>
  severityCounts((severity) => runs.filter((run) => run.severity === severity).length)
