// The API against Koa's hello world, in interleaved rounds: tool runs and the catalogue, on each engine; two processes against one.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { signInMany } from './api/account.mjs'
import { load } from './api/load.mjs'
import { pacedLoad } from './api/paced-load.mjs'
import { onCore, startApi, startBare, startHello } from './api/servers.mjs'
import { median, table } from './statistics.mjs'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 3)
const USERS = 32
/** Sign-ins that are asked for at the same time: more than are hashed at once, fewer than the queue holds. */
const SIGN_INS = 8
/** What is asked of both where they are asked the same, as a share of what the API does at most. */
const SHARE = 0.6
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

/** Measures in rounds, so that what is compared has the same minutes, and gives the reader of their medians. */
const inRounds = async (measureRound) => {
  const rounds = []
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await measureRound())
  return (read) => median(rounds.map(read))
}

const argon2 = fileURLToPath(new URL('api/argon2.mjs', import.meta.url))

/** Hashes a second of argon2id alone, in a process of its own on the same core as the servers. */
const hashRate = async (seconds) => {
  const [command, ...args] = onCore(0, [process.execPath, argon2, String(seconds)])
  const { stdout } = await promisify(execFile)(command, args)
  return Number(stdout)
}

/** Sign-ins against argon2id alone, in interleaved rounds. */
const measureSignIn = async (engine, api, { email, password }) => {
  const request = {
    path: '/api/auth/login',
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  }
  const mid = await inRounds(async () => {
    const alone = await hashRate(SECONDS)
    return { alone, ours: await load(api, request, SECONDS, SIGN_INS) }
  })
  return [
    `sign-in, ${engine}`,
    mid(({ ours, alone }) => ours.rate / alone).toFixed(2),
    mid(({ ours }) => ours.rate).toFixed(0),
    mid(({ alone }) => alone).toFixed(0),
    `${mid(({ ours }) => ours.p99)} ms`,
  ]
}

/** How long answers take when the same is asked of both: as much as leaves the API some rest. */
const measureSameLoad = async (engine, hello, api, request, most) => {
  const rate = Math.round(most * SHARE)
  const mid = await inRounds(async () => {
    const base = await pacedLoad(hello, { path: '/' }, SECONDS, rate)
    return { base, ours: await pacedLoad(api, request, SECONDS, rate) }
  })
  const ms = (read) => `${mid(read).toFixed(1)} ms`
  return [
    `POST /tools/{id}/run, ${engine}`,
    rate,
    ms(({ ours }) => ours),
    ms(({ base }) => base),
    mid(({ ours, base }) => ours / base).toFixed(2),
  ]
}

/** What is left to gain: runs of the API on SQLite against the least that such a run takes, and that against hello world. */
const measureBare = async (hello, api, request) => {
  const bare = await startBare()
  await load(bare, request, 3)
  const middle = await inRounds(async () => {
    const base = await load(hello, { path: '/' }, SECONDS)
    const least = await load(bare, request, SECONDS)
    return { base, least, ours: await load(api, request, SECONDS) }
  })
  await bare.stop()
  const mid = (read) => middle(read).toFixed(2)
  return [
    [
      'bare, against hello world',
      mid(({ base, least }) => least.rate / base.rate),
      mid(({ base, least }) => base.processor / least.processor),
    ],
    [
      'the API, against bare',
      mid(({ least, ours }) => ours.rate / least.rate),
      mid(({ least, ours }) => least.processor / ours.processor),
    ],
  ]
}

/** Two processes on one database, with half of the connections each, against one: each on a core of its own where there are two. */
const measureTwo = async (env, tokens) => {
  const request = runsOf(tokens)
  const cores = availableParallelism()
  const [first, second] = [await startApi(env, 0), await startApi(env, cores > 1 ? 1 : 0)]
  const mid = await inRounds(async () => {
    const one = await load(first, request, SECONDS)
    const two = await Promise.all([first, second].map((api) => load(api, request, SECONDS, 64)))
    return (two[0].rate + two[1].rate) / one.rate
  })
  await Promise.all([first.stop(), second.stop()])
  return `Two processes on MariaDB against one, on a machine of ${cores} cores: ${mid((gain) => gain).toFixed(2)} × its runs`
}

const measure = async (engine, env) => {
  const hello = await startHello()
  const api = await startApi(env)
  const { tokens, credentials } = await signInMany(api, env, USERS)
  const rows = []
  let most = 0
  for (const [name, requestOf] of Object.entries(kinds)) {
    const request = requestOf(tokens)
    await load(hello, { path: '/' }, 2)
    await load(api, request, 3)
    const mid = await inRounds(async () => {
      const base = await load(hello, { path: '/' }, SECONDS)
      return { base, ours: await load(api, request, SECONDS) }
    })
    most = mid(({ ours }) => ours.rate)
    rows.push([
      `${name}, ${engine}`,
      mid(({ ours, base }) => ours.rate / base.rate).toFixed(2),
      mid(({ ours, base }) => base.processor / ours.processor).toFixed(2),
      Math.round(most),
      mid(({ ours }) => ours.processor).toFixed(0),
      `${mid(({ ours }) => ours.p99)} ms`,
      mid(({ ours, base }) => ours.p99 / Math.max(1, base.p99)).toFixed(2),
    ])
  }
  // The last kind is the run.
  const sameLoad = await measureSameLoad(engine, hello, api, runsOf(tokens), most)
  const bare = engine === 'SQLite' ? await measureBare(hello, api, runsOf(tokens)) : []
  const signIn = await measureSignIn(engine, api, credentials)
  await Promise.all([api.stop(), hello.stop()])
  return { rows, sameLoad, bare, signIn, tokens }
}

const folder = mkdtempSync(join(tmpdir(), 'netbox-bench-'))
const measured = []
let two
if (only !== 'mariadb') measured.push(await measure('SQLite', { DATA_DIR: join(folder, 'sqlite') }))
if (only !== 'sqlite') {
  const mariadb = await startMariadb()
  if (mariadb === undefined) console.log('MariaDB is not installed: its rows are left out.')
  else {
    const env = { DATA_DIR: join(folder, 'mariadb'), DATABASE_URL: mariadb.url('bench') }
    measured.push(await measure('MariaDB', env))
    two = await measureTwo(env, measured.at(-1).tokens)
    await mariadb.stop()
  }
}
rmSync(folder, { recursive: true, force: true })
console.log('\nThe API, one process, against Koa’s hello world in the same rounds\n')
const heads = ['what', '× hello', '× by processor time', 'requests/s', 'µs each', 'p99', '× hello’s p99']
console.log(
  table(
    heads,
    measured.flatMap(({ rows }) => rows),
  ),
)
console.log(
  '\nThe 99th percentile at the same load: as many requests a second for both, whether they are answered or not\n',
)
console.log(
  table(
    ['what', 'asked/s', 'p99', 'hello’s p99', '×'],
    measured.map(({ sameLoad }) => sameLoad),
  ),
)
const bare = measured.flatMap((engine) => engine.bare)
if (bare.length > 0) {
  console.log('\nRuns on SQLite and the least that such a run takes: no signature, no checks, no limits, no log\n')
  console.log(table(['what', '×', '× by processor time'], bare))
}
if (two !== undefined) console.log(`\n${two}`)
console.log('\nSigning in, against argon2id alone\n')
console.log(
  table(
    ['what', '× argon2id', 'sign-ins/s', 'hashes/s', 'p99'],
    measured.map(({ signIn }) => signIn),
  ),
)
