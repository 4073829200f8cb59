/*
 * The DNS servers of the simulated internet against unbound with the same records as local data: questions a second over UDP,
 * each server on one core, dnsperf on another. Rounds follow each other in turn; medians count. Needs Debian's dnsperf, unbound
 * and util-linux.
 *
 *     node dns.mjs [rounds] [names]
 */
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openWorld } from '@netbox/core'
import { queryDns } from '@netbox/core/dns'
import { median } from './statistics.mjs'

const [rounds = 5, count = 20_000] = process.argv.slice(2).map(Number)
const SECONDS = 5
const PORTS = { netbox: 5391, unbound: 5392 }
const folder = mkdtempSync(join(tmpdir(), 'netbox-'))
const file = (name, text) => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

const names = Array.from({ length: count }, (_, index) => `shop${index}.example`)
const { world } = openWorld({ seed: 'k3f9', scenario: 'healthy', at: '2026-01-01T00:00:00Z' }, Date.now)
const records = names.flatMap((name) =>
  queryDns(world, name, 'A').records.map(({ address, ttl }) => `  local-data: "${name}. ${ttl} IN A ${address}"`),
)
const configuration = file(
  'unbound.conf',
  `server:
  directory: "${folder}"
  chroot: ""
  username: ""
  pidfile: ""
  interface: 127.0.0.1@${PORTS.unbound}
  num-threads: 1
  use-syslog: no
  do-daemonize: no
  local-zone: "example." static
${records.join('\n')}
remote-control:
  control-enable: no
`,
)
const questions = file('questions', names.map((name) => `${name} A\n`).join(''))
const signed = file(
  'signed',
  names
    .slice(0, 2000)
    .map((name) => `${name} A\n`)
    .join(''),
)

const server = file(
  'server.mjs',
  `import { startInternet } from ${JSON.stringify(import.meta.resolve('@netbox/simulated-internet'))}
const internet = await startInternet({ seed: 'k3f9', scenario: 'healthy', at: '2026-01-01T00:00:00Z', dnsPort: ${PORTS.netbox} })
process.on('SIGUSR2', () => process.stderr.write(\`memory \${Math.round(process.memoryUsage().rss / 1048576)} MB, \${internet.askedCount} questions\\n\`))
console.log('ready')
`,
)

const running = []
const onCore = (core, program, given) => {
  const child = spawn('taskset', ['-c', String(core), program, ...given], { stdio: ['ignore', 'pipe', 'inherit'] })
  running.push(child)
  return child
}
const pause = async (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))

const startNetbox = async () => {
  const begin = performance.now()
  const child = onCore(0, process.execPath, [server])
  await new Promise((resolve) => child.stdout.once('data', resolve))
  return { child, ready: performance.now() - begin }
}

/** Asks every question once, or all of them again and again for some seconds. */
const perform = (port, path, limits) => {
  const output = execFileSync(
    'taskset',
    ['-c', '1', 'dnsperf', '-s', '127.0.0.1', '-p', String(port), '-d', path, ...limits],
    {
      encoding: 'utf8',
    },
  )
  return Number(/Queries per second:\s+([\d.]+)/.exec(output)?.[1])
}
const again = ['-l', String(SECONDS)]
const onceEach = ['-n', '1']

const results = { unbound: [], repeated: [], first: [], firstSigned: [], ready: [] }
onCore(0, 'unbound', ['-d', '-c', configuration])
await pause(3000)
for (let round = 0; round < rounds; round++) {
  results.unbound.push(perform(PORTS.unbound, questions, again))
  const { child, ready } = await startNetbox()
  results.ready.push(ready)
  results.first.push(perform(PORTS.netbox, questions, onceEach))
  results.repeated.push(perform(PORTS.netbox, questions, again))
  results.firstSigned.push(perform(PORTS.netbox, signed, [...onceEach, '-D']))
  child.kill('SIGUSR2')
  await pause(200)
  child.kill()
}
for (const child of running) child.kill()
rmSync(folder, { recursive: true })

const base = median(results.unbound)
const line = (what, values) =>
  console.log(
    `${what.padEnd(26)} ${Math.round(median(values)).toLocaleString('en').padStart(9)} questions/s  ${(median(values) / base).toFixed(3)} × unbound`,
  )
line('unbound, local data', results.unbound)
line('asked before', results.repeated)
line('first time', results.first)
line('first time, signed', results.firstSigned)
console.log(`ready after ${Math.round(median(results.ready))} ms, with the start of Node`)
