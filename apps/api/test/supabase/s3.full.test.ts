import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { sweepFiles } from '../../src/supabase/storage/files.ts'
import { createS3Store } from '../../src/supabase/storage/s3-store.ts'
import { toUuid } from '../../src/random.ts'
import { hasS3Server, useS3Server } from '../support/s3-server.ts'
import { startApi, type TestApi, type TestUser } from '../support/start-api.ts'
import { clientOf, SERVICE_KEY } from './support/client.ts'

const HOUR = 60 * 60_000

describe.runIf(hasS3Server)('files on an S3 server', () => {
  const server = useS3Server()
  const folder = mkdtempSync(join(tmpdir(), 'netbox-s3-drafts-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  async function* content(...parts: (string | Buffer)[]) {
    for (const part of parts) yield Buffer.from(part)
  }
  async function* broken() {
    yield Buffer.from('half')
    throw new Error('aborted')
  }

  describe('in a store', () => {
    let now = Date.now()
    const storeOf = (url: string) => {
      const { s3 } = readConfig({ DATA_DIR: folder, STORAGE_URL: url }).storage
      if (s3 === undefined) throw new Error('no object store')
      return createS3Store(s3, join(folder, 'drafts'), { now: () => now })
    }
    const open = (rest?: string) => storeOf(server.url(rest))
    const read = async (store: ReturnType<typeof open>, version: string) => {
      const found = await store.open(version)
      return found === undefined ? undefined : text(found)
    }
    const drafts = () => readdirSync(join(folder, 'drafts'))

    it('are stored completely, read in parts, copied and removed', async () => {
      const store = open('/files/some/prefix?region=eu-central-1')
      const bytes = randomBytes(3_000_000)
      const { version, size } = await store.write(content(bytes.subarray(0, 7), bytes.subarray(7)), 3_000_000)
      expect(size).toBe(3_000_000)
      expect(drafts()).toEqual([])
      const all = await store.open(version)
      expect(all !== undefined && bytes.equals(await buffer(all))).toBe(true)
      const part = await store.open(version, { start: 10, end: 19 })
      expect(part !== undefined && bytes.subarray(10, 20).equals(await buffer(part))).toBe(true)
      const copied = await store.copy(version)
      await store.remove(version)
      await store.remove(version)
      expect(await store.open(version)).toBeUndefined()
      expect(await store.open(copied)).toBeDefined()
      await expect(store.copy(version)).rejects.toMatchObject({ code: 'NoSuchKey' })
      expect(await read(open(), copied)).toBeUndefined()
      const empty = await store.write(content(), 5)
      expect(await read(store, empty.version)).toBe('')
    })

    it('are refused if they are too large or incomplete, and nothing is left', async () => {
      const store = open()
      await expect(store.write(content('hello', '!'), 5)).rejects.toMatchObject({ code: 'EntityTooLarge' })
      await expect(store.write(broken(), 5)).rejects.toMatchObject({ code: 'InvalidRequest' })
      expect(drafts()).toEqual([])
    })

    it('are removed if unreferenced, after an hour, only below the prefix', async () => {
      const store = open('/files/swept')
      const outside = await open().write(content('outside'), 9)
      const written = []
      for (let count = 0; count < 5; count++) written.push(await store.write(content('x'), 1))
      const kept = new Set([written[3]?.version ?? '', written[4]?.version ?? ''])
      const sweep = () => sweepFiles(store, async () => kept, now, new AbortController().signal)
      await sweep()
      expect(await read(store, written[0]?.version ?? '')).toBe('x')
      now += HOUR + 60_000
      await sweep()
      const left = await Promise.all(written.map(async ({ version }) => ((await read(store, version)) ? version : [])))
      expect(new Set(left.flat())).toEqual(kept)
      expect(await read(open(), outside.version)).toBe('outside')
    })

    it('are unavailable with a wrong secret, without the bucket or without a server', async () => {
      const wrong = storeOf(server.url().replace(':S3RVER@', ':other@'))
      for (const store of [wrong, open('/nothing'), storeOf('s3+http://a:b@127.0.0.1:9/files')]) {
        await expect(store.write(content('x'), 1)).rejects.toMatchObject({ code: 'busy' })
        expect(drafts()).toEqual([])
      }
      await expect(wrong.open('x')).rejects.toMatchObject({ code: 'busy' })
    })
  })

  describe('in a service', () => {
    let api: TestApi
    let user: TestUser
    beforeAll(async () => {
      const data = (name: string) => ({
        DATA_DIR: join(folder, name),
        STORAGE_URL: server.url(),
        SERVICE_ROLE_KEY: SERVICE_KEY,
      })
      api = await startApi({ env: data('a') })
      user = await api.user()
      await clientOf(api, { key: SERVICE_KEY }).storage.createBucket('docs', { public: false })
    })
    afterAll(async () => {
      await api.stop()
    })
    const filesOf = () => clientOf(api, { user }).storage.from('docs')
    const key = (name: string) => `${toUuid(user.id)}/${name}`

    it('have the same responses as on a disk', async () => {
      const files = filesOf()
      expect((await files.upload(key('a.txt'), '0123456789')).error).toBeNull()
      expect((await files.update(key('a.txt'), 'abcdefghij')).error).toBeNull()
      expect(await (await files.download(key('a.txt'))).data?.text()).toBe('abcdefghij')
      expect((await files.copy(key('a.txt'), key('b.txt'))).error).toBeNull()
      expect((await files.move(key('a.txt'), key('c.txt'))).error).toBeNull()
      const signed = await files.createSignedUrl(key('b.txt'), 60)
      const part = await fetch(signed.data?.signedUrl ?? '', { headers: { range: 'bytes=2-4' } })
      expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 2-4/10', 'cde'])
      expect((await files.remove([key('b.txt'), key('c.txt')])).data).toHaveLength(2)
      expect((await fetch(signed.data?.signedUrl ?? '')).status).toBe(400)
    })

    it('are refused while the store is unreachable, and nothing is lost', async () => {
      const files = filesOf()
      expect((await files.upload(key('kept'), 'kept')).error).toBeNull()
      await server.stop()
      for (const { error } of [
        await files.upload(key('new'), 'x'),
        await files.update(key('kept'), 'x'),
        await files.download(key('kept')),
      ])
        expect(error).toMatchObject({ status: 503, code: 'ServiceUnavailable' })
      expect((await files.list(key('').slice(0, -1))).data?.map(({ name }) => name)).toEqual(['kept'])
      await server.start()
      expect(await (await files.download(key('kept'))).data?.text()).toBe('kept')
      expect((await files.upload(key('new'), 'x')).error).toBeNull()
    })
  })
})
