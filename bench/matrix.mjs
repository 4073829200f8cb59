// Measures all faults × one curl by netbox matrix against the same runs by netbox serve, one after the other: `npm run bench:matrix`. The result
// is the median ratio of three series.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { median } from './statistics.mjs'

const SERIES = 3
const netbox = fileURLToPath(new URL('../apps/cli/bin/netbox.cjs', import.meta.url))
const command = ['--', 'curl', '-s', '-o', '/dev/null', 'https://www.shop.example/']

/** Runs netbox. Returns its output and the seconds that it took. */
const run = (...args) => {
  const since = performance.now()
  const { stdout } = spawnSync(process.execPath, [netbox, ...args, ...command], { encoding: 'utf8' })
  return { stdout, seconds: (performance.now() - since) / 1000 }
}

const measure = () => {
  const matrix = run('matrix', '--seed', 'k3f9', '--json', '--quiet')
  const { faults } = JSON.parse(matrix.stdout)
  const served = ['healthy', ...faults.flatMap(({ fault, ran }) => (ran ? [fault] : []))]
  const times = served.map((scenario) => run('serve', '--seed', 'k3f9', '--scenario', scenario, '--quiet').seconds)
  const serve = times.reduce((sum, seconds) => sum + seconds, 0)
  return { faults: faults.length, runs: served.length, matrix: matrix.seconds, serve, ratio: matrix.seconds / serve }
}

const results = Array.from({ length: SERIES }, measure)
for (const { faults, runs, matrix, serve, ratio } of results)
  console.log(
    `${faults} faults, ${runs} runs: matrix ${matrix.toFixed(1)} s, serve ${serve.toFixed(1)} s, ratio ${ratio.toFixed(2)}`,
  )
console.log(`ratio ${median(results.map(({ ratio }) => ratio)).toFixed(2)}`)
