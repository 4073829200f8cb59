import dns, { resolveMx } from 'node:dns'
import { once } from 'node:events'
import { createServer } from 'node:http'
import net from 'node:net'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createResolver } from './create-resolver.ts'
import { replaceNodeDns } from './replace-node-dns.ts'

const world = { seed: 'k3f9', scenario: 'healthy' } as const

describe('the DNS of a whole process', () => {
  it('is the simulated one until it is restored, in both modules and for both ways to import them', async () => {
    const before = { ...dns }
    const promisesBefore = { ...dns.promises }
    {
      using replaced = replaceNodeDns(world)
      expect(replaced).toBeDefined()
      const wanted = await createResolver(world).resolveMx('mail.example')
      const promises = await import('node:dns/promises')
      expect(await promises.resolveMx('mail.example')).toEqual(wanted)
      expect(await dns.promises.resolveMx('mail.example')).toEqual(wanted)
      expect(await new Promise((resolve) => dns.resolveMx('mail.example', (_, found) => resolve(found)))).toEqual(
        wanted,
      )
      expect(await new Promise((resolve) => resolveMx('mail.example', (_, found) => resolve(found)))).toEqual(wanted)
      expect(new dns.Resolver()).toBeInstanceOf(dns.Resolver)
    }
    expect({ ...dns }).toEqual(before)
    expect({ ...dns.promises }).toEqual(promisesBefore)
  })

  it('is used by connections by name', async () => {
    await using server = net.createServer((socket) => socket.end('hello')).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const replaced = replaceNodeDns({ ...world, addresses: { 'mx1.mail.example': '127.0.0.1' } })
    onTestFinished(replaced.restore)
    const socket = net.connect({ host: 'mx1.mail.example', port })
    expect(String((await once(socket, 'data'))[0])).toBe('hello')
    const [error] = (await once(net.connect({ host: 'shop.invalid', port }), 'error')) as [Error]
    expect(error).toMatchObject({ code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname: 'shop.invalid' })
  })

  it('is used by fetch', async () => {
    await using server = createServer((_, response) => response.end('hello')).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const replaced = replaceNodeDns({ ...world, addresses: { 'www.mail.example': '127.0.0.1' } })
    onTestFinished(replaced.restore)
    const response = await fetch(`http://www.mail.example:${port}`, { headers: { connection: 'close' } })
    expect(await response.text()).toBe('hello')
  })

  it('is restored step by step, last first', async () => {
    const real = dns.resolveMx
    const outer = replaceNodeDns(world)
    const { resolveMx: outerOne } = dns
    replaceNodeDns({ scenario: 'dnssec-bogus' }).restore()
    expect(dns.resolveMx).toBe(outerOne)
    outer.restore()
    expect(dns.resolveMx).toBe(real)
  })

  it('is as it was after replacements are restored in any order, and restored twice', async () => {
    const before = { ...dns }
    const promisesBefore = { ...dns.promises }
    const [first, second, third] = [replaceNodeDns(world), replaceNodeDns(world), replaceNodeDns(world)]
    const { resolveMx: newest } = dns
    second.restore()
    first.restore()
    first.restore()
    expect(dns.resolveMx).toBe(newest)
    third.restore()
    expect({ ...dns }).toEqual(before)
    expect({ ...dns.promises }).toEqual(promisesBefore)
    const module = await import('node:dns')
    expect(module.resolveMx).toBe(before.resolveMx)
  })

  it.each(['Bun', 'Deno'])('can’t be replaced in %s, and the error says so', (runtime) => {
    const before = dns.resolveMx
    vi.stubGlobal(runtime, {})
    onTestFinished(() => void vi.unstubAllGlobals())
    expect(() => replaceNodeDns(world)).toThrow(`replaceNodeDns can't replace node:dns in ${runtime}`)
    expect(dns.resolveMx).toBe(before)
  })
})
