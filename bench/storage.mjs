// Compares uploads and downloads of the storage with bare Koa with the same fsync and with `send`, alternately; measures memory during an
// upload of 1 GB.
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signInMany } from './api/account.mjs'
import { startApi, startBareFiles } from './api/servers.mjs'
import { median, table } from './statistics.mjs'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 3)
/** The number of users. Each has two concurrent uploads; together, these are the maximum of a process. */
const USERS = 8
const AT_ONCE = 2 * USERS
const GIGABYTE = 1_000_000_000
const SERVICE_ROLE_KEY = 'service-key-of-the-benchmark-32-characters'

/** Sends a request and discards the response. `write` writes the body. */
const ask = (url, options, write) =>
  new Promise((resolve, reject) => {
    const sent = httpRequest(url, { timeout: 60_000, ...options }, (response) => {
      response.on('end', () =>
        response.statusCode < 300 ? resolve() : reject(new Error(`${url}: ${response.statusCode}`)),
      )
      response.on('error', reject).resume()
    })
    sent.on('error', reject).on('timeout', () => sent.destroy(new Error(`${url}: no answer`)))
    write(sent)
  })

const put = (agent, url, headers, body) =>
  ask(url, { agent, method: 'PUT', headers: { ...headers, 'content-length': body.length } }, (sent) => sent.end(body))
const get = (agent, url, headers) => ask(url, { agent, headers }, (sent) => sent.end())

/** Runs workers for a fixed time. Returns their rate per second, and the server's processor time. */
const measure = async (server, work) => {
  const [begun, processor] = [performance.now(), server.processorTime()]
  // Connections of an earlier round may be about to close as idle.
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  let done = 0
  const worker = async (index) => {
    while (performance.now() - begun < SECONDS * 1000) {
      await work(agent, index)
      done += 1
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => worker(index)))
  agent.destroy()
  return { rate: done / ((performance.now() - begun) / 1000), processor: (server.processorTime() - processor) / done }
}

const compare = async (what, [api, ours], [other, theirs]) => {
  const rounds = []
  await measure(api, ours)
  await measure(other, theirs)
  for (let round = 0; round < ROUNDS; round += 1) rounds.push([await measure(api, ours), await measure(other, theirs)])
  const middle = (read) => median(rounds.map(read))
  const ratio = middle(([one, base]) => one.rate / base.rate).toFixed(2)
  const byTime = middle(([one, base]) => base.processor / one.processor).toFixed(2)
  const rates = [middle(([one]) => one.rate), middle(([, base]) => base.rate)]
  return [what, ratio, byTime, '0.7', ...rates.map((rate) => `${rate.toFixed(0)}/s`)]
}

/** Uploads a gigabyte, and returns how much the memory of the process grew above its idle value, in MB. */
const growthDuringUpload = async (api, url, headers) => {
  const idle = api.residentMemory()
  let most = idle
  const timer = setInterval(() => (most = Math.max(most, api.residentMemory())), 20)
  const chunk = Buffer.alloc(1_000_000, 'x')
  await ask(url, { method: 'PUT', headers: { ...headers, 'content-length': GIGABYTE } }, (sent) => {
    let left = GIGABYTE / chunk.length
    const write = () => {
      while (left > 0) {
        left -= 1
        if (!sent.write(chunk)) return void sent.once('drain', write)
      }
      sent.end()
    }
    write()
  })
  clearInterval(timer)
  return most - idle
}

const folder = mkdtempSync(join(process.env.BENCH_FOLDER ?? tmpdir(), 'netbox-bench-'))
const limits = { STORAGE_FILE_BYTES: String(2 * GIGABYTE), STORAGE_USER_BYTES: String(4 * GIGABYTE) }
const env = { DATA_DIR: folder, SERVICE_ROLE_KEY, ...limits }
const [api, bare] = [await startApi(env), await startBareFiles()]
const { tokens } = await signInMany(api, env, USERS)
const service = { apikey: SERVICE_ROLE_KEY, 'content-type': 'application/json' }
const bucket = { method: 'POST', headers: service, body: '{"id":"bench","public":false}' }
if (!(await fetch(`${api.url}/storage/v1/bucket`, bucket)).ok) throw new Error('The service did not create the bucket.')

const users = tokens.map((token) => ({
  id: JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString()).sub,
  headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
}))
const [{ id, headers }] = users
const growth = await growthDuringUpload(api, `${api.url}/storage/v1/object/bench/${id}/large`, headers)
const rows = [['memory during an upload of 1 GB', '', '', '100 MB at most', `${growth.toFixed(0)} MB`, '']]
for (const [size, bytes] of [
  ['100 kB', 100_000],
  ['10 MB', 10_000_000],
]) {
  const body = Buffer.alloc(bytes, 'x')
  const ours = (index) => {
    const user = users[index % USERS]
    return [`${api.url}/storage/v1/object/bench/${user.id}/${index}-${bytes}`, user.headers]
  }
  const theirs = (index) => [`${bare.url}/${index}-${bytes}`, {}]
  const uploads = [
    [api, (agent, index) => put(agent, ...ours(index), body)],
    [bare, (agent, index) => put(agent, ...theirs(index), body)],
  ]
  const downloads = [
    [api, (agent, index) => get(agent, ...ours(index))],
    [bare, (agent, index) => get(agent, ...theirs(index))],
  ]
  rows.push(await compare(`upload of ${size}`, ...uploads))
  rows.push(await compare(`download of ${size}`, ...downloads))
}
await api.stop()
await bare.stop()
rmSync(folder, { recursive: true, force: true })
console.log('\nThe storage, one process, alternating with bare Koa\n')
console.log(table(['what', '×', '× by processor time', 'promised', 'ours', 'theirs'], rows))
