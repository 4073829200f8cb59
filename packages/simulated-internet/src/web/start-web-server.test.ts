import { once } from 'node:events'
import { type OutgoingHttpHeaders, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { connect as connectTcp, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { connect, type SecureVersion, type TLSSocket } from 'node:tls'
import { queryDns } from '@netbox/core/dns'
import { addressesOf, portOf } from '@netbox/core/network'
import { webResponseOf, webServerOf } from '@netbox/core/web'
import { parsePolicy, validateMx } from 'mailauth/lib/mta-sts.js'
import { describe, expect, it } from 'vitest'
import { type Internet, startInternet } from '../index.ts'

const AT = '2026-01-01T00:00:00Z'
const DAY = 86_400_000

const portOfProtocol = ({ endpoints }: Internet, wanted: 'http' | 'https' | 'whois'): number =>
  endpoints.find(({ protocol }) => protocol === wanted)?.port ?? 0

const connectTls = (internet: Internet, options: object): TLSSocket =>
  connect({ host: '127.0.0.1', port: portOfProtocol(internet, 'https'), ca: internet.authority.pem, ...options })

/** Opens a TLS connection and returns the socket, or the code of the failure. */
const handshake = async (internet: Internet, servername: string, options: object = {}): Promise<TLSSocket | string> => {
  const socket = connectTls(internet, { servername, ...options })
  try {
    await once(socket, 'secureConnect')
    socket.on('error', () => undefined)
    return socket
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error)
  }
}

const openConnection = async (internet: Internet, protocol: 'http' | 'https' | 'whois'): Promise<Socket> => {
  const socket = connectTcp(portOfProtocol(internet, protocol), '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

const get = async (
  internet: Internet,
  url: string,
  { method, headers = {} }: { method?: string; headers?: OutgoingHttpHeaders } = {},
) => {
  const { hostname, pathname, search, protocol } = new URL(url)
  const isSecure = protocol === 'https:'
  const message = (isSecure ? requestHttps : requestHttp)({
    host: '127.0.0.1',
    port: portOfProtocol(internet, isSecure ? 'https' : 'http'),
    path: `${pathname}${search}`,
    servername: hostname,
    ca: internet.authority.pem,
    agent: false,
    ...(method === undefined ? {} : { method }),
    headers: { host: hostname, ...headers },
  }).end()
  const [response] = await once(message, 'response')
  return { status: response.statusCode, headers: response.headers, body: await text(response) }
}

describe('web servers', () => {
  it('have a certificate for each name, from the authority of the run', async () => {
    await using internet = await startInternet({ seed: 'k3f9', scenario: 'healthy' })
    for (const name of ['shop.example', 'www.mail.example']) {
      const socket = await handshake(internet, name)
      if (typeof socket === 'string') throw new Error(socket)
      const { subjectaltname, valid_to: end } = socket.getPeerCertificate()
      expect([socket.authorized, subjectaltname]).toEqual([true, `DNS:${name}`])
      const notAfter = webServerOf(internet.world, name)?.certificate.notAfter ?? 0
      expect(Date.parse(end)).toBe(Math.floor(notAfter / 1000) * 1000)
      socket.destroy()
    }
  })

  it('let clients resume a session', async () => {
    await using internet = await startInternet({ seed: 'k3f9', scenario: 'healthy' })
    const socket = await handshake(internet, 'shop.example')
    if (typeof socket === 'string') throw new Error(socket)
    const [session] = await once(socket, 'session')
    socket.destroy()
    const again = await handshake(internet, 'shop.example', { session })
    if (typeof again === 'string') throw new Error(again)
    expect(again.isSessionReused()).toBe(true)
    again.destroy()
  })

  it('refuse hosts that their certificate does not cover, several hosts and unknown paths', async () => {
    await using internet = await startInternet({ seed: 'k3f9', scenario: 'healthy' })
    const statusOf = async (url: string, headers: OutgoingHttpHeaders = {}) =>
      (await get(internet, url, { headers })).status
    expect(await statusOf('https://shop.example/')).toBe(200)
    expect(await statusOf('https://shop.example/?page=2')).toBe(200)
    expect(await statusOf('https://shop.example/robots.txt')).toBe(200)
    expect(await statusOf('https://shop.example/favicon.ico')).toBe(200)
    expect(await statusOf('https://shop.example/wp-login.php')).toBe(404)
    expect(await statusOf('https://shop.example/', { host: 'mail.example' })).toBe(421)
    const socket = await openConnection(internet, 'http')
    socket.write('GET / HTTP/1.1\r\nHost: shop.example\r\nHost: mail.example\r\n\r\n')
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /)
  })

  it('follow the scenario, and shift a world of another time to the present', async () => {
    await using internet = await startInternet({ seed: 'k3f9', scenario: 'cert-expired', at: AT })
    expect(await handshake(internet, 'shop.example')).toBe('CERT_HAS_EXPIRED')
    const { certificate } = webServerOf(internet.world, 'shop.example') ?? {}
    const socket = await handshake(internet, 'shop.example', { rejectUnauthorized: false })
    const end = typeof socket === 'string' ? 0 : Date.parse(socket.getPeerCertificate().valid_to)
    const days = (notAfter: number, now: number): number => (notAfter - now) / DAY
    expect(days(end, Date.now())).toBeCloseTo(days(certificate?.notAfter ?? 0, internet.world.at), 2)
    await internet.set({ scenario: 'healthy' })
    expect(typeof (await handshake(internet, 'shop.example'))).toBe('object')
  })

  it('keep their certificates while the clock of another time advances', async () => {
    await using internet = await startInternet({ seed: 'k3f9', scenario: 'cert-expired', startAt: AT })
    const certificateNow = async () => {
      const socket = await handshake(internet, 'shop.example', { rejectUnauthorized: false })
      if (typeof socket === 'string') throw new Error(socket)
      return socket.getPeerCertificate()
    }
    const { serialNumber, valid_to: end } = await certificateNow()
    const { certificate } = webServerOf(internet.world, 'shop.example') ?? {}
    const distance = Date.now() - internet.time
    expect(Math.abs(Date.parse(end) - distance - (certificate?.notAfter ?? 0))).toBeLessThan(2000)
    await internet.set({ domains: undefined })
    expect((await certificateNow()).serialNumber).toBe(serialNumber)
  })

  it('offer the protocol versions of the world and no others', async () => {
    await using internet = await startInternet({ seed: 'k3f9', scenario: 'random' })
    const versions: readonly (readonly [string, SecureVersion])[] = [
      ['TLSv1.3', 'TLSv1.3'],
      ['TLSv1.2', 'TLSv1.2'],
      ['TLSv1.1', 'TLSv1.1'],
      ['TLSv1.0', 'TLSv1'],
    ]
    const seen = new Set<string>()
    for (const name of Array.from({ length: 16 }, (_, index) => `shop${index}.example`)) {
      const offered = webServerOf(internet.world, name)?.protocols ?? []
      for (const [protocol, version] of versions) {
        const options = { minVersion: version, maxVersion: version, ciphers: 'ALL:@SECLEVEL=0' }
        const socket = await handshake(internet, name, options)
        expect(typeof socket === 'object', `${name} ${protocol}`).toBe(offered.includes(protocol))
        if (typeof socket === 'object') socket.destroy()
        else seen.add(`${protocol} refused`)
        if (offered.includes(protocol)) seen.add(protocol)
      }
    }
    expect(seen.size).toBeGreaterThan(5)
  })

  it('answer with the headers, the redirect and the status of the world', async () => {
    await using internet = await startInternet({ seed: 'k3f9', scenario: 'random' })
    for (const name of ['shop.example', 'bank.example', 'cafe.test']) {
      const { status, headers, body } = await get(internet, `https://${name}/`)
      expect(status).toBe(200)
      for (const { name: header, value } of webResponseOf(internet.world, name, 'https')?.headers ?? [])
        expect(headers[header.toLowerCase()], `${name} ${header}`).toBe(value)
      expect(body).toContain(`${name} is a host of a simulated internet`)
      const plain = await get(internet, `http://${name}/cart?a=1`)
      expect([plain.status, plain.headers['location']]).toEqual([301, `https://${name}/cart?a=1`])
    }
    // The first handshake waits for the key.
    const first = internet.requests.find(({ protocol }) => protocol === 'https')
    expect(first?.time).toBeGreaterThan(0)
  })

  it('are reachable at the addresses that the resolver returns, if their port is open', async () => {
    await using internet = await startInternet({ seed: 'k3f9', scenario: 'random' })
    const { Resolver } = await import('node:dns/promises')
    const resolver = new Resolver()
    resolver.setServers([`${internet.dns.host}:${internet.dns.port}`])
    const states = new Set<string>()
    for (const name of Array.from({ length: 12 }, (_, index) => `host${index}.example`)) {
      const [address = ''] = await resolver.resolve4(name)
      const state = portOf(internet.world, name, 443)?.state ?? 'none'
      states.add(state)
      const socket = connectTcp(portOfProtocol(internet, 'https'), address)
      const outcome = await once(socket, 'connect').then(
        () => 'accepted',
        (error: Error) => ('code' in error ? String(error.code) : ''),
      )
      expect(outcome, `${name} ${state} ${addressesOf(internet.world, name).join()}`).toBe(
        state === 'refused' ? 'ECONNREFUSED' : 'accepted',
      )
      socket.destroy()
    }
    expect(states.size).toBeGreaterThan(1)
  })

  it('serve the MTA-STS policy that the TXT record announces, which names all mail servers', async () => {
    await using internet = await startInternet({ seed: 'k3f9', scenario: 'healthy' })
    for (const domain of ['shop.example', 'mail.example', 'bank.co.uk', 'cafe.test']) {
      const records = queryDns(internet.world, `_mta-sts.${domain}`, 'TXT').records.map(({ value }) => value)
      expect(records.filter((value) => value.startsWith('v=STSv1;'))).toHaveLength(1)
      const { status, headers, body } = await get(internet, `https://mta-sts.${domain}/.well-known/mta-sts.txt`)
      expect([status, headers['content-type']], domain).toEqual([200, 'text/plain'])
      const policy = parsePolicy(body)
      const servers = queryDns(internet.world, domain, 'MX').records.map(({ exchange }) => exchange)
      expect(servers.filter((server) => !validateMx(server, policy).valid)).toEqual([])
    }
  })

  it('answer RDAP at the registries', async () => {
    await using internet = await startInternet({ seed: 'k3f9', scenario: 'healthy' })
    const domain = await get(internet, 'https://rdap.nic.example/domain/www.shop.example')
    expect([domain.status, domain.headers['content-type']]).toEqual([200, 'application/rdap+json'])
    expect(JSON.parse(domain.body)).toMatchObject({ objectClassName: 'domain', ldhName: 'shop.example' })
    const network = await get(internet, 'https://rdap.arin.net/registry/ip/198.51.100.25')
    expect(JSON.parse(network.body)).toMatchObject({ startAddress: '198.51.100.0', endAddress: '198.51.100.255' })
    const statuses = ['domain/co.uk', 'ip/10.0.0.1', 'ip/nobody', 'entity/X', '%zz', 'help'].map(
      async (path) => (await get(internet, `https://rdap.nic.example/${path}`)).status,
    )
    expect(await Promise.all(statuses)).toEqual([404, 404, 400, 501, 400, 200])
    const bootstrap = await get(internet, 'https://data.iana.org/rdap/ipv4.json')
    expect(JSON.parse(bootstrap.body)).toMatchObject({
      version: '1.0',
      services: [[expect.any(Array), ['https://rdap.iana.org/']]],
    })
  })
})

describe('a client that misbehaves', () => {
  it('gets an alert for data that is not TLS, and for a name that the world does not have', async () => {
    await using internet = await startInternet({ seed: 'k3f9', scenario: 'healthy' })
    const socket = await openConnection(internet, 'https')
    socket.write('GET / HTTP/1.1\r\n\r\n')
    expect(Buffer.concat(await socket.toArray())).toEqual(Buffer.of(21, 3, 3, 0, 2, 2, 50))
    expect(await handshake(internet, 'missing.invalid')).toBe('ERR_SSL_TLSV1_UNRECOGNIZED_NAME')
    expect(internet.requests.map(({ question, answer }) => `${question}: ${answer}`)).toEqual([
      'TLS 127.0.0.1: no TLS handshake',
      'TLS missing.invalid: unrecognized name',
    ])
  })

  it('is refused for a head that is too long, and for any method except GET and HEAD', async () => {
    await using internet = await startInternet({ seed: 'k3f9', scenario: 'healthy' })
    const long = await get(internet, 'https://shop.example/', { headers: { 'x-long': 'a'.repeat(20_000) } })
    expect(long.status).toBe(431)
    const post = await get(internet, 'https://shop.example/', { method: 'POST' })
    expect([post.status, post.headers['allow']]).toEqual([405, 'GET, HEAD'])
    expect((await get(internet, 'https://shop.example/', { method: 'HEAD' })).body).toBe('')
  })

  it('gets no page under an unknown name, and the page of the newest name without one', async () => {
    await using internet = await startInternet({ seed: 'k3f9', scenario: 'healthy' })
    expect((await get(internet, 'http://missing.invalid/')).status).toBe(404)
    const socket = await openConnection(internet, 'http')
    socket.write('GET / HTTP/1.0\r\n\r\n')
    expect(Buffer.concat(await socket.toArray()).toString()).toMatch(/^HTTP\/1\.1 404 /)
  })

  it.each([
    ['GET http://shop.example/cart?a=1 HTTP/1.1\r\nHost: other.example\r\n', 301, 'https://shop.example/cart?a=1'],
    ['GET http://shop.example:80?a=1 HTTP/1.1\r\nHost: other.example\r\n', 301, 'https://shop.example/?a=1'],
    ['GET http://missing.invalid/ HTTP/1.1\r\nHost: shop.example\r\n', 404, undefined],
    ['GET * HTTP/1.1\r\nHost: shop.example\r\n', 400, undefined],
    ['OPTIONS * HTTP/1.1\r\nHost: shop.example\r\n', 405, undefined],
    ['CONNECT shop.example:443 HTTP/1.1\r\nHost: shop.example:443\r\n', 405, undefined],
    ['BREW / HTTP/1.1\r\nHost: shop.example\r\n', 501, undefined],
    ['GET / HTTP/3.0\r\nHost: shop.example\r\n', 505, undefined],
    ['\u0001\u0002 / HTTP/1.1\r\nHost: shop.example\r\n', 400, undefined],
  ] as const)('that sends %j gets %i', async (head, status, location) => {
    await using internet = await startInternet({ seed: 'k3f9', scenario: 'healthy' })
    const socket = await openConnection(internet, 'http')
    socket.write(`${head}Connection: close\r\n\r\n`)
    const response = Buffer.concat(await socket.toArray()).toString()
    expect(response).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(/^Location: (.*)\r$/im.exec(response)?.[1]).toBe(location)
  })

  it('gets HTTP 1.1 or 1.0 by its offer in TLS, and no connection if it offers other protocols only', async () => {
    await using internet = await startInternet({ seed: 'k3f9', scenario: 'healthy' })
    const offered = async (...protocols: string[]) => {
      const socket = await handshake(internet, 'shop.example', { ALPNProtocols: protocols })
      if (typeof socket === 'string') return socket
      socket.destroy()
      return socket.alpnProtocol
    }
    expect(await offered('h2', 'http/1.0', 'http/1.1')).toBe('http/1.1')
    expect(await offered('http/1.0')).toBe('http/1.0')
    expect(await offered('h2')).toBe('ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL')
    expect(await offered()).toBe(false)
  })

  it('leaves nothing behind when it disconnects during a handshake', async () => {
    await using internet = await startInternet({ seed: 'k3f9', scenario: 'healthy' })
    for (let count = 0; count < 50; count++) {
      const socket = await openConnection(internet, 'https')
      socket.write(Buffer.of(22, 3, 1, 2, 0, 1, 0, 1))
      if (count % 2 === 0) socket.resetAndDestroy()
      else socket.destroy()
    }
    expect(typeof (await handshake(internet, 'shop.example'))).toBe('object')
  })
})
