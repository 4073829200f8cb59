import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { newId, toUuid } from '../../src/random.ts'
import { describeOnEveryEngine } from '../support/database.ts'
import { setClock } from '../support/set-clock.ts'
import type { TestUser } from '../support/start-api.ts'
import { useApi } from '../support/use-api.ts'
import { clientOf, SERVICE_KEY } from './support/client.ts'
import { storedFiles } from './support/files.ts'

const DAY = 24 * 60 * 60_000

/**
 * Creates a private cache of one URL, such as a browser's (RFC 9111): it uses a response whose `Vary` headers fit while it is fresh, and
 * revalidates it afterwards.
 */
const httpCache = (send: (headers: Record<string, string>) => Promise<Response>) => {
  const answers: number[] = []
  const kept: { readonly sent: Record<string, string>; readonly headers: Headers; readonly text: string }[] = []
  const fits = (entry: (typeof kept)[number], headers: Record<string, string>): boolean =>
    (entry.headers.get('vary') ?? '')
      .toLowerCase()
      .split(/, */)
      .every((name) => entry.sent[name] === headers[name])
  return {
    /** The statuses of the service's own responses. */
    answers,
    get: async (headers: Record<string, string>): Promise<[number, string]> => {
      const entry = kept.find((one) => fits(one, headers))
      const control = entry?.headers.get('cache-control') ?? ''
      const age = Number(/max-age=(\d+)/.exec(control)?.[1] ?? 0)
      if (entry !== undefined && age > 0 && !control.includes('no-cache')) return [200, entry.text]
      // Without its own header, `fetch` would add `no-cache`.
      const etag = entry?.headers.get('etag') ?? ''
      const response = await send({ ...headers, 'if-none-match': etag, 'cache-control': 'max-age=0' })
      answers.push(response.status)
      if (response.status === 304 && entry !== undefined) return [200, entry.text]
      const text = await response.text()
      if (!(response.headers.get('cache-control') ?? '').includes('no-store'))
        kept.push({ sent: headers, headers: response.headers, text })
      return [response.status, text]
    },
  }
}
const codeOf = (error: Error | null) => (error !== null && 'code' in error ? error.code : error)

describeOnEveryEngine('the storage for supabase-js', (open) => {
  const clock = setClock('2026-11-20T08:00:00Z')
  const env = {
    SERVICE_ROLE_KEY: SERVICE_KEY,
    STORAGE_FILE_BYTES: '1000000',
    STORAGE_USER_BYTES: '3000000',
    STORAGE_USER_OBJECTS: '30',
  }
  const api = useApi({ on: open, clock, env })
  let admin: TestUser
  let ana: TestUser
  let ben: TestUser
  const as = (user: TestUser) => clientOf(api, { user }).storage
  const visitor = () => clientOf(api).storage
  const keyOf = (user: TestUser, name: string) => `${toUuid(user.id)}/${name}`

  beforeAll(async () => {
    admin = await api.user({ isAdmin: true })
    ana = await api.user()
    ben = await api.user()
    await as(admin).createBucket('docs', { public: false })
    await as(admin).createBucket('site', {
      public: true,
      fileSizeLimit: '1kb',
      allowedMimeTypes: ['image/*', 'text/plain'],
    })
  })

  /** Runs checks at a later time, and resets the clock. */
  const later = async (time: number, work: () => Promise<void>) => {
    clock.advance(time)
    await work().finally(() => clock.advance(-time))
  }

  /** Creates a user without stored objects, and a client of the user's files in a bucket. */
  const fresh = async (bucket = 'docs') => {
    const user = await api.user()
    return { user, files: as(user).from(bucket), key: (name: string) => keyOf(user, name) }
  }
  const put = async (bucket = 'docs', content: string | Blob = 'hello', contentType = 'text/plain') => {
    const made = await fresh(bucket)
    const path = made.key('a.txt')
    const { error } = await made.files.upload(path, content, { contentType })
    expect(error).toBeNull()
    return { ...made, path }
  }

  describe('buckets', () => {
    it('are created, read, changed, emptied and deleted by admins', async () => {
      const { data, error } = await as(admin).createBucket('photos', {
        public: false,
        fileSizeLimit: '1.5mb',
        allowedMimeTypes: ['image/*'],
      })
      expect([data, error]).toEqual([{ name: 'photos' }, null])
      const made = {
        id: 'photos',
        name: 'photos',
        owner: toUuid(admin.id),
        public: false,
        file_size_limit: 1_500_000,
        allowed_mime_types: ['image/*'],
      }
      expect((await as(admin).getBucket('photos')).data).toMatchObject(made)
      expect(codeOf((await as(admin).createBucket('photos')).error)).toBe('BucketAlreadyExists')
      expect((await as(admin).updateBucket('photos', { public: true })).data).toEqual({
        message: 'Successfully updated',
      })
      expect((await as(admin).getBucket('photos')).data).toMatchObject({ ...made, public: true })
      const key = keyOf(ana, 'a.png')
      await as(ana).from('photos').upload(key, 'x', { contentType: 'image/png' })
      expect(codeOf((await as(admin).deleteBucket('photos')).error)).toBe('ResourceNotEmpty')
      expect((await as(admin).emptyBucket('photos')).data?.message).toContain('has been queued')
      expect((await as(admin).deleteBucket('photos')).data).toEqual({ message: 'Successfully deleted' })
      expect(codeOf((await as(admin).getBucket('photos')).error)).toBe('NoSuchBucket')
      const { body } = await api.call('admin.audit', { bearer: admin.bearer, query: { action: 'bucket.delete' } })
      expect(body.data.items).toMatchObject([{ detail: { bucket: 'photos' } }])
    })

    it('are managed with the service key too, and by no other caller', async () => {
      const service = clientOf(api, { key: SERVICE_KEY }).storage
      expect((await service.createBucket('own')).error).toBeNull()
      expect((await service.deleteBucket('own')).error).toBeNull()
      for (const storage of [as(ana), visitor()]) {
        expect(codeOf((await storage.createBucket('mine')).error)).toBe('AccessDenied')
        expect(codeOf((await storage.updateBucket('docs', { public: true })).error)).toBe('AccessDenied')
        expect(codeOf((await storage.emptyBucket('docs')).error)).toBe('AccessDenied')
        expect(codeOf((await storage.deleteBucket('docs')).error)).toBe('AccessDenied')
      }
    })

    it('are listed: to users all, to visitors the public ones', async () => {
      const names = async (storage: ReturnType<typeof visitor>) =>
        (await storage.listBuckets()).data?.map(({ id }) => id)
      expect(await names(as(ana))).toEqual(['docs', 'site'])
      expect(await names(visitor())).toEqual(['site'])
      const sorted = await as(ana).listBuckets({ limit: 1, offset: 1, sortColumn: 'name', sortOrder: 'desc' })
      expect(sorted.data?.map(({ id }) => id)).toEqual(['docs'])
    })

    it('are all listed, also beyond a hundred', async () => {
      const service = clientOf(api, { key: SERVICE_KEY }).storage
      const names = Array.from({ length: 101 }, (_, index) => `many-${index}`)
      for (const name of names) await service.createBucket(name)
      expect((await service.listBuckets({ search: 'many-' })).data).toHaveLength(101)
      for (const name of names) await service.deleteBucket(name)
    })

    it.each(['', '..', 'a/b', ' a', 'ü', 'x'.repeat(101)])('refuse a name like %j', async (name) => {
      expect(codeOf((await as(admin).createBucket(name)).error)).toBe('InvalidBucketName')
    })

    it('refuse invalid sizes and types', async () => {
      const limits = { public: false, fileSizeLimit: 'much' }
      expect(codeOf((await as(admin).createBucket('odd', limits)).error)).toBe('InvalidRequest')
      const types = { public: false, allowedMimeTypes: ['nothing'] }
      expect(codeOf((await as(admin).createBucket('odd', types)).error)).toBe('InvalidMimeType')
      for (const kind of [{ type: 'ANALYTICS' }, { versioningStatus: 'ENABLED' as const }])
        expect(codeOf((await as(admin).createBucket('odd', { public: false, ...kind })).error)).toBe('NotSupported')
    })

    it('accept every type if the list of types is empty', async () => {
      await as(admin).createBucket('any', { public: false, allowedMimeTypes: [], type: 'STANDARD' })
      const { files, key } = await fresh('any')
      expect((await files.upload(key('a'), 'x', { contentType: 'text/html' })).error).toBeNull()
    })
  })

  describe('an upload', () => {
    it('is returned unchanged, with its metadata', async () => {
      const { files, key } = await fresh()
      const content = randomBytes(200_000)
      const path = key('folder/photo (1).png')
      const metadata = { album: 'Sommer', tags: ['a', 'b'] }
      const { data, error } = await files.upload(path, content, {
        contentType: 'image/png',
        cacheControl: '60',
        metadata,
      })
      expect(error).toBeNull()
      expect(data).toEqual({ path, id: expect.stringMatching(/^[\da-f-]{36}$/), fullPath: `docs/${path}` })
      const got = await files.download(path)
      expect(Buffer.from((await got.data?.arrayBuffer()) ?? new ArrayBuffer()).equals(content)).toBe(true)
      expect((await files.info(path)).data).toMatchObject({
        id: data?.id,
        name: path,
        bucketId: 'docs',
        size: 200_000,
        contentType: 'image/png',
        cacheControl: 'max-age=60',
        metadata,
      })
      expect((await files.exists(path)).data).toBe(true)
      expect((await files.exists(key('other'))).data).toBe(false)
    })

    it('may be a form, as browsers send files', async () => {
      const { files, key } = await fresh()
      const path = key('notes.txt')
      const blob = new Blob(['in a form'], { type: 'text/plain' })
      expect((await files.upload(path, blob, { metadata: { from: 'form' } })).error).toBeNull()
      const { data } = await files.info(path)
      expect(data).toMatchObject({ size: 9, contentType: 'text/plain', cacheControl: 'max-age=3600' })
      expect(data?.metadata).toEqual({ from: 'form' })
      expect(await (await files.download(path)).data?.text()).toBe('in a form')
    })

    it('may be a form whose text has a charset', async () => {
      const { files, key } = await fresh()
      const path = key('old.txt')
      const type = 'text/plain;charset=iso-8859-1'
      expect((await files.upload(path, new Blob(['x'.repeat(200_000)], { type }))).error).toBeNull()
      expect((await files.info(path)).data).toMatchObject({ contentType: type, size: 200_000 })
      expect((await files.download(path)).data?.type).toBe(type)
    })

    it('may be a stream of unknown length', async () => {
      const { files, key } = await fresh()
      const stream = (bytes: number) => new Blob(['x'.repeat(bytes)]).stream()
      expect((await files.upload(key('s'), stream(500_000))).error).toBeNull()
      expect((await files.info(key('s'))).data?.size).toBe(500_000)
      const large = await files.upload(key('t'), stream(1_000_001))
      expect([codeOf(large.error), (await files.exists(key('t'))).data]).toEqual(['EntityTooLarge', false])
    })

    it.each(['bytes', 'a form'])('of compressed bytes is decompressed by the downloader (%s)', async (form) => {
      const { files, key } = await fresh()
      const options = { contentType: 'text/plain', contentEncoding: 'gzip', cacheControl: '60, immutable' }
      const bytes = gzipSync('hello')
      const body = form === 'bytes' ? bytes : new Blob([new Uint8Array(bytes)], { type: 'text/plain' })
      expect((await files.upload(key('a.txt'), body, options)).error).toBeNull()
      expect((await files.info(key('a.txt'))).data).toMatchObject({
        contentEncoding: 'gzip',
        cacheControl: 'max-age=60, immutable',
        size: bytes.length,
      })
      expect(await (await files.download(key('a.txt'))).data?.text()).toBe('hello')
      const odd = await files.upload(key('b'), body, { ...options, contentEncoding: 'rot13' })
      expect(codeOf(odd.error)).toBe('InvalidRequest')
    })

    it('replaces an object only on request', async () => {
      const { files, path } = await put()
      const again = await files.upload(path, 'again')
      expect([codeOf(again.error), again.error?.status, again.error?.statusCode]).toEqual([
        'KeyAlreadyExists',
        400,
        '409',
      ])
      expect((await files.upload(path, 'upsert', { upsert: true })).error).toBeNull()
      expect(await (await files.download(path)).data?.text()).toBe('upsert')
      expect((await files.update(path, 'update')).error).toBeNull()
      expect(await (await files.download(path)).data?.text()).toBe('update')
      expect((await files.list(path.split('/')[0])).data).toHaveLength(1)
    })

    it('keeps one complete upload of two for one key', async () => {
      const { files, key } = await fresh()
      const [one, two] = ['1'.repeat(300_000), '2'.repeat(300_000)]
      const done = await Promise.all([files.upload(key('x'), one), files.upload(key('x'), two)])
      expect(new Set(done.map(({ error }) => codeOf(error)))).toEqual(new Set(['KeyAlreadyExists', null]))
      expect([one, two]).toContain(await (await files.download(key('x'))).data?.text())
    })

    it.each([
      ['a/../b'],
      ['../b'],
      ['./b'],
      ['%2e%2e/b'],
      ['..%2fb'],
      ['a%00b'],
      ['a\\b'],
      ['%'],
      ['ü'],
      ['x'.repeat(2000)],
      ['a//b'],
      ['a/'],
    ])('refuses the key %j', async (key) => {
      // The test does not use fetch, which would normalize the path.
      const path = `/storage/v1/object/docs/${toUuid(ana.id)}/${key}`
      const answer = await new Promise<string>((resolve, reject) => {
        let text = ''
        const socket = connect(api.port, '127.0.0.1')
        socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
        socket.on('close', () => resolve(text)).on('error', reject)
        socket.write(
          `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: text/plain\r\nAuthorization: Bearer ${ana.bearer}\r\nContent-Length: 1\r\n\r\nx`,
          'latin1',
        )
      })
      expect(answer).toMatch(/^HTTP\/1\.1 400 /)
      expect(answer).toMatch(/InvalidKey|bad_request/)
    })

    it('may use only the user’s own keys', async () => {
      const refused = await as(ana).from('docs').upload(keyOf(ben, 'a.txt'), 'x', { upsert: true })
      expect([codeOf(refused.error), refused.error?.statusCode]).toEqual(['AccessDenied', '403'])
      for (const storage of [visitor(), as(admin)])
        expect(codeOf((await storage.from('docs').upload(keyOf(ana, 'a.txt'), 'x')).error)).toBe('AccessDenied')
      expect(codeOf((await as(ana).from('docs').upload('a.txt', 'x')).error)).toBe('AccessDenied')
      expect(codeOf((await as(ana).from('none').upload(keyOf(ana, 'a.txt'), 'x')).error)).toBe('NoSuchBucket')
    })

    it('must have a size and a type that its bucket accepts', async () => {
      const { files, key } = await fresh('site')
      const large = await files.upload(key('a.txt'), 'x'.repeat(1001), { contentType: 'text/plain' })
      expect([codeOf(large.error), large.error?.statusCode]).toEqual(['EntityTooLarge', '413'])
      const blob = new Blob(['x'.repeat(1001)], { type: 'text/plain' })
      expect(codeOf((await files.upload(key('a.txt'), blob)).error)).toBe('EntityTooLarge')
      const page = await files.upload(key('a.html'), '<p>', { contentType: 'text/html' })
      expect([codeOf(page.error), page.error?.message]).toEqual([
        'InvalidMimeType',
        'mime type text/html is not supported',
      ])
      const form = await files.upload(key('a.html'), new Blob(['<p>'], { type: 'text/html' }))
      expect(codeOf(form.error)).toBe('InvalidMimeType')
      expect((await files.upload(key('a.png'), 'x', { contentType: 'image/png' })).error).toBeNull()
    })

    it('that announces 5 GB is refused before it arrives, and its connection is closed', async () => {
      const answer = await new Promise<string>((resolve) => {
        let text = ''
        const socket = connect(api.port, '127.0.0.1')
        socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
        socket.on('error', () => undefined).on('close', () => resolve(text))
        socket.write(
          `POST /storage/v1/object/docs/${keyOf(ana, 'big')} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ana.bearer}\r\nContent-Length: 5000000000\r\n\r\n`,
        )
      })
      expect(answer).toContain('"statusCode":"413"')
      expect(answer).toContain('EntityTooLarge')
    })

    it('that breaks off leaves nothing behind', async () => {
      const { user, files, key } = await fresh()
      const before = await storedFiles(api)
      const boundary = 'Content-Type: multipart/form-data; boundary=b'
      const part = '--b\r\nContent-Disposition: form-data; name=""; filename="x"\r\nContent-Type: text/plain\r\n\r\n'
      for (const [header, start] of [
        ['Content-Type: text/plain', ''],
        [boundary, part],
      ] as const) {
        const socket = connect(api.port, '127.0.0.1')
        const head = `POST /storage/v1/object/docs/${key('cut')} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${user.bearer}\r\n`
        socket.write(`${head}${header}\r\nContent-Length: 900000\r\n\r\n${start}${'x'.repeat(300_000)}`)
        await vi.waitFor(async () => expect((await storedFiles(api)).drafts).toHaveLength(1), { timeout: 10_000 })
        socket.destroy()
        await vi.waitFor(async () => expect(await storedFiles(api)).toEqual(before), { timeout: 10_000 })
      }
      expect((await files.list(key('').slice(0, -1))).data).toEqual([])
    })

    it('with a form that ends too early is refused', async () => {
      const { user, key } = await fresh()
      const before = await storedFiles(api)
      const part =
        '--b\r\nContent-Disposition: form-data; name=""; filename="x"\r\nContent-Type: text/plain\r\n\r\nhalf'
      const form = 'multipart/form-data; boundary=b'
      for (const [type, body] of [
        ...[part, '', '--b--\r\n', 'no form'].map((text) => [form, text] as const),
        ['multipart/form-data', part],
        ['multipart/form-data; boundary=', part],
      ] as const) {
        const response = await api.fetch(`/storage/v1/object/docs/${key('half')}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${user.bearer}`, 'content-type': type },
          body,
        })
        expect([response.status, await response.json()]).toMatchObject([400, { code: 'InvalidRequest' }])
      }
      expect(await storedFiles(api)).toEqual(before)
    })

    it('counts against the user’s storage limit', async () => {
      const { files, key } = await fresh()
      const million = 'x'.repeat(1_000_000)
      for (const name of ['1', '2', '3']) expect((await files.upload(key(name), million)).error).toBeNull()
      expect(codeOf((await files.upload(key('4'), 'x')).error)).toBe('EntityTooLarge')
      expect((await files.upload(key('3'), 'x', { upsert: true })).error).toBeNull()
      expect((await files.upload(key('4'), 'x')).error).toBeNull()
      for (let name = 5; name <= 30; name++) await files.upload(key(String(name)), '')
      expect(codeOf((await files.upload(key('31'), '')).error)).toBe('EntityTooLarge')
      await files.remove([key('1')])
      expect((await files.upload(key('31'), '')).error).toBeNull()
    })

    it('above the user’s storage limit is refused before it is written', async () => {
      const { user, files, key } = await fresh()
      const million = 'x'.repeat(1_000_000)
      for (const name of ['1', '2']) expect((await files.upload(key(name), million)).error).toBeNull()
      expect((await files.upload(key('3'), 'x'.repeat(900_000))).error).toBeNull()
      // Both requests are unfinished, so only an early refusal answers them.
      const start = (rest: string) =>
        new Promise<string>((resolve, reject) => {
          const socket = connect(api.port, '127.0.0.1')
          socket.on('error', reject).on('data', (chunk: Buffer) => {
            socket.destroy()
            resolve(chunk.toString())
          })
          socket.write(
            `POST /storage/v1/object/docs/${key('4')} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${user.bearer}\r\n${rest}`,
          )
        })
      const refusal = 'Your files may have 3000000 bytes in total'
      expect(await start('Content-Length: 200000\r\n\r\nx')).toContain(refusal)
      expect(await start(`Transfer-Encoding: chunked\r\n\r\n186a1\r\n${'x'.repeat(100_001)}\r\n`)).toContain(refusal)
      await vi.waitFor(async () => expect((await storedFiles(api)).drafts).toEqual([]), { timeout: 10_000 })
    })

    it('waits for the user’s other uploads', async () => {
      const { files, key } = await fresh()
      const uploads = Array.from({ length: 15 }, (_, index) => files.upload(key(String(index)), 'x'.repeat(9999)))
      expect((await Promise.all(uploads)).map(({ error }) => error)).toEqual(uploads.map(() => null))
    })

    it('is limited for each client address, so that a client with many accounts leaves room for others', async () => {
      /** Starts an upload that never ends, and returns once the service has it. */
      const begin = async (user: TestUser, localAddress: string, drafts: number) => {
        const socket = connect({ port: api.port, host: '127.0.0.1', localAddress })
        socket.on('error', () => undefined)
        const head = `POST /storage/v1/object/docs/${keyOf(user, newId())} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${user.bearer}\r\n`
        const answer = new Promise<string>((resolve) =>
          socket.once('data', (chunk: Buffer) => resolve(chunk.toString())),
        )
        socket.write(`${head}Content-Length: 9\r\n\r\nx`)
        const isTaken = vi.waitFor(async () => expect((await storedFiles(api)).drafts).toHaveLength(drafts), {
          timeout: 10_000,
        })
        return { socket, answer: await Promise.race([answer, isTaken.then(() => '')]) }
      }
      const begun: Awaited<ReturnType<typeof begin>>[] = []
      for (let account = 0; account < 12; account++) {
        const user = await api.user()
        for (let upload = 0; upload < 2; upload++) begun.push(await begin(user, '127.0.0.2', begun.length + 1))
      }
      expect(begun.map(({ answer }) => answer)).toEqual(Array.from({ length: 24 }, () => ''))
      const user = await api.user()
      const refused = await begin(user, '127.0.0.2', 25)
      expect(refused.answer).toMatch(/^HTTP\/1\.1 429 /)
      expect(refused.answer).toContain('SlowDown')
      const other = await begin(user, '127.0.0.3', 25)
      expect(other.answer).toBe('')
      for (const { socket } of [...begun, refused, other]) socket.destroy()
      await vi.waitFor(async () => expect((await storedFiles(api)).drafts).toEqual([]), { timeout: 10_000 })
      expect((await as(user).from('docs').upload(keyOf(user, 'a'), 'x')).error).toBeNull()
    })

    it('refuses metadata that is too large, too deep or invalid', async () => {
      const { files, key } = await fresh()
      let deep: Record<string, unknown> = {}
      for (let level = 0; level < 9; level++) deep = { deep }
      for (const metadata of [{ text: 'x'.repeat(5000) }, deep])
        for (const body of ['x', new Blob(['x'])])
          expect(codeOf((await files.upload(key('m'), body, { metadata })).error)).toBe('InvalidRequest')
      const odd = await files.upload(key('m'), 'x', { headers: { 'x-metadata': 'no base64 of JSON' } })
      expect(codeOf(odd.error)).toBe('InvalidRequest')
    })
  })

  describe('a download', () => {
    const get = (path: string, headers: Record<string, string> = {}) =>
      api.fetch(`/storage/v1/object/${path}`, { headers })

    it('of a private object is only for its owner', async () => {
      const { path, files } = await put()
      expect((await files.download(path)).error).toBeNull()
      for (const storage of [as(ben), visitor(), as(admin)]) {
        const missing = await storage.from('docs').info(`${path}x`)
        const other = await storage.from('docs').info(path)
        expect([codeOf(other.error), other.error?.message]).toEqual([codeOf(missing.error), missing.error?.message])
        expect(codeOf(other.error)).toBe('NoSuchKey')
        expect((await storage.from('docs').download(path)).error).not.toBeNull()
      }
      const unsigned = await get(`docs/${path}`)
      expect([unsigned.status, await unsigned.json()]).toMatchObject([
        400,
        { statusCode: '403', code: 'AccessDenied', message: 'Invalid Compact JWS' },
      ])
      expect((await get(`public/docs/${path}`)).status).toBe(400)
    })

    it('of a public object is for everyone, by its address', async () => {
      const { path, files } = await put('site')
      const { publicUrl } = files.getPublicUrl(path).data
      const response = await fetch(publicUrl, { headers: { authorization: 'Bearer wrong' } })
      expect([response.status, await response.text()]).toEqual([200, 'hello'])
      expect(response.headers.get('cache-control')).toBe('public, max-age=3600')
      expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
      expect((await visitor().from('site').download(path)).error).toBeNull()
      const named = await fetch(files.getPublicUrl(path, { download: 'other name.txt' }).data.publicUrl)
      expect(named.headers.get('content-disposition')).toBe('attachment; filename="other name.txt"')
    })

    it('can be partial, and conditional', async () => {
      const { path, user } = await put('docs', '0123456789')
      const authorization = `Bearer ${user.bearer}`
      const whole = await get(`docs/${path}`, { authorization })
      const etag = whole.headers.get('etag') ?? ''
      expect(etag).toMatch(/^"[\da-z]{26}"$/)
      expect(whole.headers.get('accept-ranges')).toBe('bytes')
      const part = await get(`docs/${path}`, { authorization, range: 'bytes=2-4' })
      expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 2-4/10', '234'])
      const old = await get(`docs/${path}`, { authorization, range: 'bytes=2-4', 'if-range': '"other"' })
      expect([old.status, await old.text()]).toEqual([200, '0123456789'])
      const beyond = await get(`docs/${path}`, { authorization, range: 'bytes=20-' })
      expect([beyond.status, await beyond.json()]).toMatchObject([400, { statusCode: '416', code: 'InvalidRange' }])
      const head = await api.fetch(`/storage/v1/object/docs/${path}`, { method: 'HEAD', headers: { authorization } })
      expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '10', ''])
    })

    it.each(['image/svg+xml', 'text/html', 'application/pdf', 'application/xhtml+xml', 'text/xml'])(
      'of %s runs no script',
      async (type) => {
        const { path, user } = await put(
          'docs',
          '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>',
          type,
        )
        const { headers } = await get(`docs/${path}`, { authorization: `Bearer ${user.bearer}` })
        expect(headers.get('content-type')).toBe(type)
        expect(headers.get('content-disposition')).toMatch(/^attachment/)
        expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
        expect(headers.get('x-content-type-options')).toBe('nosniff')
      },
    )

    it('shows pictures and plain text', async () => {
      for (const type of ['image/png', 'text/plain', 'video/mp4']) {
        const { path, user } = await put('docs', 'x', type)
        const { headers } = await get(`docs/${path}`, { authorization: `Bearer ${user.bearer}` })
        expect(headers.get('content-disposition')).toMatch(/^inline/)
      }
    })

    it.each([
      'text/plain;x=y, text/html',
      'text/plain;charset=utf-8;, text/html',
      'text/plain, text/html',
      'text/plain; x="a, text/html"',
      'text/plain;',
      'text/plain;charset',
      'text/plain;charset=utf-8 text/html',
      'image/png; <script>',
    ])('of the invalid type %s is bytes to download', async (type) => {
      const { path, user, files } = await put('docs', '<script>1</script>', type)
      expect((await files.info(path)).data?.contentType).toBe('application/octet-stream')
      const authorization = `Bearer ${user.bearer}`
      const read = async () => {
        const { headers } = await get(`docs/${path}`, { authorization })
        return [headers.get('content-type'), headers.get('content-disposition')]
      }
      const bytes = ['application/octet-stream', 'attachment; filename="a.txt"']
      expect(await read()).toEqual(bytes)
      // An earlier version of the service may have stored such a type.
      await api.core.database.writer
        .updateTable('storage_objects')
        .set({ mime: type })
        .where('owner_id', '=', user.id)
        .execute()
      expect(await read()).toEqual(bytes)
    })

    it('of a private object is kept by caches, and used only after the service has checked the caller', async () => {
      const { path, user } = await put()
      const cache = httpCache((headers) => get(`docs/${path}`, headers))
      const own = { authorization: `Bearer ${user.bearer}` }
      expect(await cache.get(own)).toEqual([200, 'hello'])
      expect(await cache.get({ authorization: `Bearer ${ben.bearer}` })).toEqual([400, expect.anything()])
      expect(await cache.get({ authorization: 'Bearer ended' })).toEqual([400, expect.anything()])
      expect(await cache.get({})).toEqual([400, expect.anything()])
      expect(await cache.get(own)).toEqual([200, 'hello'])
      expect(cache.answers).toEqual([200, 400, 400, 400, 304])
    })

    it('of a public object is used by caches for its time', async () => {
      const { path } = await put('site')
      const cache = httpCache((headers) => get(`public/site/${path}`, headers))
      for (let time = 0; time < 3; time++) expect(await cache.get({})).toEqual([200, 'hello'])
      expect(cache.answers).toEqual([200])
    })

    it('during replacements is one version or another, never a mixture', async () => {
      const { files, path, user } = await put('docs', '0'.repeat(200_000))
      const replace = async () => {
        for (const digit of '123456789') await files.update(path, digit.repeat(200_000))
      }
      const readPart = async () => {
        for (let round = 0; round < 30; round++) {
          const authorization = `Bearer ${user.bearer}`
          const first = await get(`docs/${path}`, { authorization, range: 'bytes=0-0' })
          const etag = first.headers.get('etag') ?? ''
          const digit = await first.text()
          const rest = await get(`docs/${path}`, { authorization, range: 'bytes=1-', 'if-range': etag })
          const text = await rest.text()
          // The response is either the whole of another version, or the rest of the same version.
          expect(text).toBe(rest.status === 206 ? digit.repeat(199_999) : (text[0] ?? '').repeat(200_000))
          expect(rest.headers.get('etag') === etag).toBe(rest.status === 206)
        }
      }
      const read = async () => {
        for (let round = 0; round < 30; round++) {
          const response = await get(`docs/${path}`, { authorization: `Bearer ${user.bearer}` })
          expect(response.status).toBe(200)
          expect(await response.text()).toMatch(/^(\d)\1{199999}$/)
        }
      }
      await Promise.all([replace(), read(), readPart()])
    })
  })

  describe('signed URLs', () => {
    it('open one object to strangers, for a time', async () => {
      const { files, path } = await put()
      const { data } = await files.createSignedUrl(path, 60)
      const url = data?.signedUrl ?? ''
      const response = await fetch(url)
      expect([response.status, await response.text()]).toEqual([200, 'hello'])
      expect(response.headers.get('cache-control')).toBe('private, max-age=60, must-revalidate')
      // The token is the permission, so pages of other origins may show the object.
      expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
      const attached = await fetch(`${url}&download=`)
      expect(attached.headers.get('content-disposition')).toBe('attachment; filename="a.txt"')
      await later(45_000, async () => {
        // Caches may keep the object for the rest of the time.
        expect((await fetch(url)).headers.get('cache-control')).toBe('private, max-age=15, must-revalidate')
      })
      await later(61_000, async () => {
        expect(await (await fetch(url)).json()).toMatchObject({ code: 'ExpiredToken' })
      })
    })

    it('may be cached as long as the owner chose, until they end', async () => {
      const { user, files, key } = await fresh()
      const cached = async (cacheControl: string, seconds: number) => {
        // The client of supabase-js can send only an age.
        const headers = { authorization: `Bearer ${user.bearer}`, 'cache-control': cacheControl }
        await api.fetch(`/storage/v1/object/docs/${key('c')}`, { method: 'PUT', headers, body: 'x' })
        const { data } = await files.createSignedUrl(key('c'), seconds)
        return (await fetch(data?.signedUrl ?? '')).headers.get('cache-control')
      }
      expect(await cached('max-age=30', 3600)).toBe('private, max-age=30, must-revalidate')
      // Without an age, caches would estimate one.
      expect(await cached('no-transform, s-maxage=9', 60)).toBe('private, no-transform, max-age=60, must-revalidate')
      expect(await cached('no-store', 60)).toBe('private, no-store, max-age=60, must-revalidate')
    })

    it('are valid for a week at most', async () => {
      const { files, path } = await put()
      const { data } = await files.createSignedUrl(path, 365 * 24 * 60 * 60)
      await later(7 * DAY + 1000, async () => {
        expect(await (await fetch(data?.signedUrl ?? '')).json()).toMatchObject({ code: 'ExpiredToken' })
      })
      expect(codeOf((await as(ben).from('docs').createSignedUrl(path, 60)).error)).toBe('NoSuchKey')
    })

    it('open nothing else: another path, scope, or time', async () => {
      const { files, path, key } = await put()
      await files.upload(key('b.txt'), 'other')
      const { data } = await files.createSignedUrl(path, 60)
      const url = data?.signedUrl ?? ''
      const upload = (await files.createSignedUploadUrl(key('c.txt'))).data
      const token = new URL(url).searchParams.get('token') ?? ''
      const [header, claims = '', signature] = token.split('.')
      const longer = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>
      const forged = Buffer.from(JSON.stringify({ ...longer, exp: 9_999_999_999 })).toString('base64url')
      for (const wrong of [
        url.replace('a.txt', 'b.txt'),
        url.replace('/docs/', '/site/'),
        url.replace(token, upload?.token ?? ''),
        url.replace(token, [header, forged, signature].join('.')),
        url.replace(token, `eyJhbGciOiJub25lIn0.${claims}.`),
        url.replace(token, ''),
      ])
        expect(await (await fetch(wrong)).json()).toMatchObject({ statusCode: '400', code: 'InvalidSignature' })
      const write = await files.uploadToSignedUrl(path, token, 'x')
      expect(codeOf(write.error)).toBe('InvalidSignature')
    })

    it('become invalid with their owner’s account', async () => {
      const { user, files, path, key } = await put()
      const { data } = await files.createSignedUrl(path, 60)
      const upload = (await files.createSignedUploadUrl(key('c.txt'))).data
      const set = (status: 'active' | 'disabled') =>
        api.call('admin.updateProfile', { bearer: admin.bearer, params: { id: user.id }, body: { status } })
      await set('disabled')
      expect((await fetch(data?.signedUrl ?? '')).status).toBe(400)
      expect(
        (
          await visitor()
            .from('docs')
            .uploadToSignedUrl(key('c.txt'), upload?.token ?? '', 'x')
        ).error,
      ).not.toBeNull()
      await set('active')
      expect((await fetch(data?.signedUrl ?? '')).status).toBe(200)
    })

    it('can be created for many objects at once', async () => {
      const { files, path, key } = await put()
      const { data } = await files.createSignedUrls([path, key('none')], 60)
      expect(data?.map(({ error }) => error)).toEqual([null, expect.stringContaining('does not exist')])
      expect((await fetch(data?.[0]?.signedUrl ?? '')).status).toBe(200)
    })

    it('let a stranger upload one object, once', async () => {
      const { files, key } = await fresh()
      const { data } = await files.createSignedUploadUrl(key('c.txt'))
      const { path, token } = data ?? { path: '', token: '' }
      const stranger = visitor().from('docs')
      expect((await stranger.uploadToSignedUrl(path, token, 'from a stranger')).error).toBeNull()
      expect(await (await files.download(path)).data?.text()).toBe('from a stranger')
      expect(codeOf((await stranger.uploadToSignedUrl(path, token, 'x', { upsert: true })).error)).toBe(
        'KeyAlreadyExists',
      )
      const upsert = (await files.createSignedUploadUrl(path, { upsert: true })).data
      expect((await stranger.uploadToSignedUrl(path, upsert?.token ?? '', 'y')).error).toBeNull()
      await later(2 * 60 * 60_000 + 1000, async () => {
        expect(codeOf((await stranger.uploadToSignedUrl(path, upsert?.token ?? '', 'z')).error)).toBe('ExpiredToken')
      })
      expect(codeOf((await as(ana).from('docs').createSignedUploadUrl(path)).error)).toBe('AccessDenied')
    })
  })

  describe('lists', () => {
    it('have files by name and folders, relative to the folder', async () => {
      const { files, key } = await fresh()
      for (const name of ['b.txt', 'a.txt', 'Images/1.png', 'Images/2.png', 'deep/er/x'])
        await files.upload(key(name), name)
      const folder = key('').slice(0, -1)
      const { data } = await files.list(folder)
      expect(data?.map(({ name, id }) => [name, id === null])).toEqual([
        ['Images', true],
        ['a.txt', false],
        ['b.txt', false],
        ['deep', true],
      ])
      expect(data?.[1]?.metadata).toMatchObject({
        size: 5,
        mimetype: 'text/plain;charset=UTF-8',
        cacheControl: 'max-age=3600',
      })
      expect(data?.[0]?.metadata).toBeNull()
      const names = async (...given: Parameters<typeof files.list>) =>
        (await files.list(...given)).data?.map(({ name }) => name)
      expect(await names(key('Images'))).toEqual(['1.png', '2.png'])
      expect(await names(folder, { sortBy: { column: 'name', order: 'desc' }, limit: 2 })).toEqual(['deep', 'b.txt'])
      expect(await names(folder, { limit: 1_000_000, offset: 3 })).toEqual(['deep'])
      expect(await names(folder, { search: 'IMA' })).toEqual(['Images'])
      expect(await names('')).toEqual([folder])
      expect(await names(key('a.txt'), { exactMatch: true })).toEqual(['a.txt'])
      expect(await names(key('a'), { exactMatch: true })).toEqual([])
    })

    it('contain only the user’s own objects, even in public buckets', async () => {
      const { path } = await put('site')
      const folder = path.split('/')[0]
      for (const storage of [as(ben), as(admin)]) expect((await storage.from('site').list()).data).toEqual([])
      for (const storage of [as(ben), as(admin), visitor()]) {
        expect(codeOf((await storage.from('site').list(folder)).error)).toBe('AccessDenied')
        expect(codeOf((await storage.from('site').listV2({ prefix: path })).error)).toBe('AccessDenied')
        expect(codeOf((await storage.from('site').list('ü/')).error)).toBe('AccessDenied')
      }
      expect(codeOf((await visitor().from('site').list()).error)).toBe('AccessDenied')
    })

    it('are also available page by page', async () => {
      const { files, key } = await fresh()
      for (const name of ['1', '2', '3', 'f/4']) await files.upload(key(name), name)
      const first = await files.listV2({ prefix: key(''), limit: 3, with_delimiter: true })
      expect(first.data).toMatchObject({ hasNext: true, folders: [] })
      const { nextCursor: cursor = '' } = first.data ?? {}
      const rest = await files.listV2({ prefix: key(''), limit: 3, with_delimiter: true, cursor })
      expect(rest.data).toMatchObject({
        hasNext: false,
        folders: [{ key: key('f'), name: `${key('f')}/` }],
        objects: [],
      })
      const all = await files.listV2({ prefix: key('') })
      expect(all.data?.objects).toHaveLength(4)
      const exact = await files.listV2({ prefix: key('1'), exactMatch: true })
      expect(exact.data?.objects.map((object) => object.key)).toEqual([key('1')])
    })

    it.each([
      { limit: -1 },
      { limit: 'x' },
      { offset: 0.5 },
      { sortBy: { column: 'owner' } },
      { search: 1 },
      { deleteMarkers: 'only' },
    ])('refuse %j', async (options) => {
      const { files } = await fresh()
      expect(codeOf((await files.list('', options as object)).error)).toBe('InvalidRequest')
    })
  })

  describe('objects', () => {
    it('are moved, even to another bucket', async () => {
      const { files, path, key, user } = await put()
      expect((await files.move(path, key('b.txt'))).data).toEqual({ message: 'Successfully moved' })
      expect((await files.exists(path)).data).toBe(false)
      expect((await files.move(key('b.txt'), key('b.txt'), { destinationBucket: 'site' })).error).toBeNull()
      expect(await (await as(user).from('site').download(key('b.txt'))).data?.text()).toBe('hello')
      await files.upload(path, 'x')
      await files.upload(key('c'), 'y')
      expect(codeOf((await files.move(path, key('c'))).error)).toBe('KeyAlreadyExists')
      expect(codeOf((await files.move(path, keyOf(ben, 'c'))).error)).toBe('AccessDenied')
      expect(codeOf((await files.move(path, key('../c'))).error)).toBe('InvalidKey')
      expect(codeOf((await as(ben).from('docs').move(path, keyOf(ben, 'c'))).error)).toBe('NoSuchKey')
    })

    it('are copied, and then are two', async () => {
      const { files, path, key } = await put()
      expect((await files.copy(path, key('copy.txt'))).data).toEqual({ path: `docs/${key('copy.txt')}` })
      await files.update(path, 'changed')
      expect(await (await files.download(key('copy.txt'))).data?.text()).toBe('hello')
      expect(codeOf((await files.copy(path, key('copy.txt'))).error)).toBe('KeyAlreadyExists')
      expect(codeOf((await files.copy(key('none'), key('d'))).error)).toBe('NoSuchKey')
      expect(codeOf((await as(ben).from('docs').copy(path, keyOf(ben, 'd'))).error)).toBe('NoSuchKey')
      expect(codeOf((await files.copy(path, keyOf(ben, 'd'))).error)).toBe('AccessDenied')
    })

    it('are copied with other metadata on request', async () => {
      const { files, key } = await fresh()
      await files.upload(key('a'), 'x', { contentType: 'text/plain', metadata: { album: 1 } })
      await files.copy(key('a'), key('same'))
      expect((await files.info(key('same'))).data).toMatchObject({ contentType: 'text/plain', metadata: { album: 1 } })
      const metadata = { mimetype: 'text/csv', cacheControl: 'max-age=9' }
      await files.copy(key('a'), key('other'), { copyMetadata: false, metadata })
      expect((await files.info(key('other'))).data).toMatchObject({
        contentType: 'text/csv',
        cacheControl: 'max-age=9',
        metadata: {},
      })
    })

    it('are read, listed, signed, replaced, moved, copied and removed with the service key', async () => {
      const { user, files, path, key } = await put()
      const all = clientOf(api, { key: SERVICE_KEY }).storage.from('docs')
      expect(await (await all.download(path)).data?.text()).toBe('hello')
      const { data: listed } = await all.list(path.split('/')[0])
      expect(listed?.map(({ name, owner }) => [name, owner])).toEqual([['a.txt', toUuid(user.id)]])
      const { data: link } = await all.createSignedUrl(path, 60)
      expect(await (await fetch(link?.signedUrl ?? '')).text()).toBe('hello')
      const { data: links } = await all.createSignedUrls([path], 60)
      expect(await (await fetch(links?.[0]?.signedUrl ?? '')).text()).toBe('hello')
      expect((await all.update(path, 'changed')).error).toBeNull()
      expect((await all.move(path, key('b.txt'))).error).toBeNull()
      expect((await all.copy(key('b.txt'), 'reports/c.txt')).error).toBeNull()
      expect(await (await files.download(key('b.txt'))).data?.text()).toBe('changed')
      const { data: removed } = await all.remove([key('b.txt'), 'reports/c.txt'])
      expect(removed?.map(({ name }) => name).toSorted()).toEqual([key('b.txt'), 'reports/c.txt'].toSorted())
      expect((await files.exists(key('b.txt'))).data).toBe(false)
    })

    it('of the service key have any key, and an owner only in the folder of a user', async () => {
      const { user, files, key } = await fresh()
      const all = clientOf(api, { key: SERVICE_KEY }).storage.from('docs')
      expect((await all.upload(key('for-you.txt'), 'x')).error).toBeNull()
      expect(await (await files.download(key('for-you.txt'))).data?.text()).toBe('x')
      // No quota limits what has no owner.
      for (const name of ['1', '2', '3', '4']) {
        const { error } = await all.upload(`reports/${name}`, 'x'.repeat(1_000_000))
        expect(error).toBeNull()
      }
      const { data } = await all.list('reports')
      expect(data?.map(({ name, owner }) => [name, owner])).toEqual(['1', '2', '3', '4'].map((name) => [name, '']))
      expect((await all.list('ü')).data).toEqual([])
      expect((await all.remove(['ü'])).data).toEqual([])
      expect(codeOf((await all.info('ü')).error)).toBe('NoSuchKey')
      expect((await all.list()).data?.map(({ name }) => name)).toEqual(
        expect.arrayContaining(['reports', toUuid(user.id)]),
      )
      expect(codeOf((await files.info('reports/1')).error)).toBe('NoSuchKey')
      expect(codeOf((await files.move('reports/1', key('1'))).error)).toBe('NoSuchKey')
      expect((await all.move('reports/1', key('1'))).error).toBeNull()
      expect(await (await files.download(key('1'))).data?.text()).toHaveLength(1_000_000)
      const { data: link } = await all.createSignedUrl('reports/2', 60)
      expect((await fetch(link?.signedUrl ?? '')).status).toBe(200)
      const { data: way } = await all.createSignedUploadUrl('reports/5')
      expect(
        (
          await visitor()
            .from('docs')
            .uploadToSignedUrl('reports/5', way?.token ?? '', 'x')
        ).error,
      ).toBeNull()
      const names = ['2', '3', '4', '5'].map((name) => `reports/${name}`)
      expect((await all.remove(names)).data).toHaveLength(4)
    })

    it('have one version', async () => {
      const { files, path, key } = await put()
      for (const { error } of [
        await files.info(path, { versionId: '1' }),
        await files.copy(path, key('b'), { sourceVersionId: '1' }),
        await files.move(path, key('b'), { sourceVersionId: '1' }),
        await files.createSignedUrl(path, 60, { versionId: '1' }),
        await files.download(path, { versionId: '1' }),
        await files.remove([{ path, versionId: '1' }]),
      ])
        expect(codeOf(error)).toBe('NotSupported')
      expect((await files.exists(path)).data).toBe(true)
    })

    it('are removed with their files', async () => {
      const before = await storedFiles(api)
      const { files, path, key } = await put()
      const { data } = await files.remove([path, key('none')])
      expect(data?.map(({ name, bucket_id }) => [name, bucket_id])).toEqual([[path, 'docs']])
      expect((await files.exists(path)).data).toBe(false)
      expect(await storedFiles(api)).toEqual(before)
      const other = await put()
      for (const storage of [as(ben), as(admin), visitor()])
        expect(codeOf((await storage.from('docs').remove([other.path])).error)).toBe('AccessDenied')
      expect(codeOf((await files.remove([key('b'), keyOf(ben, 'a.txt')])).error)).toBe('AccessDenied')
      expect((await other.files.exists(other.path)).data).toBe(true)
      expect(codeOf((await files.remove(Array.from({ length: 1001 }, () => 'x'))).error)).toBe('InvalidRequest')
    })

    it('are in the export of their owner’s data', async () => {
      const { user, path } = await put()
      const { body } = await api.call('account.export', { bearer: user.bearer })
      expect(body.files).toMatchObject([{ bucket: 'docs', key: path, size: 5, type: 'text/plain', metadata: null }])
    })

    it('of a deleted account are deleted with it', async () => {
      const { user, path } = await put('site')
      await api.core.database.writer.deleteFrom('users').where('id', '=', user.id).execute()
      expect((await api.fetch(`/storage/v1/object/public/site/${path}`)).status).toBe(400)
    })

    it('without their file are missing, and counted', async () => {
      const { path, files } = await put()
      const { version } = await api.core.database.queries
        .selectFrom('storage_objects')
        .select('version')
        .where('name', '=', path)
        .executeTakeFirstOrThrow()
      const file = (await storedFiles(api)).whole.find((name) => name.endsWith(version)) ?? ''
      await rm(file)
      expect((await files.download(path)).error).toMatchObject({ status: 400 })
      expect(await api.metrics()).toMatch(/^netbox_storage_missing_files_total 1$/m)
    })

    it('are closed to an admin who is viewing as their owner', async () => {
      const { user, path } = await put()
      const view = await api.call('admin.viewAs', { bearer: admin.bearer, params: { id: user.id } })
      const files = as({ ...user, bearer: view.body.token }).from('docs')
      for (const { error } of [
        await files.list(path.split('/')[0]),
        await files.info(path),
        await files.createSignedUrl(path, 60),
        await files.createSignedUrls([path], 60),
        await files.upload(`${path}2`, 'x'),
        await files.remove([path]),
        await files.move(path, `${path}2`),
        await files.createSignedUploadUrl(`${path}2`),
      ])
        expect(codeOf(error)).toBe('AccessDenied')
      const headers = { apikey: api.core.config.anonKey, authorization: `Bearer ${view.body.token}` }
      const read = await api.fetch(`/storage/v1/object/docs/${path}`, { headers })
      expect([read.ok, await read.json()]).toMatchObject([false, { code: 'AccessDenied' }])
    })

    it('have no other operations', async () => {
      const { files, path } = await put()
      expect((await files.download(path, { transform: { width: 10 } })).error).not.toBeNull()
      for (const address of [`render/image/public/site/x`, 'cdn/site/x', 'bucket/site/lifecycle', 'upload/resumable'])
        expect(await (await api.fetch(`/storage/v1/${address}`)).json()).toMatchObject({ code: 'NotSupported' })
    })
  })
})
