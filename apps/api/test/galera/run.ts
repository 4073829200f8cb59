// npm run galera [-- --suspect 2 --seconds 8 --one] Starts three nodes of a real cluster on this machine and two processes of the service
// that use them, then kills one node under load, and later another. --suspect: seconds until the nodes exclude a silent one; --seconds: the
// duration of the load in each part; --one: all connections go to one node. Needs MariaDB and Galera, and the built service. Exits with 1
// if a check fails.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { setTimeout as wait } from 'node:timers/promises'
import { makeJwtKeys, makeEncryptionKeys } from '../../src/config/secrets.ts'
import { findMariadb } from '../support/mariadb.ts'
import { spawnApi } from '../support/spawn-api.ts'
import { checkTables, type Claim, compareNodes, countLimits, countRuns, countSessions, findCounters } from './checks.ts'
import { createClient } from './client.ts'
import { findProvider, startCluster } from './cluster.ts'
import { watchConflicts } from './conflicts.ts'
import { startForwarder } from './forwarder.ts'
import { measureLag } from './lag.ts'
import { killUnderLoad } from './outage.ts'
import { changeWhileSigningIn, demoteEachOther } from './races.ts'
import { startLoad } from './traffic.ts'

const { values } = parseArgs({
  options: {
    suspect: { type: 'string', default: '2' },
    seconds: { type: 'string', default: '8' },
    one: { type: 'boolean', default: false },
  },
})
const [suspect, seconds] = [Number(values.suspect), Number(values.seconds)]

if (findMariadb() === undefined || findProvider() === undefined) {
  console.log('NOTHING WAS TRIED: MariaDB or Galera is not installed (Debian: apt-get install mariadb-server galera-4)')
  process.exit(process.env['NETBOX_REQUIRE_MARIADB'] === '1' ? 1 : 0)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

const say = (text: string): void => console.error(text)
const claims: Claim[] = []
const claim = (made: Claim): void => {
  claims.push(made)
  console.log(`${made.holds ? 'holds ' : 'BROKEN'}  ${made.name}: ${made.figure}`)
}

const folder = mkdtempSync(join(tmpdir(), 'netbox-galera-api-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

say('starting three nodes')
const cluster = await startCluster(
  `evs.suspect_timeout=PT${suspect}S;evs.inactive_timeout=PT${suspect * 3}S;evs.inactive_check_period=PT0.5S;evs.keepalive_period=PT0.5S`,
)
const [first, second] = cluster.nodes
if (first === undefined || second === undefined) throw new Error('There are no nodes')
const forwarder = await startForwarder(cluster.nodes, values.one)

say('starting two processes at once, which make the tables')
const env = {
  DATA_DIR: folder,
  DATABASE_URL: `mysql://netbox:netbox@127.0.0.1:${forwarder.port}/netbox`,
  PUBLIC_URL: 'http://netbox.test',
  TRUSTED_PROXIES: '127.0.0.1',
  LOG_LEVEL: 'warn',
}
// The first process creates the keys that both share.
const keys = { JWT_KEYS: makeJwtKeys(), ENCRYPTION_KEYS: makeEncryptionKeys() }
const apis = await Promise.all([spawnApi({ ...env, ...keys }), spawnApi({ ...env, ...keys })])
process.once('exit', () => {
  for (const api of apis) api.process.kill('SIGKILL')
})
claim(await checkTables(cluster, apis.length))

const client = createClient(apis.map(({ url }) => url))
const conflicts = watchConflicts(cluster.nodes)
const load = await startLoad(client, first)

say(`load on three nodes for ${seconds} s`)
await wait(seconds * 500)
const lag = await measureLag(cluster)
await wait(seconds * 500)
const told = ({ tries, stale, middle, slow }: (typeof lag)['without']) =>
  `${stale} of ${tries} reads stale, ${middle.toFixed(2)} ms in the middle, p99 ${slow.toFixed(1)} ms`
claim({ name: 'reads on another node, server default', holds: true, figure: told(lag.without) })
claim({ name: 'reads on another node, wsrep_sync_wait', holds: lag.waiting.stale === 0, figure: told(lag.waiting) })

for (const node of [second, first]) {
  say(`killing ${node.name} under load`)
  for (const made of await killUnderLoad({ client, cluster, forwarder, node, seconds })) claim(made)
}
await load.stop()

say('two races between processes')
claim(await demoteEachOther(client, first, 100))
claim(await changeWhileSigningIn(client, 15))

const { ledger } = load
for (const node of cluster.nodes) {
  claim(await countRuns(node, ledger))
  claim(await countLimits(node, ledger))
  claim(await countSessions(node, ledger))
}
const { signIns, refreshes, logouts, suspensions } = ledger.counts
for (const text of new Set(ledger.broken)) say(`  ${text}`)
claim({
  name: 'what was acknowledged is in force on the next request, in both processes',
  holds: ledger.broken.length === 0,
  figure: `${signIns} sign-ins, ${refreshes} refreshes, ${logouts} sign-outs, ${suspensions} suspensions, ${ledger.living.size} registrations: ${ledger.broken.length} contradictions`,
})
for (const text of new Set(client.faults)) say(`  ${text}`)
claim({
  name: 'every answer follows the rules',
  holds: client.faults.length === 0,
  figure: [...client.seen].map(([answer, times]) => `${answer} × ${times}`).join(', '),
})
for (const api of apis)
  for (const line of api
    .output()
    .split('\n')
    .filter((it) => it.includes('"level":50'))
    .slice(0, 5))
    say(`  ${line.slice(0, 600)}`)
claim(
  await conflicts.stop(
    apis.map((api) => api.output()),
    !values.one,
  ),
)
claim(await compareNodes(cluster))
claim(await findCounters(cluster))

const ends = await Promise.all(apis.map((api) => api.end('SIGTERM')))
claim({
  name: 'both processes end with 0',
  holds: ends.every(({ code }) => code === 0),
  figure: ends.map(({ code }) => code).join(),
})
await forwarder.stop()
await cluster.stop()
const broken = claims.filter(({ holds }) => !holds)
console.log(`${claims.length - broken.length} of ${claims.length} claims hold`)
process.exit(broken.length === 0 ? 0 : 1)
