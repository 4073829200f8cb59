import { Counter as Metric, Gauge, Histogram, Registry } from 'prom-client'

/** A metric that only increases. */
export interface Counter {
  inc(labels: Readonly<Record<string, string>>): void
}

const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Creates the metrics of one process, in the text format of Prometheus. */
export const createMetrics = () => {
  const registry = new Registry()
  const registers = [registry]
  return {
    counter: (name: string, help: string, labelNames: readonly string[] = []): Counter =>
      new Metric({ name, help, labelNames, registers }),
    histogram: (name: string, help: string, labelNames: readonly string[]): Pick<Histogram, 'observe'> =>
      new Histogram({ name, help, labelNames, buckets: BUCKETS, registers }),
    /** Adds a gauge. Its value is the result of `read` at each request for the metrics. */
    gauge: (name: string, help: string, read: () => number): void => {
      // The gauge registers itself.
      void new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(read())
        },
      })
    },
    contentType: registry.contentType,
    text: () => registry.metrics(),
  }
}

/** The metrics of one process. */
export type Metrics = ReturnType<typeof createMetrics>
