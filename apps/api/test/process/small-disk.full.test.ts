import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SpawnedApi, spawnApi } from '../support/spawn-api.ts'

const ANON_KEY = 'sb_publishable_of_a_small_disk'
const SERVICE_ROLE_KEY = 'service-key-of-a-small-disk-32-chars'
// The service keeps a copy of the site there, which takes 6 MB.
const SIZE = 16_000_000
/** The space that the ballast file leaves for the service. */
const ROOM = 500_000

const mountSmallDisk = (folder: string): boolean =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', folder]).status === 0

const makeFolder = (): string => mkdtempSync(join(tmpdir(), 'netbox-small-disk-'))

const removeDisk = (folder: string): void => {
  spawnSync('umount', ['-l', folder])
  rmSync(folder, { recursive: true, force: true })
}

const canMount = (): boolean => {
  const folder = makeFolder()
  const isMounted = mountSmallDisk(folder)
  removeDisk(folder)
  return isMounted
}

const isPossible = canMount()
if (!isPossible)
  console.warn('\n  A small disk cannot be mounted here (that takes root): THE TEST ON A REAL FULL DISK IS SKIPPED.\n')

describe.runIf(isPossible)('the service on a disk that is really full', () => {
  let folder: string
  let ballast: string
  let api: SpawnedApi
  let files: ReturnType<SupabaseClient['storage']['from']>
  let session: { access_token: string; refresh_token: string }
  beforeAll(async () => {
    folder = makeFolder()
    ballast = join(folder, 'ballast')
    if (!mountSmallDisk(folder)) throw new Error('not mounted')
    const env = { DATA_DIR: folder, LOG_LEVEL: 'fatal', RATE_LIMITS: 'off', ANON_KEY, SERVICE_ROLE_KEY }
    api = await spawnApi(env)
    const registered = await call('/auth/register', { email: 'ana@mail.example', password: 'correct horse' })
    session = (JSON.parse(registered.text) as { session: typeof session }).session
    const database = new DatabaseSync(join(folder, 'netbox.sqlite'), { timeout: 5000 })
    database.exec("update profiles set plan = 'enterprise'")
    database.close()
    const server = createClient(api.url, SERVICE_ROLE_KEY, { auth: { persistSession: false } })
    await server.storage.createBucket('docs', { public: false })
    files = createClient(api.url, ANON_KEY, { accessToken: async () => session.access_token }).storage.from('docs')
    for (const name of ['kept', 'replaced']) await files.upload(keyOf(name), 'a'.repeat(100_000))
    const { bavail, bsize } = statfsSync(folder)
    writeFileSync(ballast, Buffer.alloc(bavail * bsize - ROOM))
  })
  afterAll(async () => {
    if (api?.process.exitCode === null) await api.end('SIGKILL')
    removeDisk(folder)
  })

  const call = async (path: string, body?: object) => {
    const response = await fetch(`${api.url}/api${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(session === undefined ? {} : { authorization: `Bearer ${session.access_token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: response.status, retryAfter: response.headers.get('retry-after'), text: await response.text() }
  }

  // The input is stored with the run, so the disk fills up quickly.
  const run = () => call('/tools/header-analyzer/run', { input: `Subject: ${'x'.repeat(1900)}` })
  let served = 0

  const keyOf = (name: string) => `${decodeJwt(session.access_token).sub ?? ''}/${name}`
  const drafts = () => readdirSync(join(folder, 'storage', 'tmp'))

  it('answers writes with 503 and the time to retry, and signs no user out', async () => {
    let refused = 0
    for (let round = 0; refused < 50 && round < 200; round++) {
      const answers = await Promise.all(Array.from({ length: 10 }, run))
      for (const { status, retryAfter } of answers) {
        if (status === 200) served++
        else {
          expect([status, retryAfter]).toEqual([503, expect.stringMatching(/^[1-9]\d*$/)])
          refused++
        }
      }
    }
    expect(refused).toBeGreaterThanOrEqual(50)
    expect(served).toBeGreaterThan(0)
    const { bavail, bsize } = statfsSync(folder)
    appendFileSync(ballast, Buffer.alloc(bavail * bsize))
    // A refresh is small, so it may still fit into free space inside the database files.
    const { status } = await call('/auth/refresh', { refresh_token: session.refresh_token })
    expect([200, 503]).toContain(status)
  })

  it.each(['/auth/verify', '/tools', '/usage', '/activity', '/migrations', '/services', '/health/ready'])(
    'answers a read of %s',
    async (path) => {
      expect((await call(path)).status).toBe(200)
    },
  )

  it('refuses an upload without space, leaves nothing of it, and keeps the acknowledged ones', async () => {
    truncateSync(ballast, statSync(ballast).size - ROOM)
    for (const write of [
      await files.upload(keyOf('large'), 'b'.repeat(2 * ROOM)),
      await files.upload(keyOf('large'), new Blob(['b'.repeat(2 * ROOM)])),
      await files.upload(keyOf('replaced'), 'b'.repeat(2 * ROOM), { upsert: true }),
    ])
      expect(write.error).toMatchObject({
        status: 503,
        code: 'ServiceUnavailable',
        message: 'The storage is full. Nothing was changed.',
      })
    expect(drafts()).toEqual([])
    for (const name of ['kept', 'replaced'])
      expect(await (await files.download(keyOf(name))).data?.text()).toBe('a'.repeat(100_000))
    expect((await files.exists(keyOf('large'))).data).toBe(false)
  })

  it('accepts writes again when there is space, has everything that it acknowledged, and ends normally', async () => {
    rmSync(ballast)
    const begun = performance.now()
    while ((await run()).status !== 200);
    const well = performance.now() - begun
    expect((await files.upload(keyOf('large'), 'b'.repeat(2 * ROOM))).error).toBeNull()
    expect(await (await files.download(keyOf('kept'))).data?.text()).toBe('a'.repeat(100_000))
    const renewed = await call('/auth/refresh', { refresh_token: session.refresh_token })
    expect(renewed.status).toBe(200)
    expect((await api.end('SIGTERM')).code).toBe(0)
    const database = new DatabaseSync(join(folder, 'netbox.sqlite'))
    expect(database.prepare('select count(*) as runs from runs').get()).toMatchObject({ runs: served + 1 })
    expect(database.prepare('pragma integrity_check').all()).toMatchObject([{ integrity_check: 'ok' }])
    database.close()
    console.log(
      `full disk: ${served} runs before it was full, all kept; well ${Math.round(well)} ms after there was room`,
    )
  })
})
