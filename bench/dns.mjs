/*
 * Compares the DNS servers of the simulated internet with three others: unbound with the same records as local data, dns2 with one fixed
 * answer, and a server on `node:dgram` that sends every message back, which is the maximum for Node. Each server runs on one core, dnsperf
 * on another; the servers alternate, and the result is the median. On a busy machine, the processor time of a query is more stable than the
 * rate. Also measures memory after a million queries, on loopback and in a namespace, and how long it takes to create a certificate and to
 * change the scenario. Needs Linux and Debian's dnsperf, unbound and util-linux.
 *
 *     node dns.mjs [rounds] [questions of the memory test]
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { openWorld } from '@netbox/core'
import { queryDns } from '@netbox/core/dns'
import { installApart } from './install-apart.mjs'
import { median, table } from './statistics.mjs'

const [rounds = 3, many = 1_000_000] = process.argv.slice(2).map(Number)
const PORTS = { netbox: 5391, unbound: 5392, echo: 5393, dns2: 5394 }
const WORLD = { seed: 'k3f9', scenario: 'healthy', at: '2026-01-01T00:00:00Z' }
const TICKS_PER_SECOND = 100

const folder = mkdtempSync(join(tmpdir(), 'netbox-'))
const file = (name, text) => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}
const namesOf = (label, count) => Array.from({ length: count }, (_, index) => `${label}${index}.example`)
const questions = (name, names) => file(name, names.map((one) => `${one} A\n`).join(''))

const names = namesOf('shop', 20_000)
const files = {
  names: questions('names', names),
  // As many as the other servers answer in the two seconds of each of their rounds, so that the JIT compiler has seen as much of each.
  warmUp: questions('warm-up', namesOf('warm', 80_000)),
  signed: questions('signed', namesOf('signed', 2000)),
  signedWarmUp: questions('signed-warm-up', namesOf('secure', 1000)),
  // Every second query repeats an earlier one: the very first one, and after 10,000 queries the one that was sent 10,001 queries before.
  // That distance is half the size of the cache.
  many: questions(
    'many',
    Array.from({ length: many }, (_, index) => `many${index % 2 === 0 ? index : Math.max(0, index - 10_001)}.example`),
  ),
}

const { world } = openWorld(WORLD, Date.now)
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
  verbosity: 0
  do-daemonize: no
  local-zone: "example." static
${records.join('\n')}
remote-control:
  control-enable: no
`,
)
const echo = file(
  'echo.mjs',
  `import { createSocket } from 'node:dgram'
const socket = createSocket({ type: 'udp4', recvBufferSize: 1048576, lookup: (host, _options, callback) => callback(null, host, 4) })
socket.on('message', (message, { port, address }) => {
  message[2] |= 0x80
  socket.send(message, port, address)
})
socket.bind(${PORTS.echo}, '127.0.0.1', () => console.log('ready'))
`,
)
const dns2 = file(
  'dns2.mjs',
  `import { createRequire } from 'node:module'
const { createServer, Packet } = createRequire(${JSON.stringify(join(installApart('bench-dns', { dns2: '3.1.1' }), 'package.json'))})('dns2')
const server = createServer({
  udp: true,
  handle: (request, send) => {
    const response = Packet.createResponseFromRequest(request)
    const [{ name }] = request.questions
    response.answers.push({ name, type: Packet.TYPE.A, class: Packet.CLASS.IN, ttl: 300, address: '198.18.0.1' })
    send(response)
  },
})
await server.listen({ udp: { port: ${PORTS.dns2}, address: '127.0.0.1' } })
console.log('ready')
`,
)
const netbox = file(
  'netbox.mjs',
  `import { startInternet } from ${JSON.stringify(import.meta.resolve('@netbox/simulated-internet'))}
const internet = await startInternet({ ...${JSON.stringify(WORLD)}, dnsPort: ${PORTS.netbox} })
process.on('message', async (scenario) => {
  const start = performance.now()
  await internet.set({ scenario })
  process.send(performance.now() - start)
})
console.log(internet.endpoints.find(({ protocol }) => protocol === 'https').port)
`,
)

const running = new Set()
const onCore = (core, program, given) => {
  const child = spawn('taskset', ['-c', String(core), program, ...given], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  running.add(child)
  return child
}
/** Starts a server in Node. Resolves when it has reported that it is ready. */
const start = async (script) => {
  const begin = performance.now()
  const child = onCore(0, process.execPath, [script])
  const [said] = await once(child.stdout, 'data')
  return { child, said: String(said), ready: performance.now() - begin }
}
const end = async (child) => {
  running.delete(child)
  child.kill()
  await once(child, 'close')
}

const processorTime = ({ pid }) => {
  const [, ...fields] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const [user, system] = fields.join('').split(' ').slice(11, 13).map(Number)
  return (user + system) / TICKS_PER_SECOND
}
const mostMemory = (status) => Number(/VmHWM:\s+(\d+) kB/.exec(status)[1]) / 1024

const results = new Map()
/** Sends the queries of a file: each once, or repeatedly for two seconds. */
const perform = (what, child, port, path, ...limits) => {
  const before = processorTime(child)
  const given = ['-c', '1', 'dnsperf', '-s', '127.0.0.1', '-p', String(port), '-d', path, ...limits]
  const output = execFileSync('taskset', given, { encoding: 'utf8' })
  const time = processorTime(child) - before
  const [completed, lost, rate] = ['completed', 'lost', 'per second'].map((key) =>
    Number(new RegExp(`Queries ${key}:\\s+([\\d.]+)`).exec(output)[1]),
  )
  if (lost > 0) console.error(`${what}: ${lost} queries were lost, so the measured rate is too low.`)
  if (!results.has(what)) results.set(what, [])
  results.get(what).push({ rate, cost: (time / completed) * 1e6 })
}
const again = ['-l', '2']
const onceEach = ['-n', '1']

/** Measures how long a TLS handshake takes, in milliseconds. */
const handshake = async (port, servername) => {
  const begin = performance.now()
  const socket = connect({ host: '127.0.0.1', port, servername, rejectUnauthorized: false })
  await once(socket, 'secureConnect')
  socket.destroy()
  return performance.now() - begin
}
const changeScenario = async (child, scenario) => {
  child.send(scenario)
  const [time] = await once(child, 'message')
  return time
}

const command = fileURLToPath(new URL('../apps/cli/bin/netbox.cjs', import.meta.url))
const served = [command, 'serve', '--seed', WORLD.seed, '--scenario', WORLD.scenario]

const memoryOnLoopback = async () => {
  const child = onCore(0, process.execPath, [...served, '--dns-port', String(PORTS.netbox), '--json'])
  await once(child.stdout, 'data')
  perform('a million', child, PORTS.netbox, files.many, ...onceEach)
  const memory = mostMemory(readFileSync(`/proc/${child.pid}/status`, 'utf8'))
  await end(child)
  return memory
}
const memoryInNamespace = () => {
  const asked = `dnsperf -s 192.0.2.53 -d ${files.many} -n 1 >&2 && cat /proc/1/status`
  const given = [...served, '--', 'sh', '-c', asked]
  return mostMemory(execFileSync(process.execPath, given, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
}

const times = { ready: [], certificate: [], scenario: [] }
let memory
try {
  const unbound = onCore(0, 'unbound', ['-d', '-c', configuration])
  const others = { echo: await start(echo), dns2: await start(dns2) }
  await new Promise((resolve) => setTimeout(resolve, 2000))
  for (let round = 0; round < rounds; round++) {
    perform('unbound, local data', unbound, PORTS.unbound, files.names, ...again)
    perform('node:dgram, echo', others.echo.child, PORTS.echo, files.names, ...again)
    perform('dns2, one answer', others.dns2.child, PORTS.dns2, files.names, ...again)
    const { child, said, ready } = await start(netbox)
    times.ready.push(ready)
    perform('warm-up', child, PORTS.netbox, files.warmUp, ...onceEach)
    perform('first time', child, PORTS.netbox, files.names, ...onceEach)
    perform('asked before', child, PORTS.netbox, files.names, ...again)
    perform('warm-up, signed', child, PORTS.netbox, files.signedWarmUp, ...onceEach, '-D')
    perform('first time, signed', child, PORTS.netbox, files.signed, ...onceEach, '-D')
    perform('asked before, signed', child, PORTS.netbox, files.signed, ...again, '-D')
    for (const name of namesOf(`tls${round}-`, 10)) {
      const first = await handshake(Number(said), name)
      times.certificate.push(first - (await handshake(Number(said), name)))
    }
    for (const scenario of ['mx-down', 'healthy', 'cert-expired', 'healthy'])
      times.scenario.push(await changeScenario(child, scenario))
    await end(child)
  }
  memory = { loopback: await memoryOnLoopback(), namespace: memoryInNamespace() }
} finally {
  for (const child of running) child.kill()
  rmSync(folder, { recursive: true })
}

const bases = ['unbound, local data', 'node:dgram, echo', 'dns2, one answer']
const middle = (what, key) => median(results.get(what).map((result) => result[key]))
const rows = [...results.keys()].map((what) => [
  what,
  Math.round(middle(what, 'rate')).toLocaleString('en'),
  middle(what, 'cost').toFixed(1),
  ...bases.flatMap((base) => [
    (middle(what, 'rate') / middle(base, 'rate')).toFixed(3),
    (middle(base, 'cost') / middle(what, 'cost')).toFixed(3),
  ]),
])
console.log(table(['', 'questions/s', 'CPU µs', '× unbound', 'by CPU', '× echo', 'by CPU', '× dns2', 'by CPU'], rows))
console.log(`ready after ${Math.round(median(times.ready))} ms, with the start of Node (promised 1,000)`)
console.log(
  `certificate ${median(times.certificate).toFixed(1)} ms (8), scenario ${median(times.scenario).toFixed(1)} ms (20)`,
)
console.log(
  `most memory in ${many.toLocaleString('en')} queries: ${Math.round(memory.loopback)} MB on loopback, ${Math.round(memory.namespace)} MB in a namespace (300)`,
)
