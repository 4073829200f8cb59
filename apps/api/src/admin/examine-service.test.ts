import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { makeJwtKeys, readJwtKeys } from '../config/secrets.ts'
import { createClientAddresses } from '../http/client-address.ts'
import { examinePublicUrl, examineStore } from './examine-service.ts'

const jwtKeys = readJwtKeys(makeJwtKeys())

let server: Server | undefined
afterEach(() => void server?.close())

/** Starts a proxy before a service that sees the address. Returns the check's findings, with a name for the loopback address. */
const findingsWith = async (
  seen: (forwardedFor: string) => string,
  trustedProxies: readonly string[] = [],
  host = '127.0.0.1',
) => {
  server = createServer((request, response) => {
    const pages: Record<string, unknown> = {
      '/health/ready': { status: 'ready' },
      '/.well-known/jwks.json': { keys: jwtKeys },
      '/api/ip': { ip: seen(request.headers['x-forwarded-for']?.toString() ?? '127.0.0.1') },
    }
    response.end(JSON.stringify(pages[request.url ?? '']))
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  // A server on a port has an address of this type.
  const publicUrl = `http://${host}:${(server.address() as AddressInfo).port}`
  const { isTrusted } = createClientAddresses(trustedProxies)
  return (await examinePublicUrl({ publicUrl, isTrusted, trustedProxies, jwtKeys })).map(
    ({ kind, text }) => `${kind} ${text}`,
  )
}

describe('the check of PUBLIC_URL', () => {
  it('finds a proxy that passes on invented addresses', async () => {
    const [, address] = await findingsWith((forwardedFor) => forwardedFor, ['127.0.0.1'])
    expect(address).toMatch(/^fail Clients can choose their address/)
  })

  it('sends no invented address to a service without proxies, which would log a warning', async () => {
    const [, address] = await findingsWith((forwardedFor) => forwardedFor)
    expect(address).toBe('ok Through PUBLIC_URL, your address is 127.0.0.1.')
  })

  it('accepts a public address, and a local one if the name is local', async () => {
    expect((await findingsWith(() => '198.51.100.7'))[1]).toBe('ok Through PUBLIC_URL, your address is 198.51.100.7.')
    server?.close()
    expect((await findingsWith(() => '127.0.0.1'))[1]).toBe('ok Through PUBLIC_URL, your address is 127.0.0.1.')
  })

  it('finds a proxy whose address all visitors share', async () => {
    // This address leads to this machine, but is none of a private network.
    const host = '0.0.0.0'
    expect((await findingsWith(() => '10.0.0.2', [], host))[1]).toMatch(
      /^fail .+ 10\.0\.0\.2\. .+ add it to TRUSTED_PROXIES\.$/,
    )
    server?.close()
    expect((await findingsWith(() => '10.0.0.2', ['10.0.0.0/8'], host))[1]).toMatch(/^fail .+ set X-Forwarded-For\.$/)
  })

  it('says why nothing answers', async () => {
    const found = await examinePublicUrl({
      publicUrl: 'http://127.0.0.1:1',
      isTrusted: () => false,
      trustedProxies: [],
      jwtKeys,
    })
    expect(found).toMatchObject([{ kind: 'fail', text: expect.stringMatching(/127\.0\.0\.1:1: .+/) }])
  })
})

describe('the check of the store', () => {
  it('finds a store that loses what was written', async () => {
    const store = {
      place: '/files',
      write: async () => ({ version: 'a' }),
      open: async () => undefined,
      remove: async () => undefined,
    }
    expect(await examineStore(store)).toMatchObject({ kind: 'fail' })
  })

  it('gives the reason of a failure', async () => {
    const fails = () => Promise.reject(new Error('EACCES: permission denied'))
    const found = await examineStore({ place: '/files', write: fails, open: fails, remove: fails })
    expect(found).toEqual({
      kind: 'fail',
      text: 'Files cannot be written to /files (STORAGE_URL): EACCES: permission denied. Let the user of the service write this folder, and check the free space.',
    })
  })
})
