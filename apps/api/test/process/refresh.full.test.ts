import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeOnEveryEngine } from '../support/database.ts'
import { type SpawnedApi, spawnApi } from '../support/spawn-api.ts'

const SESSIONS = 5
const isWhole = process.env['NETBOX_JUDGES'] === 'all'
// The rounds of the three tests; `npm run judges` has more.
const ROUNDS = isWhole ? 40 : 12
const BROKEN = isWhole ? 100 : 30
const SUPERSEDED = isWhole ? 20 : 6

interface Answer {
  readonly status: number
  readonly token: string
  readonly accessToken: string
}

const owner = { email: 'ana@mail.example', password: 'correct horse' }

describeOnEveryEngine('two processes of the service', (open) => {
  const folder = mkdtempSync(join(tmpdir(), 'netbox-refresh-'))
  let apis: readonly SpawnedApi[] = []
  beforeAll(async () => {
    await open()
    const env = { DATA_DIR: folder, DATABASE_URL: open.url(), RATE_LIMITS: 'off' }
    apis = [await spawnApi(env), await spawnApi(env)]
  })
  afterAll(async () => {
    await Promise.all(apis.map((api) => api.end('SIGTERM')))
    rmSync(folder, { recursive: true, force: true })
  })

  const post = async (at: number, path: string, body: object, signal: AbortSignal | null = null): Promise<Answer> => {
    const headers = { 'content-type': 'application/json' }
    const url = `${apis[at % 2]?.url}/api/auth/${path}`
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body), signal })
    const answer = (await response.json()) as { session?: { refresh_token: string; access_token: string } }
    const { refresh_token: token = '', access_token: accessToken = '' } = answer.session ?? {}
    return { status: response.status, token, accessToken }
  }
  const refresh = (at: number, token: string, signal?: AbortSignal) =>
    post(at, 'refresh', { refresh_token: token }, signal)

  const isSignedIn = async (at: number, { accessToken }: Answer): Promise<boolean> => {
    const headers = { authorization: `Bearer ${accessToken}` }
    return (await fetch(`${apis[at % 2]?.url}/api/auth/verify`, { headers })).status === 200
  }

  it('sign no user out whose tabs refresh at the same moment', async () => {
    await post(0, 'register', owner)
    const statuses = new Map<number, number>()
    const keepRefreshing = async (session: number): Promise<void> => {
      let { token } = await post(session, 'login', owner)
      for (let round = 0; round < ROUNDS; round++) {
        const both = await Promise.all([refresh(round, token), refresh(round + 1, token)])
        for (const { status } of both) statuses.set(status, (statuses.get(status) ?? 0) + 1)
        token = both[round % 2]?.token ?? ''
      }
    }
    await Promise.all(Array.from({ length: SESSIONS }, (_, session) => keepRefreshing(session)))
    expect([...statuses]).toEqual([[200, 2 * SESSIONS * ROUNDS]])
  })

  it('sign no user out whose connection breaks during a refresh', async () => {
    let signedOut = 0
    for (let round = 0; round < BROKEN; round++) {
      const { token } = await post(round, 'login', owner)
      await refresh(round, token, AbortSignal.timeout(round % 10)).catch(() => undefined)
      if (!(await isSignedIn(round, await refresh(round + 1, token)))) signedOut += 1
    }
    expect(signedOut).toBe(0)
  })

  it('end a session when either of them receives a superseded token', async () => {
    for (let round = 0; round < SUPERSEDED; round++) {
      const first = await post(round, 'login', owner)
      const second = await refresh(round + 1, first.token)
      const third = await refresh(round, second.token)
      expect((await refresh(round + 1, first.token)).status).toBe(401)
      expect((await refresh(round, third.token)).status).toBe(401)
    }
  })
})
