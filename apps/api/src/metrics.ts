import { collectDefaultMetrics, Counter as Metric, Gauge, Histogram, Registry } from 'prom-client'

/** A metric that only increases. */
export interface Counter {
  inc(labels: Readonly<Record<string, string>>): void
}

const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Returns every combination of the known values of labels. */
const combine = (known: Readonly<Record<string, readonly string[]>>): readonly Readonly<Record<string, string>>[] =>
  Object.entries(known).reduce<readonly Readonly<Record<string, string>>[]>(
    (all, [name, values]) => all.flatMap((labels) => values.map((value) => ({ ...labels, [name]: value }))),
    [{}],
  )

const readOrNaN = async (read: () => number | Promise<number>): Promise<number> => {
  try {
    return await read()
  } catch {
    return Number.NaN
  }
}

/** Creates the metrics of one process, in the text format of Prometheus. */
export const createMetrics = () => {
  const registry = new Registry()
  const registers = [registry]
  return {
    /**
     * Adds a counter. It starts at 0 for each combination of the known values of its labels: Prometheus doesn't notice the first event of a
     * counter that appears with 1. The values of a label may be unknown ([]); then nothing starts at 0.
     */
    counter: (name: string, help: string, known: Readonly<Record<string, readonly string[]>> = {}): Counter => {
      const counter = new Metric({ name, help, labelNames: Object.keys(known), registers })
      for (const labels of combine(known)) counter.inc(labels, 0)
      return counter
    },
    histogram: (name: string, help: string, labelNames: readonly string[]): Pick<Histogram, 'observe'> =>
      new Histogram({ name, help, labelNames, buckets: BUCKETS, registers }),
    /** Adds a gauge. Its value is the result of `read` at each request for the metrics, or NaN if that fails. */
    gauge: (name: string, help: string, read: () => number | Promise<number>): void => {
      // The gauge registers itself.
      void new Gauge({
        name,
        help,
        registers,
        async collect() {
          this.set(await readOrNaN(read))
        },
      })
    },
    /** Adds a counter that something else counts: its value is the result of `read`. */
    total: (name: string, help: string, read: () => number): void => {
      void new Metric({
        name,
        help,
        registers,
        collect() {
          this.reset()
          this.inc(read())
        },
      })
    },
    /** Adds a metric with the value 1, whose labels are facts. */
    info: (name: string, help: string, labels: Readonly<Record<string, string>>): void =>
      new Gauge({ name, help, registers, labelNames: Object.keys(labels) }).set(labels, 1),
    /** Adds the metrics of the process and of Node.js, such as memory and the delay of the event loop. */
    addProcess: (): void => collectDefaultMetrics({ register: registry }),
    contentType: registry.contentType,
    text: () => registry.metrics(),
  }
}

export type Metrics = ReturnType<typeof createMetrics>
