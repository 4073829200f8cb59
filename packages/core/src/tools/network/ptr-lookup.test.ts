import { describe, expect, it } from 'vitest'
import { runner } from '../../../test/support/runner.ts'
import { describeTool } from '../../testing/describe-tool.ts'
import { FIXED_TIME } from '../../testing/fake-clock.ts'
import { addressOf, addressRecordsOf } from '../../world/hosts/hosts.ts'
import { createWorld } from '../../world/world.ts'
import { ptrLookupSimulation as simulation } from './ptr-lookup.simulation.ts'
import { ptrLookup } from './ptr-lookup.ts'

describeTool(
  ptrLookup,
  {
    accepts: {
      '198.51.100.25': '198.51.100.25',
      '2001:0db8::0007': '2001:db8::7',
      '[2001:db8::7]': '2001:db8::7',
      'http://192.0.2.1/': '192.0.2.1',
      '198.51.100.25:80': '198.51.100.25',
    },
    refuses: ['mail.example', '198.51.100', '198.51.100.025', 'http://mail.example/', '2001:db8::7::1', 'fe80::1%eth0'],
  },
  runner,
)

const ADDRESSES = ['198.51.100.25', '203.0.113.80', '2001:db8:4::7']

describe('ptr-lookup', () => {
  it('shows a name whose address record is the address again, if there is a name', () => {
    let nameless = 0
    for (let seed = 0; seed < 100; seed++) {
      const world = createWorld(`s${seed}`, FIXED_TIME, { dnssec: 'secure' })
      for (const ip of ADDRESSES) {
        const { hostname, valid } = simulation.simulate(ip, world)
        expect(valid).toBe(hostname !== null)
        if (hostname === null) nameless++
        else expect(addressOf(world, hostname)).toBe(ip)
      }
    }
    expect(nameless).toBeGreaterThan(5)
    expect(nameless).toBeLessThan(60)
  })

  it('warns of an address without a name, and names the record to set', () => {
    for (let seed = 0; seed < 100; seed++) {
      const world = createWorld(`s${seed}`, FIXED_TIME)
      const result = simulation.simulate('198.51.100.25', world)
      const { findings, sentence } = simulation.report(result, world, '198.51.100.25')
      expect(findings[0]?.code === 'ptr-missing').toBe(result.hostname === null)
      if (result.hostname !== null) continue
      expect(sentence).toBe('The address has no name.')
      expect(findings[0]?.advice).toContain('25.100.51.198.in-addr.arpa')
    }
  })

  it('shows the real address of a stale name, and names the record to change', () => {
    const world = createWorld('k3f9', FIXED_TIME, { reverse: 'mismatch' })
    const result = simulation.simulate('198.51.100.25', world)
    const { findings, plot } = simulation.report(result, world, '198.51.100.25')
    const [finding] = findings
    expect(result.valid).toBe(false)
    expect(finding?.code).toBe('ptr-mismatch')
    expect(finding?.severity).toBe('critical')
    expect(finding?.advice).toContain('25.100.51.198.in-addr.arpa')
    for (const { address } of addressRecordsOf(world, result.hostname ?? ''))
      expect(plot.alternative).toContain(address)
  })

  it('confirms no name that validating resolvers refuse, and says so instead of an address', () => {
    const world = createWorld('k3f9', FIXED_TIME, { dnssec: 'bogus', reverse: 'matches' })
    const ip = addressOf(world, 'mx1.mail.example')
    const result = simulation.simulate(ip, world)
    expect(result).toMatchObject({ hostname: 'mx1.mail.example', valid: false })
    const { findings, plot, sentence } = simulation.report(result, world, ip)
    expect(sentence).toBe('The address has a name, but nobody can confirm it.')
    expect(findings[0]).toMatchObject({ code: 'ptr-unresolved', severity: 'critical' })
    expect(findings[0]?.advice).toContain('dnssec-check on mail.example')
    expect(plot.alternative).toContain('SERVFAIL')
  })

  it('shows an IPv6 record in nibbles', () => {
    const world = createWorld('k3f9', FIXED_TIME, { reverse: 'mismatch' })
    const { findings } = simulation.report(simulation.simulate('2001:db8::7', world), world, '2001:db8::7')
    expect(findings[0]?.advice).toContain(`7.${'0.'.repeat(23)}8.b.d.0.1.0.0.2.ip6.arpa`)
    expect(findings[0]?.advice).toContain('AAAA')
  })

  it('distinguishes a name that only spells the address from a chosen one', () => {
    const world = createWorld('k3f9', FIXED_TIME, { reverse: 'matches' })
    const result = simulation.simulate('198.51.100.250', world)
    const codes = (hostname: string | null) =>
      simulation.report({ ...result, hostname }, world, result.ip).findings.map(({ code }) => code)
    expect(codes(result.hostname)).toContain('ptr-generic')
    expect(codes('mail.example')).not.toContain('ptr-generic')
  })
})
