import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Internet } from '../src/internet/internet.ts'
import { startInternet } from '../src/start-internet.ts'
import { accountKey, type AcmeResponse, createAcmeClient, signed, signingRequest } from './support/acme-client.ts'
import { hasPrograms } from './support/programs.ts'

/*
 * Compares an authority of the world with pebble 2.4 from Debian, response by response. `npm run judges` runs it.
 */

const NAME = 'www.shop.example'
const PEBBLE_PORT = 14_000
const TIME = 60_000

type Client = Awaited<ReturnType<typeof createAcmeClient>>

const GOOD = { identifiers: [{ type: 'dns', value: NAME }] }

/** Requests by what they are. */
const requests: Readonly<Record<string, (client: Client) => Promise<AcmeResponse>>> = {
  'a nonce by HEAD': async ({ send, directory }) => send('HEAD', directory.newNonce),
  'a nonce by GET': async ({ send, directory }) => send('GET', directory.newNonce),
  'the account again': async (client) => client.register(),
  'an account that does not exist': async ({ post, directory }) => {
    const key = await accountKey()
    return post(directory.newAccount, { onlyReturnExisting: true }, { jwk: key.jwk }, key)
  },
  'an account without terms': async ({ post, directory }) => {
    const key = await accountKey()
    return post(directory.newAccount, {}, { jwk: key.jwk }, key)
  },
  'a contact of another kind': async ({ post, kid }) => post(kid(), { contact: ['tel:1'] }),
  'a nonce from nowhere': async ({ post, directory }) => post(directory.newOrder, GOOD, { nonce: 'x' }),
  'the URL of another resource': async ({ post, directory }) =>
    post(directory.newOrder, GOOD, { url: directory.newAccount }),
  'a key where an account belongs': async ({ post, directory, key }) =>
    post(directory.newOrder, GOOD, { jwk: key().jwk }),
  'an account and a key': async ({ post, directory, key, kid }) =>
    post(directory.newOrder, GOOD, { kid: kid(), jwk: key().jwk }),
  'the account of nobody': async ({ post, directory, kid }) => post(directory.newOrder, GOOD, { kid: `${kid()}0` }),
  'the key of a stranger': async ({ post, directory }) => post(directory.newOrder, GOOD, {}, await accountKey()),
  'no JSON': async ({ send, directory }) => send('POST', directory.newOrder, '{'),
  'no JWS': async ({ send, directory }) => send('POST', directory.newOrder, '{}'),
  'another media type': async ({ send, directory }) => send('POST', directory.newOrder, '{}', 'application/json'),
  'an order': async ({ order }) => order([NAME]),
  'an order without names': async ({ order }) => order([]),
  'an order for an e-mail address': async ({ post, directory }) =>
    post(directory.newOrder, { identifiers: [{ type: 'email', value: 'a@shop.example' }] }),
  'an order for no host name': async ({ order }) => order(['-.shop.example']),
  'an order before its time': async (client) => client.finalize(await client.order([NAME]), signingRequest([NAME])),
  'an authorization of another account': async (client) => {
    const order = await client.order([NAME])
    const key = await accountKey()
    const registered = await client.post(
      client.directory.newAccount,
      { termsOfServiceAgreed: true },
      { jwk: key.jwk },
      key,
    )
    return client.post(order.json.authorizations[0] ?? '', '', { kid: registered.headers.location }, key)
  },
  'a revocation of no certificate': async ({ post, directory }) => post(directory.revokeCert, { certificate: 'AAAA' }),
  'a key change without a key': async ({ post, directory }) => post(directory.keyChange, {}),
  'a key change': async (client) => {
    const { keyChange } = client.directory
    const [old, other] = [client.key(), await accountKey()]
    const inner = await signed(other, { jwk: other.jwk, url: keyChange }, { account: client.kid(), oldKey: old.jwk })
    const response = await client.post(keyChange, inner)
    client.useKey(other)
    return response
  },
  'the end of an account': async ({ post, kid }) => post(kid(), { status: 'deactivated' }),
  'an order without an account': async ({ order }) => order([NAME]),
}

/** The answers in which both differ, because the world follows the RFC or Let's Encrypt. */
const differences: Readonly<Record<string, readonly [netbox: string, pebble: string]>> = {
  // RFC 8555 has no such type.
  'an account without terms': ['400 malformed', '403 agreementRequired'],
  // RFC 8555, section 6.4.
  'the URL of another resource': ['403 unauthorized', '400 malformed'],
  // RFC 8555, section 6.7.
  'an order for an e-mail address': ['400 unsupportedIdentifier', '400 malformed'],
  'an order for no host name': ['400 rejectedIdentifier', '201'],
}

describe.skipIf(process.env['NETBOX_JUDGES'] !== 'all' || !hasPrograms(['openssl'], 'web'))('pebble', () => {
  const folder = mkdtempSync(join(tmpdir(), 'netbox-pebble-'))
  const files = new Map<string, string>()
  const own = createServer(({ url = '' }, response) => {
    response.end(files.get(url.split('/').at(-1) ?? ''))
  })
  const children: { readonly kill: () => boolean }[] = []
  let internet: Internet
  const clients: Record<string, Client> = {}

  const start = async (program: string, given: readonly string[], url: string): Promise<void> => {
    const env = { ...process.env, PEBBLE_VA_NOSLEEP: '1', PEBBLE_WFE_NONCEREJECT: '0', PEBBLE_AUTHZREUSE: '0' }
    children.push(spawn(join(folder, 'root/usr/bin', program), given, { cwd: folder, env, stdio: 'ignore' }))
    execFileSync('curl', ['-sk', '--retry', '20', '--retry-connrefused', '--retry-delay', '1', '-o', '/dev/null', url])
  }

  beforeAll(async () => {
    execFileSync('apt-get', ['download', 'pebble'], { cwd: folder, stdio: 'ignore' })
    execFileSync('sh', ['-c', 'dpkg-deb -x pebble*.deb root'], { cwd: folder })
    const certificate = ['-keyout', 'key.pem', '-out', 'cert.pem', '-subj', '/CN=localhost']
    const names = ['-addext', 'subjectAltName=DNS:localhost']
    execFileSync('/usr/bin/openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...certificate, ...names], {
      cwd: folder,
      stdio: 'ignore',
    })
    own.listen(0, '127.0.0.1')
    await once(own, 'listening')
    const { port } = own.address() as AddressInfo // The cast is safe: a server on a port has an address of this type.
    const ports = { httpPort: port, tlsPort: port }
    const identity = { certificate: 'cert.pem', privateKey: 'key.pem' }
    const addresses = { listenAddress: `127.0.0.1:${PEBBLE_PORT}`, managementListenAddress: '' }
    writeFileSync(join(folder, 'pebble.json'), JSON.stringify({ pebble: { ...addresses, ...identity, ...ports } }))
    const off = ['-http01', '', '-https01', '', '-tlsalpn01', '', '-defaultIPv6', '']
    await start(
      'pebble-challtestsrv',
      ['-dns01', '127.0.0.1:8053', '-management', '127.0.0.1:8055', ...off],
      'http://127.0.0.1:8055/',
    )
    await start(
      'pebble',
      ['-config', 'pebble.json', '-dnsserver', '127.0.0.1:8053'],
      `https://localhost:${PEBBLE_PORT}/dir`,
    )
    const hosts = { [NAME]: { servedBy: { 80: `:${port}` } } }
    internet = await startInternet({ seed: 'k3f9', scenario: 'healthy', world: { hosts } })
    const pem = readFileSync(join(folder, 'cert.pem'), 'utf8')
    const pebble = { endpoints: [{ protocol: 'https', port: PEBBLE_PORT }], authority: { pem } } as const
    clients['netbox'] = await createAcmeClient(internet, 'acme-v02.api.letsencrypt.org')
    clients['pebble'] = await createAcmeClient(pebble, 'localhost', '/dir')
    for (const client of Object.values(clients)) await client.register()
  }, TIME)
  afterAll(async () => {
    for (const child of children) child.kill()
    await internet.close()
    own.close()
    rmSync(folder, { recursive: true })
  })

  /** Returns what both answer, by their names. */
  const both = async <Answer>(ask: (client: Client) => Promise<Answer>): Promise<Record<string, Answer>> => {
    const answers: Record<string, Answer> = {}
    for (const [name, client] of Object.entries(clients)) answers[name] = await ask(client)
    return answers
  }

  it('shows no field of a resource that an authority of the world leaves out', async () => {
    const { netbox = [], pebble = [] } = await both(async (client) => {
      const account = await client.register()
      const order = await client.order([NAME])
      const [url = ''] = order.json.authorizations
      const authorization = await client.post(url, '')
      const { token, expected, url: challenge } = await client.challenge(url, 'http-01')
      files.set(token, expected)
      let validated = await client.post(challenge, {})
      while (validated.json.status !== 'valid') validated = await client.post(challenge, '')
      await client.finalize(order, signingRequest([NAME]))
      let done = await client.post(String(order.headers.location), '')
      while (done.json.status !== 'valid') done = await client.post(String(order.headers.location), '')
      const chain = await client.post(done.json.certificate, '')
      const all = [account, order, authorization, validated, done].map(({ status, json }) => [
        status,
        ...Object.keys(json).toSorted(),
      ])
      return [...all, chain.headers['content-type']?.split(';').slice(0, 1)]
    })
    expect(netbox).toEqual(pebble.map((fields) => expect.arrayContaining(fields ?? []) as string[]))
  })

  it.each(Object.entries(requests))('answers %s like an authority of the world', async (name, ask) => {
    const { netbox, pebble } = await both(async (client) => {
      const { status, json } = await ask(client)
      return status < 400 ? String(status) : `${status} ${json.type.split(':').at(-1)}`
    })
    expect([netbox, pebble]).toEqual(differences[name] ?? [netbox, netbox])
  })
})
