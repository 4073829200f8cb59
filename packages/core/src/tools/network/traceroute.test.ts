import { describe, expect, it } from 'vitest'
import { runner } from '../../../test/support/runner.ts'
import { describeTool } from '../../testing/describe-tool.ts'
import { FIXED_TIME } from '../../testing/fake-clock.ts'
import type { Overrides } from '../../world/decisions.ts'
import { parseAddress } from '../../foundation/addresses.ts'
import { addressOf } from '../../world/hosts/hosts.ts'
import { roundTripTo } from '../../world/hosts/reach.ts'
import { createWorld } from '../../world/world.ts'
import { tracerouteSimulation as simulation } from './traceroute.simulation.ts'
import { traceroute, type TracerouteResult } from './traceroute.ts'

describeTool(
  traceroute,
  {
    accepts: {
      'www.shop.example': 'www.shop.example',
      '198.51.100.25': '198.51.100.25',
      '2001:DB8::7': '2001:db8::7',
      'https://www.shop.example:8443/a': 'www.shop.example',
    },
    refuses: ['localhost', '198.51.100', '198.51.100.25.', 'fe80::1%eth0', 'www.shop.example hop'],
  },
  runner,
)

const HOST = 'www.shop.example'

const trace = (seed: string, overrides: Overrides = {}, host = HOST) => {
  const world = createWorld(seed, FIXED_TIME, { dnssec: 'secure', ...overrides })
  const result = simulation.simulate(host, world)
  return { world, result, draft: simulation.report(result, world, host) }
}

const codesOf = ({ draft }: Pick<ReturnType<typeof trace>, 'draft'>) => draft.findings.map(({ code }) => code)

describe('a traceroute to an address that is gone', () => {
  it('ends with a silent hop and claims nothing about a reply', () => {
    for (let seed = 0; seed < 50; seed++) {
      const found = trace(`s${seed}`, { addresses: 'first-silent', ...(seed % 2 === 0 ? { loss: 20 } : {}) })
      expect(found.result.hops.at(-1)).toMatchObject({ ip: null, hostname: null, time1: null })
      const codes = codesOf(found)
      expect(codes[0]).toBe('trace-no-reply')
      expect(codes.slice(1).filter((code) => code !== 'trace-silent')).toEqual([])
      expect(found.draft.sentence).toBe('The host does not answer.')
    }
  })
})

/** Creates a route of five hops that answer within a few milliseconds, with some changes. */
const routeWith = (
  changes: Readonly<Record<number, readonly [number | null, number | null, number | null]>>,
): TracerouteResult => ({
  host: HOST,
  hops: [1, 2, 3, 4, 5].map((hop) => {
    const [time1, time2, time3] = changes[hop] ?? [hop, hop, hop]
    const silent = time1 === null && time2 === null && time3 === null
    return {
      hop,
      ip: silent ? null : `198.18.0.${hop}`,
      hostname: silent ? null : `r${hop}.example`,
      time1,
      time2,
      time3,
    }
  }),
})

const read = (result: TracerouteResult) => {
  const world = createWorld('k3f9', FIXED_TIME, { loss: 0 })
  return { draft: simulation.report(result, world, HOST) }
}

describe('traceroute in the world', () => {
  it('ends at the A record of the host, about a ping away', () => {
    for (let seed = 0; seed < 100; seed++) {
      const { world, result } = trace(`s${seed}`)
      const last = result.hops.at(-1)
      const time = last?.time1 ?? last?.time2 ?? last?.time3 ?? 0
      expect(last?.ip).toBe(addressOf(world, HOST))
      expect(Math.abs(time - roundTripTo(world, HOST))).toBeLessThan(roundTripTo(world, HOST) * 0.06 + 0.1)
    }
  })

  it('numbers its hops from 1, and a silent one has only its number', () => {
    for (let seed = 0; seed < 100; seed++) {
      const { result } = trace(`s${seed}`)
      expect(result.hops.map(({ hop }) => hop)).toEqual(result.hops.map((_, index) => index + 1))
      for (const { ip, hostname, time1, time2, time3 } of result.hops) {
        const silent = time1 === null && time2 === null && time3 === null
        expect(ip === null).toBe(silent)
        if (silent) expect(hostname).toBeNull()
      }
    }
  })

  it('stays in one address family, and reaches no address twice', () => {
    for (const [host, hasColons] of [
      ['198.51.100.25', false],
      ['2001:db8:5::7', true],
    ] as const) {
      for (let seed = 0; seed < 100; seed++) {
        const { result } = trace(`s${seed}`, {}, host)
        const met = result.hops.flatMap(({ ip }) => (ip === null ? [] : [ip]))
        for (const ip of met) {
          expect(ip.includes(':'), ip).toBe(hasColons)
          expect(parseAddress(ip)).toBe(ip)
        }
        expect(new Set(met).size).toBe(met.length)
      }
    }
  })

  it('shows where a loss begins, never on the access line, exactly if the path has one', () => {
    for (let seed = 0; seed < 200; seed++) {
      const lossy = trace(`s${seed}`, { loss: 20 })
      const [first] = lossy.draft.findings
      expect(first?.code).toBe('trace-loss')
      expect(first?.severity).toBe('critical')
      expect(Number(/hop (\d+)/.exec(first?.title ?? '')?.[1])).toBeGreaterThan(4)
      expect(codesOf(lossy)).not.toContain('trace-hop-loss')
      expect(codesOf(trace(`s${seed}`, { loss: 0 }))).not.toContain('trace-loss')
    }
  })

  it('does not report distance as a fault', () => {
    for (let seed = 0; seed < 300; seed++) expect(codesOf(trace(`s${seed}`))).not.toContain('trace-step-unexplained')
  })

  it('has routers that are silent, that vary and that skip a probe', () => {
    const seen = new Set<string>()
    for (let seed = 0; seed < 200; seed++) for (const code of codesOf(trace(`s${seed}`, { loss: 0 }))) seen.add(code)
    expect([...seen].filter((code) => ['trace-silent', 'trace-varies', 'trace-hop-loss'].includes(code))).toHaveLength(
      3,
    )
  })

  it('reports if forward and reverse names disagree', () => {
    expect(codesOf(trace('k3f9', { reverse: 'mismatch' }))).toContain('trace-names-differ')
    expect(codesOf(trace('k3f9', { reverse: 'matches' }))).toContain('trace-names')
    const nameless = Array.from({ length: 100 }, (_, seed) => trace(`s${seed}`)).find(
      ({ result }) => result.hops.at(-1)?.hostname === null,
    )
    expect(nameless && codesOf(nameless)).toContain('trace-no-name')
  })

  it('has no hops to a name without an address', () => {
    const dangling = trace('k3f9', { alias: 'dangling' })
    expect(dangling.result).toEqual({ host: HOST, hops: [] })
    expect(dangling.draft.findings.map(({ code, severity }) => [code, severity])).toEqual([
      ['trace-unresolved', 'critical'],
    ])
  })
})

describe('traceroute reading a route', () => {
  it('takes the median of the three probes', () => {
    const { draft } = read(routeWith({ 4: [3.1, 90, 3.3] }))
    expect(draft.plot.kind === 'hops' && draft.plot.hops.map(({ median }) => median)).toEqual([1, 2, 3, 3.3, 5])
  })

  it('marks a hop that varies and does not blame it while the end is steady', () => {
    const { draft } = read(routeWith({ 4: [4, 4, 14] }))
    const finding = draft.findings.find(({ code }) => code === 'trace-varies')
    expect(finding?.title).toBe('Hop 4 varies: 4.0 to 14.0 ms')
    expect(finding?.severity).toBe('info')
    expect(draft.plot.kind === 'hops' && draft.plot.hops[3]?.mark).toBe('info')
  })

  it('ignores a loss at a single hop', () => {
    const codes = codesOf(read(routeWith({ 3: [3, null, 3] })))
    expect(codes).toContain('trace-hop-loss')
    expect(codes).toContain('trace-no-loss')
  })

  it('traces a loss that continues to the end back to its first hop, across a silent one', () => {
    const { draft } = read(routeWith({ 3: [3, null, 3], 4: [null, null, null], 5: [null, 5, 5] }))
    expect(draft.findings.find(({ code }) => code === 'trace-loss')?.title).toBe('Probes are lost from hop 3 on')
    expect(draft.findings.find(({ code }) => code === 'trace-silent')?.title).toBe('Hop 4 does not reply')
  })

  it('reports a step that the distance does not explain', () => {
    const late = [900, 901, 902] as const
    const { draft } = read(routeWith({ 4: late, 5: late }))
    const finding = draft.findings.find(({ code }) => code === 'trace-step-unexplained')
    expect(finding?.severity).toBe('warning')
    expect(finding?.title).toContain('Hop 4 adds 898 ms')
  })
})
