import { createHash, randomBytes, randomInt } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '../../src/database/open-database.ts'
import { sweepFiles } from '../../src/supabase/storage/files.ts'
import { createDiskStore } from '../../src/supabase/storage/disk-store.ts'
import { referencedVersions } from '../../src/supabase/storage/repository.ts'
import { type SpawnedApi, spawnApi } from '../support/spawn-api.ts'

const ROUNDS = Number(process.env['NETBOX_KILL_ROUNDS'] ?? 3)
const USERS = 4
const KEYS = 6
const ANON_KEY = 'sb_publishable_of_killed_uploads'
const SERVICE_ROLE_KEY = 'service-key-of-killed-uploads-32-chars'
const HOUR = 60 * 60_000

const folder = mkdtempSync(join(tmpdir(), 'netbox-killed-uploads-'))
let api: SpawnedApi
const start = async () => {
  const env = { DATA_DIR: folder, LOG_LEVEL: 'fatal', RATE_LIMITS: 'off', ANON_KEY, SERVICE_ROLE_KEY }
  api = await spawnApi({ ...env, PUBLIC_URL: 'http://localhost:5000' })
}
beforeAll(start)
afterAll(async () => {
  if (api.process.exitCode === null) await api.end('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const filesOf = (token: string) =>
  createClient(api.url, ANON_KEY, { accessToken: async () => token }).storage.from('docs')

it(
  `has every acknowledged object completely after ${ROUNDS} kills during uploads, and no orphan after a sweep`,
  { timeout: 600_000 },
  async () => {
    const server = createClient(api.url, SERVICE_ROLE_KEY, { auth: { persistSession: false } })
    expect((await server.storage.createBucket('docs', { public: false })).error).toBeNull()
    const users = await Promise.all(
      Array.from({ length: USERS }, async (_, number) => {
        const response = await fetch(`${api.url}/api/auth/register`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email: `user${number}@mail.example`, password: 'correct horse' }),
        })
        const { session } = (await response.json()) as { session: { access_token: string } }
        return { token: session.access_token, id: decodeJwt(session.access_token).sub ?? '' }
      }),
    )
    /** The possible hashes of an object: the last acknowledged one, and those sent since then. */
    const possible = new Map<string, Set<string | null>>()
    let acknowledged = 0

    const upload = async ({ token, id }: (typeof users)[number], key: string): Promise<boolean> => {
      const path = `${id}/${key}`
      const bytes = randomBytes(randomInt(1, 10) === 1 ? 1_500_000 : randomInt(1, 100_000))
      possible.set(path, new Set([...(possible.get(path) ?? [null]), hashOf(bytes)]))
      const { error } = await filesOf(token).upload(path, bytes, { upsert: true })
      if (error !== null) return false
      possible.set(path, new Set([hashOf(bytes)]))
      acknowledged++
      return true
    }
    const check = async () => {
      for (const { token, id } of users)
        for (let key = 0; key < KEYS; key++) {
          const path = `${id}/${key}`
          const { data } = await filesOf(token).download(path)
          const found = data === null ? null : hashOf(new Uint8Array(await data.arrayBuffer()))
          expect([...(possible.get(path) ?? [null])]).toContain(found)
          possible.set(path, new Set([found]))
        }
    }

    for (let round = 0; round < ROUNDS; round++) {
      const earlier = acknowledged
      // Each worker uses its own keys, so that the last upload is known; a user may have two at a time.
      const workers = users.flatMap((user) =>
        [0, 1].map(async (half) => {
          // The kill ends the loop, because an upload fails.
          for (let key = half; await upload(user, String(key)); key = (key + 2) % KEYS);
        }),
      )
      await expect.poll(() => acknowledged).toBeGreaterThan(earlier)
      await new Promise((resolve) => setTimeout(resolve, randomInt(50, 600)))
      await api.end('SIGKILL')
      await Promise.all(workers)
      await start()
      await check()
    }
    await api.end('SIGTERM')

    const database = await openDatabase(`sqlite:${join(folder, 'netbox.sqlite')}`)
    const files = () =>
      readdirSync(join(folder, 'storage', 'objects'), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => name)
    const [before, drafts] = [files().length, readdirSync(join(folder, 'storage', 'tmp')).length]
    const now = Date.now() + 2 * HOUR
    const store = createDiskStore(join(folder, 'storage'), { now: () => now })
    const referenced = (versions: readonly string[]) => referencedVersions(database.queries, versions)
    await sweepFiles(store, referenced, now, new AbortController().signal)
    const rows = await database.queries.selectFrom('storage_objects').select('version').execute()
    await database.close()
    expect(files().toSorted()).toEqual(rows.map(({ version }) => version).toSorted())
    expect(readdirSync(join(folder, 'storage', 'tmp'))).toEqual([])
    console.log(
      `${ROUNDS} kills: ${acknowledged} uploads acknowledged, all whole; ${before - rows.length} orphans and ${drafts} drafts swept`,
    )
  },
)
