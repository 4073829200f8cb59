/*
 * Measures the memory of `netbox serve` under a load of all protocols, on loopback and in a namespace. Needs Linux.
 *
 *     node serve-memory.mjs [seconds of each load]
 */
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { table } from './statistics.mjs'

const [seconds = '120'] = process.argv.slice(2)
const pathOf = (name) => fileURLToPath(new URL(name, import.meta.url))
const load = [pathOf('dns/mixed-load.mjs'), seconds]
const WORLD = ['--seed', 'k3f9', '--scenario', 'healthy']

const measure = (options, given) => {
  const all = [pathOf('../apps/cli/bin/netbox.cjs'), 'serve', ...WORLD, ...options, '--', process.execPath, ...given]
  return JSON.parse(execFileSync(process.execPath, all, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }))
}
const sum = (counts) => Object.values(counts).reduce((total, count) => total + count, 0)

const results = {
  loopback: measure(['--loopback', '--port', '5395'], load),
  // The first process of the namespace has the servers.
  namespace: measure([], [...load, '1']),
}
const rows = Object.entries(results).map(([place, { done, failed, memory }]) => [
  place,
  Math.round(memory),
  sum(done).toLocaleString('en'),
  sum(failed).toLocaleString('en'),
])
console.log(table(['', 'most MB (300)', 'sessions', 'failed'], rows))
