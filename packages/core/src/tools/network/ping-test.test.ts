import { overridesOf } from '../../scenarios/overrides-of.ts'
import { describe, expect, it } from 'vitest'
import { casesOf, runner } from '../../../test/support/runner.ts'
import { describeTool } from '../../testing/describe-tool.ts'
import { FIXED_TIME } from '../../testing/fake-clock.ts'
import type { Overrides } from '../../world/decisions.ts'
import { createWorld } from '../../world/world.ts'
import { pingTestSimulation as simulation } from './ping-test.simulation.ts'
import { pingTest } from './ping-test.ts'
import { tracerouteSimulation } from './traceroute.simulation.ts'

describeTool(
  pingTest,
  {
    accepts: {
      '198.51.100.25': '198.51.100.25',
      '2001:DB8::7': '2001:db8::7',
      'Www.Shop.Example': 'www.shop.example',
      'https://shop.example:8443/a': 'shop.example',
    },
    refuses: ['localhost', '198.51.100', '198.051.100.25', 'fe80::1%eth0', '203.0.113.0/24', 'shop.example -c 4'],
  },
  runner,
)

const HOST = 'www.shop.example'
const seeds = Array.from({ length: casesOf(200) }, (_, index) => `ping-${index}`)

const ping = (seed: string, overrides: Overrides = {}, host = HOST) => {
  const world = createWorld(seed, FIXED_TIME, { dnssec: 'secure', ...overrides })
  const result = simulation.simulate(host, world)
  const draft = simulation.report(result, world, host)
  const times = result.results.flatMap(({ time }) => (time === null ? [] : [time]))
  return { world, result, draft, times, codes: draft.findings.map(({ code }) => code) }
}

const mean = (times: readonly number[]): number => times.reduce((sum, time) => sum + time, 0) / times.length

describe('ping-test', () => {
  it('reports an address that is gone, but not for a name without addresses', () => {
    for (const seed of seeds.slice(0, 20)) {
      const { result, draft, codes } = ping(seed, { addresses: 'first-silent' })
      expect([result.packets_received, ...codes], seed).toEqual([0, 'ping-no-reply'])
      expect(draft.sentence).toBe('The host does not answer.')
    }
    expect(ping('k3f9', { addresses: 'first-silent' }, 'missing.invalid').codes).toEqual(['ping-unresolved'])
  })

  it('counts exactly the packets with a time as received, and the others as lost', () => {
    const losses = new Set<number>()
    for (const seed of seeds) {
      const { result, times } = ping(seed)
      expect(result.packets_sent, seed).toBe(result.results.length)
      expect(result.packets_received, seed).toBe(times.length)
      expect(result.packet_loss, seed).toBe((result.packets_sent - times.length) * 10)
      losses.add(result.packet_loss)
    }
    expect(losses.size).toBeGreaterThan(1)
  })

  it('shows the minimum, the mean and the maximum of the times', () => {
    for (const seed of seeds) {
      const { result, times } = ping(seed)
      const { min_time: least, avg_time: average, max_time: most } = result
      expect([least, most], seed).toEqual([Math.min(...times), Math.max(...times)])
      expect(average, seed).toBeCloseTo(mean(times), 2)
      expect(average, seed).toBeGreaterThanOrEqual(least ?? Infinity)
      expect(average, seed).toBeLessThanOrEqual(most ?? -Infinity)
    }
  })

  it('numbers its packets from 1, with one TTL for all received ones and none for the others', () => {
    for (const seed of seeds.slice(0, 50)) {
      const { result } = ping(seed, { loss: 30 })
      expect(result.results.map(({ sequence }) => sequence)).toEqual(result.results.map((_, index) => index + 1))
      const lifetimes = new Set(result.results.flatMap(({ time, ttl }) => (time === null ? [] : [ttl])))
      expect(lifetimes.size, seed).toBe(1)
      expect(result.results.filter(({ time, ttl }) => (time === null) !== (ttl === null))).toEqual([])
    }
  })

  it('takes about as long as traceroute to its last hop: within 15 %', () => {
    for (const seed of seeds) {
      const { world, result } = ping(seed)
      const { hops } = tracerouteSimulation.simulate(HOST, world)
      const last = hops.at(-1)
      const times = [last?.time1, last?.time2, last?.time3].filter((time) => typeof time === 'number')
      const end = mean(times)
      expect(Math.abs((result.avg_time ?? 0) - end) / end, `${seed}: ${result.avg_time} and ${end} ms`).toBeLessThan(
        0.15,
      )
    }
  })

  it('decrements the TTL for each router of traceroute, but not for the host', () => {
    for (const seed of seeds.slice(0, 50)) {
      const { world, result } = ping(seed, { loss: 0 })
      const { hops } = tracerouteSimulation.simulate(HOST, world)
      expect(result.results[0]?.ttl, seed).toBe(64 - (hops.length - 1))
    }
  })

  it('loses two of ten packets in the scenario packet-loss, and reports that as critical', () => {
    const overrides = overridesOf('packet-loss')
    for (const seed of seeds) {
      const { result, draft } = ping(seed, overrides)
      expect(result, seed).toMatchObject({ packets_sent: 10, packets_received: 8, packet_loss: 20 })
      expect(draft.findings[0], seed).toMatchObject({
        code: 'ping-loss',
        severity: 'critical',
        title: 'Two of ten packets were lost',
      })
      expect(draft.sentence).toBe('The host answers, but two of ten packets were lost.')
    }
  })

  it('loses nothing on a clean path, and says so', () => {
    for (const seed of seeds.slice(0, 50)) {
      const { result, codes } = ping(seed, { loss: 0 })
      expect(result.packet_loss, seed).toBe(0)
      expect(codes, seed).toContain('ping-no-loss')
    }
  })

  it('warns of varying times exactly if they vary', () => {
    for (const seed of seeds) {
      const { result, codes } = ping(seed)
      const { min_time: least, avg_time: average, max_time: most } = result
      const spread = (most ?? 0) - (least ?? 0)
      expect(codes.includes('ping-jitter'), seed).toBe(spread > (average ?? 0) * 0.25 && spread > 5)
    }
  })

  it('sends nothing if the alias dangles: all packets are lost, without times', () => {
    const { result, draft } = ping('k3f9', { alias: 'dangling' })
    expect(result).toMatchObject({
      packets_sent: 10,
      packets_received: 0,
      packet_loss: 100,
      min_time: null,
      avg_time: null,
      max_time: null,
    })
    expect(result.results.filter(({ time, ttl }) => time !== null || ttl !== null)).toEqual([])
    expect(draft.findings.map(({ code, severity }) => [code, severity])).toEqual([['ping-unresolved', 'critical']])
    expect(draft.sentence).toBe('There is no host to answer.')
  })

  it('reaches an address in any state of aliases', () => {
    expect(ping('k3f9', { alias: 'dangling', loss: 0 }, '198.51.100.25').result.packets_received).toBe(10)
  })

  it('draws one bar per packet, with the times of the result', () => {
    const { result, draft } = ping('k3f9', { loss: 20 })
    expect(draft.plot).toMatchObject({
      kind: 'latency',
      packets: result.results.map(({ sequence, time }) => ({ sequence, time })),
    })
  })
})
