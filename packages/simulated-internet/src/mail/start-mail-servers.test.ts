import net from 'node:net'
import { scenarios } from '@netbox/core'
import { fakeClock } from '@netbox/core/testing'
import { describe, expect, it, vi } from 'vitest'
import { connectSmtp } from '../../test/support/smtp-client.ts'
import { createResolver } from '../resolver/create-resolver.ts'
import { startMailServers } from './start-mail-servers.ts'

const listen: unknown = Object.getOwnPropertyDescriptor(net.Server.prototype, 'listen')?.value
const reallyListen = (server: net.Server, given: unknown[]): net.Server =>
  Reflect.apply(listen as typeof server.listen, server, given)

const mail = { from: 'ben@client.example', to: ['ana@mail.example'], text: 'Subject: hello' }

/** Delivers a message as mail servers do: tries the servers in the order of the MX records until one answers. Returns the reply of each. */
const deliver = async (resolver: ReturnType<typeof createResolver>, port: number): Promise<string[]> => {
  const outcomes: string[] = []
  const records = await resolver.resolveMx('mail.example')
  for (const { exchange } of records.toSorted((a, b) => a.priority - b.priority)) {
    const { address } = await resolver.lookup(exchange)
    const client = await connectSmtp(port, address).catch(() => undefined)
    outcomes.push(client === undefined ? `${exchange} is down` : `${exchange} ${(await client.send(mail)).slice(0, 3)}`)
    client?.end()
    if (client !== undefined) break
  }
  return outcomes
}

describe('the mail servers of a domain', () => {
  it('share one port, each on its own address, which a resolver returns', async () => {
    const world = { seed: 'k3f9', scenario: 'healthy' } as const
    await using started = await startMailServers('mail.example', world)
    const { servers, port, addresses } = started
    expect(Object.keys(addresses)).toEqual(['mx1.mail.example', 'mx2.mail.example', 'mx3.mail.example'])
    expect(Object.values(addresses)).toEqual(['127.0.0.1', '127.0.0.2', '127.0.0.3'])
    expect(new Set(servers.map((server) => server.port))).toEqual(new Set([port]))
    expect(await deliver(createResolver({ ...world, addresses }), port)).toEqual(['mx1.mail.example 250'])
    expect(servers.map(({ messages }) => messages.length)).toEqual([1, 0, 0])
  })

  it('let a sender find the first one down, and the second accept the mail', async () => {
    const clock = fakeClock(Date.parse('2026-01-01T09:59:00Z'))
    const world = { seed: 'k3f9', scenario: 'healthy,mx-down@10:00..10:30', clock } as const
    await using started = await startMailServers('mail.example', world)
    const resolver = createResolver({ ...world, addresses: started.addresses })
    expect(await deliver(resolver, started.port)).toEqual(['mx1.mail.example 250'])
    clock.advance(60_000)
    await started.refresh()
    expect(await deliver(resolver, started.port)).toEqual(['mx1.mail.example is down', 'mx2.mail.example 250'])
    expect(started.servers.map(({ messages }) => messages.length)).toEqual([1, 1, 0])
  })

  it.each(scenarios.map(({ name }) => name))('are all mail servers of the domain, in %s', async (scenario) => {
    for (const domain of ['mail.example', 'shop.example', 'www.shop.example']) {
      const records = await createResolver({ scenario, validates: false, tries: 1000 })
        .resolveMx(domain)
        .catch(() => [])
      if (records.length === 0) continue
      await using started = await startMailServers(domain, { scenario })
      expect(started.servers.map(({ exchange }) => exchange)).toEqual(records.map(({ exchange }) => exchange))
    }
  })

  it('listen on the given addresses', async () => {
    const hosts = ['127.0.1.1', '127.0.1.2', '127.0.1.3']
    await using started = await startMailServers('mail.example', { seed: 'k3f9', scenario: 'healthy', hosts })
    expect(Object.values(started.addresses)).toEqual(hosts)
    await expect(startMailServers('mail.example', { seed: 'k3f9', scenario: 'healthy', hosts: [] })).rejects.toThrow(
      "mail.example has 3 mail servers: 'hosts' names 0.",
    )
    await expect(
      startMailServers('mail.example', { seed: 'k3f9', scenario: 'healthy', hosts: ['192.0.2.1', ...hosts] }),
    ).rejects.toThrow('listens only on loopback')
  })

  it('advise what to do if the machine has no such address, and leave nothing open', async () => {
    // Simulates macOS, which has no loopback address except 127.0.0.1.
    const opened: net.Server[] = []
    vi.spyOn(net.Server.prototype, 'listen').mockImplementation(function (this: net.Server, ...given: unknown[]) {
      opened.push(this)
      if ((given[0] as net.ListenOptions).host === '127.0.0.1') return reallyListen(this, given)
      process.nextTick(() => this.emit('error', Object.assign(new Error('listen'), { code: 'EADDRNOTAVAIL' })))
      return this
    })
    await expect(startMailServers('mail.example', { seed: 'k3f9', scenario: 'healthy' })).rejects.toThrow(
      "This machine has no address 127.0.0.2. On macOS, add it with 'sudo ifconfig lo0 alias 127.0.0.2 up', or start each server on its own port with startMailServer({ domain, exchange }).",
    )
    expect(opened.map((server) => server.listening)).toEqual([false, false])
  })

  it('choose another port if the first one is in use at one of the addresses, and reject if it was given', async () => {
    const world = { seed: 'k3f9', scenario: 'healthy' } as const
    await using taken = await startMailServers('mail.example', {
      ...world,
      hosts: ['127.0.2.9', '127.0.2.2', '127.0.2.8'],
    })
    await expect(
      startMailServers('mail.example', { ...world, port: taken.port, hosts: ['127.0.2.1', '127.0.2.2', '127.0.2.3'] }),
    ).rejects.toThrow('EADDRINUSE')
    const ports: unknown[] = []
    vi.spyOn(net.Server.prototype, 'listen').mockImplementation(function (this: net.Server, ...given: unknown[]) {
      const options = given[0] as net.ListenOptions
      ports.push(options.port)
      // Makes the system choose a port first that is in use at the second address.
      return reallyListen(this, [ports.length === 1 ? { ...options, port: taken.port } : options])
    })
    await using started = await startMailServers('mail.example', {
      ...world,
      hosts: ['127.0.2.1', '127.0.2.2', '127.0.2.3'],
    })
    expect(started.port).not.toBe(taken.port)
    expect(ports).toEqual([0, taken.port, 0, started.port, started.port])
  })

  it('are none if the domain is invalid', async () => {
    await expect(startMailServers('no domain')).rejects.toThrow(
      "'no domain' is not a domain that could have a mail server.",
    )
    await expect(startMailServers('mail.example', { scenario: 'mx-up' as 'mx-down' })).rejects.toThrow('mx-up')
  })
})
