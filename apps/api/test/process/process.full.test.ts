import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { type SpawnedApi, spawnApi } from '../support/spawn-api.ts'

// The suite runs only a few rounds; `npm run rounds -- sigterm 50` and `npm run rounds -- kill 100` run all rounds of the guarantee.
const rounds = Number(process.env['NETBOX_ROUNDS'] ?? 2)
const isJob = process.env['NETBOX_ROUNDS'] !== undefined

/** The number of served requests after which the process is stopped or killed. */
const UNDER_LOAD = 50

/** The number of requests that wait for their answer at the same time, at most. */
const MOST_WAITING = 250

const folders: string[] = []
const started: SpawnedApi[] = []
afterEach(() => {
  // A failed test leaves its process behind.
  for (const api of started.splice(0)) if (api.process.exitCode === null) api.process.kill('SIGKILL')
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

const makeFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'netbox-process-'))
  folders.push(folder)
  return folder
}

const start = async (folder: string): Promise<SpawnedApi> => {
  const api = await spawnApi({ DATA_DIR: folder, RATE_LIMITS: 'off' })
  started.push(api)
  return api
}

const json = { 'content-type': 'application/json' }

const signUp = async ({ url }: SpawnedApi): Promise<string> => {
  const body = JSON.stringify({ email: 'ana@mail.example', password: 'correct horse' })
  const response = await fetch(`${url}/api/auth/register`, { method: 'POST', headers: json, body })
  const { token }: { token?: string } = JSON.parse(await response.text())
  if (token === undefined) throw new Error('not signed up')
  return token
}

const run = async (url: string, token: string): Promise<string> => {
  const headers = { ...json, authorization: `Bearer ${token}` }
  try {
    const response = await fetch(`${url}/api/tools/whois/run`, {
      method: 'POST',
      headers,
      body: '{"input":"example.com"}',
    })
    await response.text()
    return response.status === 200 ? 'served' : `lost: ${response.status}`
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
    // A later client is refused before it sends a request, and uses another process.
    return code === 'ECONNREFUSED' ? 'refused' : `lost: ${String(code ?? cause ?? error)}`
  }
}

const everyTool = (folder: string): void => {
  const database = new DatabaseSync(join(folder, 'netbox.sqlite'), { timeout: 5000 })
  database.exec("update profiles set plan = 'enterprise'")
  database.close()
}

const countRuns = (folder: string): { runs: number; check: string } => {
  const database = new DatabaseSync(join(folder, 'netbox.sqlite'), { timeout: 5000 })
  const { runs } = database.prepare('select count(*) as runs from runs').get() as { runs: number }
  const { integrity_check: check } = database.prepare('pragma integrity_check').get() as { integrity_check: string }
  database.close()
  return { runs, check }
}

describe('the process', () => {
  it('prints its address in one line, and ends with 0', async () => {
    const api = await start(makeFolder())
    expect(api.output()).toMatch(/^netbox listens on http:\/\/127\.0\.0\.1:\d+$/m)
    expect((await api.end('SIGTERM')).code).toBe(0)
  })

  it('prints in one line why it does not start', async () => {
    const error = await spawnApi({ NODE_ENV: 'production', DATA_DIR: makeFolder() }).catch(String)
    expect(error).toBe('Error: netbox: PUBLIC_URL is missing; links in email messages begin with it.\n')
  })

  it(
    `loses no request when it ends under 200 requests a second, ${rounds} times`,
    { timeout: 30_000 * rounds },
    async () => {
      const all = { served: 0, refused: 0, lost: 0, slowest: 0 }
      for (let round = 0; round < rounds; round++) {
        const folder = makeFolder()
        const api = await start(folder)
        const token = await signUp(api)
        everyTool(folder)
        const answers: Promise<string>[] = []
        let servedSoFar = 0
        const over = new AbortController()
        const load = async (): Promise<void> => {
          while (!over.signal.aborted) {
            const answer = run(api.url, token)
            answers.push(answer)
            void answer.then(() => servedSoFar++)
            await wait(5)
            // On a busy machine, the service falls behind; its limit of connections per address then refuses requests.
            while (answers.length - servedSoFar >= MOST_WAITING && !over.signal.aborted) await wait(5)
          }
        }
        const loading = load()
        await expect.poll(() => servedSoFar).toBeGreaterThanOrEqual(UNDER_LOAD)
        const begun = answers.length
        // The requests sent so far are active.
        await wait(20)
        const { code, milliseconds } = await api.end('SIGTERM')
        over.abort()
        await loading
        const outcomes = await Promise.all(answers)
        const lost = outcomes.filter((outcome) => outcome.startsWith('lost'))
        // A busy machine may close a connection with a request after the signal; `npm run rounds` does not allow that.
        const owed = isJob ? outcomes : outcomes.slice(0, begun)
        expect(owed.filter((outcome) => outcome.startsWith('lost'))).toEqual([])
        const served = outcomes.filter((outcome) => outcome === 'served').length
        expect(served).toBeGreaterThanOrEqual(UNDER_LOAD)
        expect(code).toBe(0)
        expect(milliseconds).toBeLessThan(30_000)
        const { runs } = countRuns(folder)
        expect(runs).toBeGreaterThanOrEqual(served)
        expect(runs).toBeLessThanOrEqual(served + lost.length)
        all.served += served
        all.refused += outcomes.length - served - lost.length
        all.lost += lost.length
        all.slowest = Math.max(all.slowest, milliseconds)
      }
      console.log(
        `told to end ${rounds} times: ${all.served} requests served, ${all.refused} came after the end, ${all.lost} lost, ` +
          `ended within ${Math.round(all.slowest)} ms`,
      )
    },
  )

  it(`has every acknowledged run on disk over ${rounds} kills`, { timeout: 30_000 * rounds }, async () => {
    const folder = makeFolder()
    let token: string | undefined
    let acknowledged = 0
    for (let round = 0; round < rounds; round++) {
      const api = await start(folder)
      token ??= await signUp(api)
      everyTool(folder)
      const bearer = token
      const over = new AbortController()
      const client = async (): Promise<void> => {
        while (!over.signal.aborted) {
          if ((await run(api.url, bearer)) !== 'served') return
          acknowledged++
        }
      }
      const clients = Array.from({ length: 16 }, client)
      const enough = acknowledged + UNDER_LOAD + 10 * (round % 5)
      await expect.poll(() => acknowledged).toBeGreaterThanOrEqual(enough)
      await api.end('SIGKILL')
      over.abort()
      await Promise.all(clients)
      const { runs, check } = countRuns(folder)
      expect(check).toBe('ok')
      expect(runs).toBeGreaterThanOrEqual(acknowledged)
    }
    console.log(`killed ${rounds} times: ${acknowledged} runs acknowledged, ${countRuns(folder).runs} on disk`)
  })

  it('stays alive under 500 concurrent sign-ins: a few wait for their hash, the others get a refusal', async () => {
    const api = await start(makeFolder())
    await signUp(api)
    const body = JSON.stringify({ email: 'ana@mail.example', password: 'wrong horse' })
    const over = new AbortController()
    const pauses: number[] = []
    const watch = async (): Promise<void> => {
      while (!over.signal.aborted) {
        const begun = performance.now()
        await (await fetch(`${api.url}/health/live`)).text()
        pauses.push(performance.now() - begun)
      }
    }
    const watching = watch()
    const login = async (): Promise<number> => {
      const response = await fetch(`${api.url}/api/auth/login`, { method: 'POST', headers: json, body })
      await response.text()
      return response.status
    }
    const statuses = await Promise.all(Array.from({ length: 500 }, login))
    over.abort()
    await watching
    expect(new Set(statuses)).toEqual(new Set([401, 503]))
    const hashed = statuses.filter((status) => status === 401).length
    expect(hashed).toBeGreaterThanOrEqual(64)
    const p99 = pauses.toSorted((one, other) => one - other)[Math.floor(pauses.length * 0.99)] ?? 0
    console.log(`500 sign-ins: ${hashed} hashed, liveness p99 ${Math.round(p99)} ms of ${pauses.length}`)
    // The duration on a busy machine does not matter: the process keeps responding while others wait for their hash.
    expect(pauses.length).toBeGreaterThan(10)
    await api.end('SIGTERM')
  })
})
