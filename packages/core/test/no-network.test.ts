import dgram from 'node:dgram'
import dns from 'node:dns'
import net from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createToolbox } from '../src/runs/create-toolbox.ts'
import { scenarios } from '../src/scenarios/index.ts'
import { fakeClock } from '../src/testing/fake-clock.ts'
import { tools } from '../src/tools/index.ts'

/*
 * A tool run is simulated (spec §1 and §7): no data leaves the machine. This test blocks and counts every network call of Node: fetch,
 * sockets, datagrams and lookups all use one of these four.
 */
const calls: string[] = []

const closed = (way: string) => () => {
  calls.push(way)
  throw new Error(`${way} is closed in this test`)
}

beforeEach(() => {
  calls.length = 0
  vi.stubGlobal('fetch', closed('fetch'))
  vi.spyOn(net.Socket.prototype, 'connect').mockImplementation(closed('connect'))
  vi.spyOn(dgram.Socket.prototype, 'send').mockImplementation(closed('send'))
  vi.spyOn(dns, 'lookup').mockImplementation(Object.assign(closed('lookup'), { __promisify__: closed('lookup') }))
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('a tool run', () => {
  it('calls no server: every tool in every scenario, with the network closed', async () => {
    for (const { name: scenario } of scenarios) {
      const box = createToolbox({ plan: 'enterprise', delay: true, clock: fakeClock(), scenario })
      for (const { id, placeholder } of tools) {
        const run = await box.run(id, placeholder)
        expect([run.simulated, run.tool]).toEqual([true, id])
      }
    }
    expect(calls).toEqual([])
  })

  it('would be detected if it did', async () => {
    await expect(async () => fetch('http://198.51.100.25/')).rejects.toThrow('closed')
    expect(() => net.connect(9, '127.0.0.1')).toThrow('closed')
    expect(() => dgram.createSocket('udp4').send('x', 9)).toThrow('closed')
    expect(() => dns.lookup('mail.example', () => undefined)).toThrow('closed')
    expect(calls).toEqual(['fetch', 'connect', 'send', 'lookup'])
  })
})
