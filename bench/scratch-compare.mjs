import { mkdtempSync, rmSync, readFileSync } from 'node:fs'
import { Agent, request as httpRequest } from 'node:http'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signInMany } from './api/account.mjs'
import { median, table } from './statistics.mjs'
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3),
  SECONDS = Number(process.env.BENCH_SECONDS ?? 1.5)
const USERS = 8,
  AT_ONCE = 16,
  KEY = 'service-key-of-the-benchmark-32-characters'
const start = async (script, env, flags = []) => {
  const child = spawn('taskset', ['-c', '0', process.execPath, ...flags, script], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  const url = await new Promise((res, rej) => {
    child.stdout.on('data', (c) => {
      if (said.length < 10000) said += c
      const f = /listens on (http:\S+)/.exec(said)?.[1]
      if (f) res(f)
    })
    child.once('exit', () => rej(new Error(said)))
  })
  return {
    url,
    pid: child.pid,
    processorTime: () => {
      const f = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1].split(' ')
      return (Number(f[11]) + Number(f[12])) / 100
    },
    stop: async () => {
      const e = once(child, 'exit')
      child.kill('SIGTERM')
      await e
    },
  }
}
const ask = (url, options, write) =>
  new Promise((resolve, reject) => {
    const sent = httpRequest(url, { timeout: 60000, ...options }, (r) => {
      r.on('end', () => (r.statusCode < 300 ? resolve() : reject(new Error(`${url}: ${r.statusCode}`))))
      r.on('error', reject).resume()
    })
    sent.on('error', reject).on('timeout', () => sent.destroy(new Error('no answer')))
    write(sent)
  })
const put = (agent, url, headers, body) =>
  ask(url, { agent, method: 'PUT', headers: { ...headers, 'content-length': body.length } }, (s) => s.end(body))
const get = (agent, url, headers) => ask(url, { agent, headers }, (s) => s.end())
const measure = async (server, work, n) => {
  const [begun, p] = [performance.now(), server.processorTime()]
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  let done = 0
  await Promise.all(
    Array.from({ length: AT_ONCE }, async (_, i) => {
      while (done < n) {
        done++
        await work(agent, i)
      }
    }),
  )
  agent.destroy()
  return { rate: done / ((performance.now() - begun) / 1000), processor: (server.processorTime() - p) / done }
}
const limits = { STORAGE_FILE_BYTES: '2000000000', STORAGE_USER_BYTES: '4000000000' }
const folders = []
const open = async (main, flags) => {
  const folder = mkdtempSync(join(tmpdir(), 'netbox-bench-'))
  folders.push(folder)
  const env = { DATA_DIR: folder, SERVICE_ROLE_KEY: KEY, ...limits }
  const api = await start(main, { PORT: '0', TURN_OFF_RATE_LIMITS: 'true', LOG_LEVEL: 'info', ...env }, flags)
  const { tokens } = await signInMany(api, env, USERS)
  const ok = await fetch(`${api.url}/storage/v1/bucket`, {
    method: 'POST',
    headers: { apikey: KEY, 'content-type': 'application/json' },
    body: '{"id":"bench","public":false}',
  })
  if (!ok.ok) throw new Error('bucket')
  const users = tokens.map((t) => ({
    id: JSON.parse(Buffer.from(t.split('.')[1], 'base64url')).sub,
    headers: { authorization: `Bearer ${t}`, 'content-type': 'application/octet-stream' },
  }))
  return {
    api,
    target: (i, b) => {
      const u = users[i % USERS]
      return [`${api.url}/storage/v1/object/bench/${u.id}/${i}-${b}`, u.headers]
    },
  }
}
const mains = (process.env.MAINS ?? 'old=../apps/api/node_modules/dist-old/main.js,new=../apps/api/dist/main.js')
  .split(',')
  .map((x) => x.split('='))
const flags = process.env.PROF ? ['--cpu-prof', `--cpu-prof-dir=${process.env.PROF}`] : []
const servers = [],
  names = []
for (const [n, m] of mains) {
  servers.push(await open(new URL(m, import.meta.url).pathname, flags))
  names.push(n)
}
const bareApi = await start(
  new URL('./api/bare-files.mjs', import.meta.url).pathname,
  { NODE_ENV: 'production' },
  flags,
)
servers.push({ api: bareApi, target: (i, b) => [`${bareApi.url}/${i}-${b}`, {}] })
names.push('bare')
const rows = []
const sizes = (process.env.SIZES ?? '100000,10000000').split(',').map(Number)
for (const bytes of sizes)
  for (const dir of ['up', 'down']) {
    if (process.env.DIRS && !process.env.DIRS.includes(dir)) continue
    const body = Buffer.alloc(bytes, 'x')
    const work =
      ({ target }) =>
      (agent, i) =>
        dir === 'up' ? put(agent, ...target(i, bytes), body) : get(agent, ...target(i, bytes))
    if (dir === 'down' && process.env.DIRS)
      for (const s of servers) for (let i = 0; i < 16; i++) await put(undefined, ...s.target(i, bytes), body)
    const n = Math.round((bytes > 1e6 ? 60 : 900) * Number(process.env.SCALE ?? 1))
    for (const s of servers) await measure(s.api, work(s), n)
    const rounds = []
    for (let r = 0; r < ROUNDS; r++) {
      const one = []
      for (const s of servers) one.push(await measure(s.api, work(s), n))
      rounds.push(one)
    }
    const b = names.length - 1
    rows.push([
      `${dir} ${bytes}`,
      ...names
        .slice(0, b)
        .flatMap((_, k) => [
          median(rounds.map((r) => r[k].rate / r[b].rate)).toFixed(2),
          median(rounds.map((r) => r[b].processor / r[k].processor)).toFixed(2),
        ]),
      ...names.map((_, k) => (median(rounds.map((r) => r[k].processor)) * 1e6).toFixed(0) + 'us'),
    ])
  }
if (process.env.THREADS)
  for (const [k, s] of servers.entries()) {
    const { readdirSync } = await import('node:fs')
    console.log(
      names[k],
      readdirSync(`/proc/${s.api.pid}/task`)
        .map((t) => {
          const f = readFileSync(`/proc/${s.api.pid}/task/${t}/stat`, 'utf8')
          const x = f.split(') ')[1].split(' ')
          return `${/\((.*)\)/.exec(f)[1]}: u${x[11]} s${x[12]}`
        })
        .join(', '),
    )
  }
for (const s of servers) await s.api.stop()
for (const f of folders) rmSync(f, { recursive: true, force: true })
console.log(
  table(
    ['what', ...names.slice(0, -1).flatMap((n) => [`${n} ×`, `${n} × cpu`]), ...names.map((n) => n + ' cpu')],
    rows,
  ),
)
