import { Resolver } from 'node:dns/promises'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { once } from 'node:events'
import type { ScenarioText } from '@netbox/core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startComparedInternet } from '../start-internet.ts'
import { meetingOf } from './comparison.ts'

const open = async (scenario: ScenarioText) => {
  const started = await startComparedInternet({ seed: 'k3f9', scenario, at: '2026-01-01T00:00:00Z' })
  onTestFinished(async () => started.internet.close())
  const { internet } = started
  const resolver = new Resolver({ timeout: 2000, tries: 3 })
  resolver.setServers([`${internet.dns.host}:${internet.dns.port}`])
  const portOf = (protocol: string): number =>
    internet.endpoints.find((endpoint) => endpoint.protocol === protocol)?.port ?? 0
  return { ...started, resolver, portOf }
}

/** Sends each line after a reply, and ends the connection. */
const converse = async (socket: Socket, lines: readonly string[]): Promise<void> => {
  for (const line of lines) {
    await once(socket, 'data')
    socket.write(`${line}\r\n`)
  }
  await once(socket, 'data')
  socket.destroy()
}

const greet = async (port: number, to: string, host = '127.0.0.1'): Promise<void> => {
  const socket = connect(port, host)
  socket.setEncoding('latin1')
  await converse(socket, ['EHLO client.example', 'MAIL FROM:<a@client.example>', `RCPT TO:<${to}>`, 'QUIT'])
}

const get = async (port: number, host: string): Promise<void> => {
  const asked = request({ port, path: '/', headers: { Host: host } }).end()
  const [response] = await once(asked, 'response')
  response.resume()
  await once(response, 'end')
}

describe('the comparison with the healthy world', () => {
  it('finds in the healthy run what each scenario would have changed', async () => {
    const { internet, comparison, resolver, portOf } = await open('healthy')
    const [first] = (await resolver.resolveMx('shop.example')).toSorted((one, other) => one.priority - other.priority)
    const [address = ''] = await resolver.resolve4(first?.exchange ?? '')
    await greet(portOf('smtp'), 'postmaster@shop.example', address)
    await get(portOf('http'), 'www.shop.example')
    expect(await comparison.difference()).toBeUndefined()
    expect(comparison.questions()).toMatchObject({
      first: ['shop.example MX', 'mx1.shop.example A', 'mx1.shop.example:25', '127.0.0.1:80', 'www.shop.example:80'],
    })
    const scenarios = [
      'dnssec-bogus',
      'mx-down',
      'greylisting',
      'starttls-stripped',
      'http-unavailable',
      'catch-all',
      'spf-permerror',
      'cert-expired',
    ] as const
    // The postmaster exists, nobody read the SPF policy, and no handshake was begun.
    expect((await meetingOf(comparison, scenarios)).scenarios).toEqual({
      'dnssec-bogus': { at: 'shop.example MX', came: 'SERVFAIL' },
      'mx-down': { at: 'mx1.shop.example:25', came: 'no answer' },
      greylisting: { at: 'mx1.shop.example:25', came: '450 4.2.0' },
      'starttls-stripped': { at: 'mx1.shop.example:25', came: 'no STARTTLS' },
      'http-unavailable': { at: 'www.shop.example:80', came: '503 to GET /' },
      'catch-all': null,
      'spf-permerror': null,
      'cert-expired': null,
    })
    // Questions of the comparison are no requests.
    expect(internet.requests.filter(({ protocol }) => protocol === 'dns')).toHaveLength(2)
    comparison.giveUp()
    expect(await comparison.differenceIn('spf-permerror')).toBe('unknown')
  })

  it('finds the first answer that differs while a fault is served', async () => {
    const { comparison, portOf, resolver } = await open('greylisting')
    await resolver.resolveMx('shop.example')
    expect(await comparison.difference()).toBeUndefined()
    await greet(portOf('smtp'), 'anna@shop.example')
    expect(await comparison.difference()).toMatchObject({ at: '127.0.0.1:25', came: expect.stringMatching(/^45[01]/) })
  })

  it('rules out no scenario that breaks IPv6 once the program connects, because its network prefers IPv6 then', async () => {
    const { comparison, portOf } = await open('healthy')
    expect(await comparison.differenceIn('ipv6-silent')).toBeUndefined()
    await get(portOf('http'), 'www.shop.example')
    expect(await comparison.differenceIn('ipv6-silent')).toBe('unknown')
  })
})
