/** Labels of one series. */
export type Labels = Readonly<Record<string, string>>

/** A number that only grows. */
export interface Counter {
  add(labels?: Labels, amount?: number): void
}

/** How long things took, in seconds. */
export interface Histogram {
  observe(seconds: number, labels?: Labels): void
}

/** What the process counts, in the text format that Prometheus reads. */
export interface Metrics {
  counter(name: string, help: string): Counter
  histogram(name: string, help: string): Histogram
  /** A number that is read when somebody asks. */
  gauge(name: string, help: string, read: () => number): void
  text(): string
}

const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

const escaped = (value: string): string => value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')

const seriesText = (labels: Labels): string =>
  Object.entries(labels)
    .map(([name, value]) => `${name}="${escaped(value)}"`)
    .join(',')

// The same labels come at every request, and they are few.
const KNOWN_SERIES = 2000

/** Makes the writer of labels, which remembers what it wrote for which values. Each family has one, and always the same names. */
const createSeries = (): ((labels: Labels) => string) => {
  const known = new Map<string, string>()
  return (labels) => {
    let values = ''
    for (const name in labels) values += `${labels[name]}\n`
    const found = known.get(values)
    if (found !== undefined) return found
    const text = seriesText(labels)
    if (known.size < KNOWN_SERIES) known.set(values, text)
    return text
  }
}

const braces = (content: string): string => (content === '' ? '' : `{${content}}`)

const histogramLines = (name: string, key: string, { counts, sum, count }: Observed): string[] => {
  const withBound = (bound: string) => braces(key === '' ? `le="${bound}"` : `${key},le="${bound}"`)
  return [
    ...BUCKETS.map((bound, index) => `${name}_bucket${withBound(String(bound))} ${counts[index] ?? 0}`),
    `${name}_bucket${withBound('+Inf')} ${count}`,
    `${name}_sum${braces(key)} ${sum}`,
    `${name}_count${braces(key)} ${count}`,
  ]
}

interface Observed {
  readonly counts: number[]
  sum: number
  count: number
}

const entryOf = <Value>(map: Map<string, Value>, key: string, make: () => Value): Value => {
  const found = map.get(key)
  if (found !== undefined) return found
  const made = make()
  map.set(key, made)
  return made
}

/** Makes an empty registry. */
export const createMetrics = (): Metrics => {
  const families: { head: string; lines: () => string[] }[] = []
  const family = (name: string, help: string, type: string, lines: () => string[]) => {
    families.push({ head: `# HELP ${name} ${help}\n# TYPE ${name} ${type}`, lines })
  }
  return {
    counter: (name, help) => {
      const values = new Map<string, number>()
      const series = createSeries()
      family(name, help, 'counter', () => [...values].map(([key, value]) => `${name}${braces(key)} ${value}`))
      return {
        add: (labels = {}, amount = 1) => {
          const key = series(labels)
          values.set(key, (values.get(key) ?? 0) + amount)
        },
      }
    },
    histogram: (name, help) => {
      const values = new Map<string, Observed>()
      const series = createSeries()
      family(name, help, 'histogram', () => [...values].flatMap(([key, seen]) => histogramLines(name, key, seen)))
      return {
        observe: (seconds, labels = {}) => {
          const seen = entryOf(values, series(labels), () => ({ counts: BUCKETS.map(() => 0), sum: 0, count: 0 }))
          for (let index = BUCKETS.length - 1; seconds <= (BUCKETS[index] ?? -1); index -= 1)
            seen.counts[index] = (seen.counts[index] ?? 0) + 1
          seen.sum += seconds
          seen.count++
        },
      }
    },
    gauge: (name, help, read) => family(name, help, 'gauge', () => [`${name} ${read()}`]),
    text: () => `${families.flatMap(({ head, lines }) => [head, ...lines()]).join('\n')}\n`,
  }
}
