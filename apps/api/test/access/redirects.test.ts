import { once } from 'node:events'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { examinePublicUrl } from '../../src/admin/examine-service.ts'
import { createStripe } from '../../src/billing/stripe/calls.ts'
import { createS3Store } from '../../src/supabase/storage/s3-store.ts'

/*
 * The service itself sends requests to an object store, to the payment provider and, for `doctor`, to its own address, and to nothing that a
 * user names: it has no web hooks. None follows a redirect, which could lead into the network of the service.
 */

const folder = mkdtempSync(join(tmpdir(), 'redirects-'))
const reached: string[] = []
const serve = async (listener: RequestListener) => {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return { server, url: `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}` }
}
let inside: Awaited<ReturnType<typeof serve>>
let outside: Awaited<ReturnType<typeof serve>>
beforeAll(async () => {
  inside = await serve(({ url = '' }, response) => {
    reached.push(url)
    response.end('{}')
  })
  outside = await serve(({ url }, response) => response.writeHead(307, { location: `${inside.url}${url}` }).end())
})
afterAll(() => {
  for (const { server } of [inside, outside]) server.close()
  rmSync(folder, { recursive: true })
})

const storeAt = (bucketUrl: string) =>
  createS3Store(
    { bucketUrl, prefix: '', region: 'eu-central-1', accessKeyId: 'key', secretAccessKey: 'secret' },
    folder,
    { now: Date.now },
  )

const callers: Readonly<Record<string, (url: string) => Promise<unknown>>> = {
  'admin/examine-service.ts': async (publicUrl) => {
    const settings = { publicUrl, jwtKeys: [], trustedProxies: [], isTrusted: () => false }
    const [finding] = await examinePublicUrl(settings)
    if (finding?.kind === 'fail') throw new Error(finding.text)
  },
  'billing/stripe/calls.ts': async (url) => createStripe('sk_test_double', url).prices.list(),
  'supabase/storage/s3-store.ts': async (url) => storeAt(url).open('a-file'),
}

it.each(Object.entries(callers))('%s follows no redirect', async (_, call) => {
  await expect(call(outside.url)).rejects.toThrow(/status 307|Invalid JSON|storage does not answer/)
  expect(reached).toEqual([])
})

it('no other file of the service sends requests', () => {
  const source = join(import.meta.dirname, '../../src')
  const senders = globSync('**/*.ts', { cwd: source }).filter(
    (path) => !path.includes('.test.') && /\bfetch\(|https?\.request\(/.test(readFileSync(join(source, path), 'utf8')),
  )
  expect(senders.toSorted()).toEqual(Object.keys(callers))
})
