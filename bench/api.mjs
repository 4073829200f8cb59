// Compares the API with the same libraries doing the same work without rules, in interleaved rounds, and its sessions with better-auth's.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { signInMany } from './api/account.mjs'
import { load } from './api/load.mjs'
import { pacedLoad } from './api/paced-load.mjs'
import { onCore, startApi, startBare, startBareWork, startBetterAuth } from './api/servers.mjs'
import { median, table } from './statistics.mjs'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 3)
const USERS = 32
const SIGN_INS = 8
/** The load of the comparison, as a share of the API's maximum. */
const SHARE = 0.6

const json = (token) => ({ 'content-type': 'application/json', authorization: `Bearer ${token}` })
const body = '{"input":"example.com"}'

/** Measures two servers alternately, so that both have the same conditions, and returns a reader of their medians. */
const inTurns = async (first, second) => {
  const rounds = []
  for (let round = 0; round < ROUNDS; round += 1) rounds.push({ ours: await first(), base: await second() })
  return (read) => median(rounds.map(read))
}

/** Returns one row: the API's request compared with another server's. */
const compare = async (what, target, [api, request], [other, base]) => {
  await load(api, request, 2)
  await load(other, base, 2)
  const mid = await inTurns(
    () => load(api, request, SECONDS),
    () => load(other, base, SECONDS),
  )
  const ratio = mid(({ ours, base: theirs }) => ours.rate / theirs.rate).toFixed(2)
  const byTime = mid(({ ours, base: theirs }) => theirs.processor / ours.processor).toFixed(2)
  const rate = mid(({ ours }) => ours.rate)
  return {
    rate,
    row: [what, ratio, byTime, target, Math.round(rate), Math.round(mid(({ base: theirs }) => theirs.rate))],
  }
}

const comparePaced = async (what, rate, [api, request], [other, base]) => {
  const mid = await inTurns(
    () => pacedLoad(api, request, SECONDS, rate),
    () => pacedLoad(other, base, SECONDS, rate),
  )
  const ratio = mid(({ ours, base: theirs }) => ours / theirs).toFixed(2)
  return [
    what,
    ratio,
    '',
    '2 at most',
    `${mid(({ ours }) => ours).toFixed(1)} ms`,
    `${mid((all) => all.base).toFixed(1)} ms`,
  ]
}

const argon2 = fileURLToPath(new URL('api/argon2.mjs', import.meta.url))

/** Measures the number of argon2id hashes per second, in a process on the same core as the servers. */
const hashRate = async () => {
  const [command, ...args] = onCore(0, [process.execPath, argon2, String(SECONDS)])
  return Number((await promisify(execFile)(command, args)).stdout)
}

const compareSignIn = async (api, { email, password }) => {
  const request = {
    path: '/api/auth/login',
    method: 'POST',
    headers: json(''),
    body: JSON.stringify({ email, password }),
  }
  const mid = await inTurns(async () => (await load(api, request, SECONDS, SIGN_INS)).rate, hashRate)
  return [
    'sign-in, against argon2id',
    mid(({ ours, base }) => ours / base).toFixed(2),
    '',
    '0.8',
    Math.round(mid((all) => all.ours)),
    Math.round(mid((all) => all.base)),
  ]
}

/** Starts a private MariaDB as the API's own tests do. */
const startMariadb = async () => {
  const support = await import(new URL('../apps/api/test/support/mariadb.ts', import.meta.url))
  if (support.findMariadb() === undefined) return undefined
  const server = await support.startMariadb()
  await support.administer(server.port, 'create database bench')
  await support.administer(server.port, 'create database baseline')
  return server
}

const folder = mkdtempSync(join(tmpdir(), 'netbox-bench-'))
const rows = []

const measureRuns = async (engine, { api: env, baseline }, target) => {
  const api = await startApi(env)
  const { tokens, credentials } = await signInMany(api, env, USERS)
  const requests = tokens.map((token) => ({ headers: json(token), body }))
  const run = { path: '/api/tools/mx-record/run', method: 'POST', requests }
  const working = await startBareWork(baseline)
  const onWorking = [working, { path: '/run', method: 'POST', headers: json(working.token), body }]
  const measured = await compare(`POST /tools/{id}/run, ${engine}`, target, [api, run], onWorking)
  const rate = Math.round(measured.rate * SHARE)
  rows.push(measured.row, await comparePaced(`its p99 at ${SHARE} of that rate`, rate, [api, run], onWorking))
  await working.stop()
  return { api, tokens, credentials }
}

const measureTools = async (api) => {
  const bare = await startBare()
  const known = await fetch(`${api.url}/api/tools`)
  const again = { path: '/api/tools', headers: { 'if-none-match': known.headers.get('etag') } }
  const onBare = [bare, { path: '/session', method: 'POST', headers: json(bare.token), body }]
  const what = 'GET /tools with If-None-Match, against the bare stack'
  rows.push((await compare(what, '0.6', [api, again], onBare)).row)
  await bare.stop()
}

const measureSessions = async (api, token, credentials) => {
  const peer = await startBetterAuth()
  const session = { path: '/api/auth/verify', headers: json(token) }
  const theirs = { path: '/api/auth/get-session', headers: { cookie: peer.token } }
  rows.push((await compare('reading the session, compared with better-auth', '5', [api, session], [peer, theirs])).row)
  rows.push(await compareSignIn(api, credentials))
  await peer.stop()
}

const onSqlite = { api: { DATA_DIR: join(folder, 'sqlite') }, baseline: {} }
const { api, tokens, credentials } = await measureRuns('SQLite', onSqlite, '0.9')
await measureTools(api)
await measureSessions(api, tokens[0], credentials)
await api.stop()

const mariadb = await startMariadb()
if (mariadb === undefined) console.log('MariaDB is not installed: its rows are left out.')
else {
  const onMariadb = {
    api: { DATA_DIR: join(folder, 'mariadb'), DATABASE_URL: mariadb.url('bench') },
    baseline: { DATABASE_URL: mariadb.url('baseline') },
  }
  await (await measureRuns('MariaDB', onMariadb, '0.8')).api.stop()
  await mariadb.stop()
}
rmSync(folder, { recursive: true, force: true })
console.log('\nThe API, one process, alternating with the same libraries (or with the server that the row names)\n')
console.log(table(['what', '×', '× by processor time', 'target', 'ours', 'theirs'], rows))
