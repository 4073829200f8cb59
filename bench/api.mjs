// The API against Koa's hello world, in interleaved rounds: tool runs and the catalogue, on each engine.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signInMany } from './api/account.mjs'
import { load } from './api/load.mjs'
import { startApi, startHello } from './api/servers.mjs'
import { median, table } from './statistics.mjs'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 4)
const USERS = 32
const only = process.argv[2]

/** One request for each user, so that counters of many users are written. */
const runsOf = (tokens) => {
  const headers = (token) => ({ 'content-type': 'application/json', authorization: `Bearer ${token}` })
  return {
    path: '/api/tools/mx-record/run',
    method: 'POST',
    requests: tokens.map((token) => ({ headers: headers(token), body: '{"input":"example.com"}' })),
  }
}

const kinds = {
  'GET /tools': () => ({ path: '/api/tools', headers: { 'accept-encoding': 'gzip' } }),
  'POST /tools/{id}/run': runsOf,
}

/** Starts a private MariaDB as the API's own tests do. */
const startMariadb = async () => {
  const support = new URL('../apps/api/test/support/mariadb.ts', import.meta.url)
  const { administer, findMariadb, startMariadb: startServer } = await import(support)
  if (findMariadb() === undefined) return undefined
  const server = await startServer()
  await administer(server.port, 'create database bench')
  return server
}

const measure = async (engine, env) => {
  const hello = await startHello()
  const api = await startApi(env)
  const { tokens } = await signInMany(api, env, USERS)
  const rows = []
  for (const [name, requestOf] of Object.entries(kinds)) {
    const request = requestOf(tokens)
    await load(hello, { path: '/' }, 2)
    await load(api, request, 3)
    const rounds = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const base = await load(hello, { path: '/' }, SECONDS)
      const ours = await load(api, request, SECONDS)
      rounds.push({ ours, base })
    }
    const mid = (read) => median(rounds.map(read))
    rows.push([
      `${name}, ${engine}`,
      mid(({ ours, base }) => ours.rate / base.rate).toFixed(2),
      mid(({ ours, base }) => base.processor / ours.processor).toFixed(2),
      Math.round(mid(({ ours }) => ours.rate)),
      mid(({ ours }) => ours.processor).toFixed(0),
      `${mid(({ ours }) => ours.p99)} ms`,
      mid(({ ours, base }) => ours.p99 / Math.max(1, base.p99)).toFixed(2),
    ])
  }
  await Promise.all([api.stop(), hello.stop()])
  return rows
}

const folder = mkdtempSync(join(tmpdir(), 'netbox-bench-'))
const rows = []
if (only !== 'mariadb') rows.push(...(await measure('SQLite', { DATA_DIR: join(folder, 'sqlite') })))
if (only !== 'sqlite') {
  const mariadb = await startMariadb()
  if (mariadb === undefined) console.log('MariaDB is not installed: its rows are left out.')
  else {
    const env = { DATA_DIR: join(folder, 'mariadb'), DATABASE_URL: mariadb.url('bench') }
    rows.push(...(await measure('MariaDB', env)))
    await mariadb.stop()
  }
}
rmSync(folder, { recursive: true, force: true })
console.log('\nThe API, one process, against Koa’s hello world in the same rounds\n')
console.log(table(['what', '× hello', '× by processor time', 'requests/s', 'µs each', 'p99', '× hello’s p99'], rows))
