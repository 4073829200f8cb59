import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, createServer as createTcpServer, type Server } from 'node:net'
import { createSecureContext, createServer as createTlsServer } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ChallengeCertificate, challengeCertificate } from '../../test/support/challenge-certificate.ts'
import { AcmeProblem, type Identifier } from './problem.ts'
import { type ChallengeType, validate } from './validate.ts'
import { endLate, type Viewpoint } from './viewpoint.ts'

const EXPECTED = 'token.thumbprint'
const PATH = '/.well-known/acme-challenge/token'
const NAME: Identifier = { type: 'dns', value: 'www.shop.example' }
const FOUR: Identifier = { type: 'ip', value: '198.51.100.7' }
const SIX: Identifier = { type: 'ip', value: '2001:db8::7' }

const portOf = (server: Server): number => (server.address() as AddressInfo).port // The cast is safe: a server on a port has an address of this type.

describe('a validation', () => {
  const asked: string[] = []
  let file = EXPECTED
  let locations: string[] = []
  let certificate: ChallengeCertificate
  let protocol = 'acme-tls/1'
  const web = createServer((message, response) => {
    asked.push(`${message.headers.host}${message.url}`)
    const location = locations.shift()
    if (location !== undefined) response.writeHead(302, { Location: location })
    response.end(file)
  })
  const secured = createTlsServer(
    {
      SNICallback: (serverName, done) => {
        asked.push(serverName)
        done(null, createSecureContext(certificate))
      },
      ALPNCallback: ({ protocols }) => protocols.find((one) => one === protocol),
    },
    (socket) => web.emit('connection', socket),
  )
  /** The viewpoint from which all hosts lead to these servers. */
  const viewpoint: Viewpoint = {
    lookUp: async () => () => ({ answers: [], isName: true }),
    connect: async (_, port) => connect(portOf(port === 80 ? web : secured), '127.0.0.1'),
  }
  beforeAll(async () => {
    for (const server of [web, secured]) {
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
    }
  })
  afterAll(() => {
    for (const server of [web, secured]) server.close()
  })

  /** Returns the problem of a validation; undefined if it succeeds. */
  const problemOf = async (
    type: ChallengeType,
    identifier: Identifier,
    others: readonly Viewpoint[] = [],
  ): Promise<string | undefined> => {
    asked.length = 0
    try {
      await validate(type, [viewpoint, ...others], { identifier, token: 'token', expected: EXPECTED })
      return undefined
    } catch (error) {
      return error instanceof AcmeProblem ? `${error.type}: ${error.message}` : String(error)
    }
  }

  it.each([
    [NAME, 'www.shop.example'],
    [FOUR, '198.51.100.7'],
    [SIX, '[2001:db8::7]'],
  ])('asks for the file of %j with its name or address', async (identifier, host) => {
    expect(await problemOf('http-01', identifier)).toBeUndefined()
    expect(asked).toEqual([host + PATH])
  })

  it.each([
    [NAME, 'www.shop.example'],
    [FOUR, '7.100.51.198.in-addr.arpa'],
    [SIX, '7.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa'],
  ])('asks for the certificate of %j with its name or reverse name', async (identifier, serverName) => {
    certificate = challengeCertificate([identifier.value], EXPECTED)
    expect(await problemOf('tls-alpn-01', identifier)).toBeUndefined()
    expect(asked).toEqual([serverName])
  })

  it.each([
    ['another name', challengeCertificate(['other.shop.example'], EXPECTED)],
    ['two names', challengeCertificate([NAME.value, 'other.shop.example'], EXPECTED)],
    ['another account', challengeCertificate([NAME.value], 'token.other')],
    ['a proof that is not critical', challengeCertificate([NAME.value], EXPECTED, { isCritical: false })],
  ])('refuses a certificate with %s', async (_, wrong) => {
    certificate = wrong
    expect(await problemOf('tls-alpn-01', NAME)).toMatch(/^unauthorized: .* is not for this tls-alpn-01 challenge/)
  })

  it('refuses a server without the protocol of the challenge', async () => {
    certificate = challengeCertificate([NAME.value], EXPECTED)
    protocol = 'h2'
    expect(await problemOf('tls-alpn-01', NAME)).toMatch(/^tls: /)
    protocol = 'acme-tls/1'
  })

  it('follows redirects to HTTPS and to other hosts, with any certificate', async () => {
    protocol = 'http/1.1'
    locations = ['https://www.shop.example/a', 'http://other.shop.example/b']
    expect(await problemOf('http-01', NAME)).toBeUndefined()
    expect(asked).toEqual([`www.shop.example${PATH}`, 'www.shop.example', 'www.shop.example/a', 'other.shop.example/b'])
    protocol = 'acme-tls/1'
  })

  it.each([
    ['to another port', ['http://www.shop.example:8080/'], /^connection: .*Invalid redirect/],
    ['to an address', ['http://10.0.0.1/'], /^connection: .*Invalid host in redirect target "10.0.0.1"/],
    ['to no URL', ['http://'], /^connection: .*Invalid redirect/],
    ['again and again', Array<string>(12).fill('/again'), /^connection: .*Too many redirects/],
  ])('refuses redirects %s', async (_, targets, problem) => {
    locations = [...targets]
    expect(await problemOf('http-01', NAME)).toMatch(problem)
    locations = []
  })

  it('reads at most 64 kB of a file', async () => {
    file = 'x'.repeat(1_000_000)
    expect(await problemOf('http-01', NAME)).toMatch(/^unauthorized: .*\(got "x{100}"\)$/)
    file = EXPECTED
  })

  it('has the problem of another viewpoint', async () => {
    const unreachable: Viewpoint = {
      ...viewpoint,
      connect: async () => {
        throw new AcmeProblem('connection', '198.51.100.7: Connection refused')
      },
    }
    expect(await problemOf('http-01', NAME, [viewpoint, unreachable])).toBe(
      'connection: During secondary validation: 198.51.100.7: Connection refused',
    )
  })
})

describe('a socket with a limit', () => {
  const PATIENCE = 300
  /** Connects to a server that answers the first message; others stay without an answer. Returns how the connection ends. */
  const endOf = async (message: string, stop: number): Promise<string> => {
    const server = createTcpServer((peer) => peer.on('data', (data) => data.toString() === 'ask' && peer.end('answer')))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const socket = connect(portOf(server), '127.0.0.1')
    await once(socket, 'connect')
    endLate(socket, new Error('too late'), PATIENCE)
    socket.write(message)
    // The process stands still, as on a busy machine.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, stop)
    const end = await Promise.race([once(socket, 'data'), once(socket, 'error')]).catch((error: unknown) => [error])
    socket.destroy()
    server.close()
    return String(end[0])
  }

  it('reads an answer after the process stood still for longer', async () => {
    expect(await endOf('ask', PATIENCE * 2)).toBe('answer')
  })

  it('ends without an answer', async () => {
    expect(await endOf('nothing', 0)).toBe('Error: too late')
  })
})
