import { type Severity, severityWords } from '@netbox/core'

type Counts = readonly (readonly [severity: Severity, count: number])[]

const runs = (count: number): string => `${count} ${count === 1 ? 'run' : 'runs'}`

/** The texts of a list's runs in a history. */
export const runListTexts = {
  runs,
  /** Names the number of runs of the worst severity. */
  sentence: (all: number, [worst]: Counts): string => {
    if (worst === undefined) return `${runs(all)} of a list.`
    const [severity, count] = worst
    const part = count === all ? `All ${all} runs` : `${count} of ${runs(all)}`
    const isOne = count === 1 && count !== all
    if (severity === 'critical') return `${part} ${isOne ? 'is' : 'are'} critical.`
    if (severity === 'pass') return `${part} ${isOne ? 'passes' : 'pass'}.`
    return `${part} ${isOne ? 'has' : 'have'} a ${severity === 'warning' ? 'warning' : 'note'}.`
  },
  counts: (counts: Counts): string =>
    counts.map(([severity, count]) => `${count} ${severityWords[severity].label.toLowerCase()}`).join(', '),
} as const
