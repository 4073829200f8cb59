import { importApart } from '../install-apart.mjs'

const { default: autocannon } = await importApart('bench-api', ['autocannon', '9.0.0'], 'autocannon.js')

/** The number of concurrent connections, each with one request after the other. */
const CONNECTIONS = 128

/**
 * Loads a server for the given number of seconds and returns its results: requests per second, the processor time of one request in
 * microseconds, and the 99th percentile in milliseconds. Throws if a response is not a success.
 */
export const load = async (server, request, seconds, connections = CONNECTIONS) => {
  const before = server.processorTime()
  const begun = performance.now()
  const { requests, latency, errors, ...statuses } = await autocannon({
    url: server.url + request.path,
    method: request.method ?? 'GET',
    headers: request.headers,
    body: request.body,
    requests: request.requests,
    connections,
    duration: seconds,
  })
  const elapsed = (performance.now() - begun) / 1000
  const failed = statuses['4xx'] + statuses['5xx']
  if (failed > 0 || errors > 0) throw new Error(`${request.path}: ${failed} failed responses, ${errors} errors`)
  const { total } = requests
  return {
    rate: total / elapsed,
    processor: ((server.processorTime() - before) / total) * 1e6,
    p99: latency.p99,
  }
}
