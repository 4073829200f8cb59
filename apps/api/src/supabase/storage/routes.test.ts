import { systemClock } from '../../clock.ts'
import { createMetrics } from '../../metrics.ts'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import Koa from 'koa'
import { expect, it } from 'vitest'
import { addUser } from '../../../test/support/rows.ts'
import { describeOnEveryEngine } from '../../../test/support/database.ts'
import type { RequestContext } from '../../http/middleware/request-context.ts'
import { newId } from '../../random.ts'
import type { ObjectStore } from './object-store.ts'
import { contractError, type Refusal } from '../../refusal.ts'
import { storageApi } from './routes.ts'

const unused = () => {
  throw new Error('not part of this test')
}

describeOnEveryEngine('downloads', (open) => {
  it('are limited for each client address, and in all', async () => {
    const database = await open()
    const owner_id = await addUser(database)
    const times = { created_at: 0, updated_at: 0 }
    const bucket = { id: 'site', owner: null, file_size_limit: null, allowed_mime_types: null, ...times }
    await database.writer
      .insertInto('storage_buckets')
      .values({ ...bucket, public: 1 })
      .execute()
    const version = newId()
    const row = { id: newId(), bucket_id: 'site', name: 'a', owner_id, version, size: 2, etag: '"a"', ...times }
    const kind = { mime: 'text/plain', cache_control: 'max-age=1', content_encoding: null, user_metadata: null }
    await database.writer
      .insertInto('storage_objects')
      .values({ ...row, ...kind })
      .execute()
    // The second byte never comes.
    async function* content() {
      yield Buffer.from('x')
      await new Promise<never>(() => undefined)
    }
    const store = { open: async () => content() } satisfies Partial<ObjectStore> as unknown as ObjectStore
    const config = { encryptionKeys: [], storage: { limits: { file: 1, bytes: 1, objects: 1, uploads: 1 } } }
    const api = storageApi({ config, database, clock: systemClock(0), metrics: createMetrics() }, store)
    const route = api.routes.find(({ name }) => name === 'storage.public')
    const app = new Koa<RequestContext['state']>()
    app.use(async (ctx) => {
      ctx.request.ip = ctx.get('X-Client')
      ctx.state.signal = () => new AbortController().signal
      Object.assign(ctx, { params: { bucket: 'site', key: 'a' } })
      await route?.handle(ctx, unused).catch((refusal: Refusal) => (ctx.status = contractError(refusal).status))
    })
    const server = app.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const begin = (client: string) =>
      new Promise<IncomingMessage>((resolve, reject) => {
        const headers = { 'x-client': client }
        get({ port, host: '127.0.0.1', agent: false, headers }, (response) => resolve(response.resume())).on(
          'error',
          reject,
        )
      })
    const first = await begin('192.0.2.1')
    for (let count = 1; count < 64; count++) expect((await begin('192.0.2.1')).statusCode).toBe(200)
    expect((await begin('192.0.2.1')).statusCode).toBe(429)
    for (const client of ['192.0.2.2', '192.0.2.3', '192.0.2.4'])
      for (let count = 0; count < 64; count++) expect((await begin(client)).statusCode).toBe(200)
    expect((await begin('192.0.2.5')).statusCode).toBe(503)
    // A client that has left makes room for another one.
    first.on('error', () => undefined).destroy()
    await expect.poll(async () => (await begin('192.0.2.5')).statusCode).toBe(200)
    server.closeAllConnections()
    server.close()
  })
})
