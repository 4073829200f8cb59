import { describe, expect, it } from 'vitest'
import { createToolbox } from '../src/runs/create-toolbox.ts'
import { scenarios, type ScenarioText } from '../src/scenarios/index.ts'
import { FIXED_TIME } from '../src/testing/fake-clock.ts'

/** One address of each block that people commonly type, with the block and the RFC that every tool must show. */
const SPECIAL = [
  ['10.0.0.1', '10.0.0.0/8', 'RFC 1918'],
  ['192.168.1.1', '192.168.0.0/16', 'RFC 1918'],
  ['100.64.0.1', '100.64.0.0/10', 'RFC 6598'],
  ['127.0.0.1', '127.0.0.0/8', 'RFC 1122'],
  ['169.254.169.254', '169.254.0.0/16', 'RFC 3927'],
  ['224.0.0.1', '224.0.0.0/4', 'RFC 5771'],
  ['255.255.255.255', '255.255.255.255/32', 'RFC 919'],
  ['0.0.0.0', '0.0.0.0/8', 'RFC 791'],
  ['240.0.0.1', '240.0.0.0/4', 'RFC 1112'],
  ['::1', '::1/128', 'RFC 4291'],
  ['::ffff:198.51.100.25', '::ffff:0:0/96', 'RFC 4291'],
  ['64:ff9b::c633:6419', '64:ff9b::/96', 'RFC 6052'],
  ['2002:c633:6419::1', '2002::/16', 'RFC 3056'],
  ['fd12:3456:789a::1', 'fc00::/7', 'RFC 4193'],
  ['fe80::1', 'fe80::/10', 'RFC 4291'],
  ['ff02::1', 'ff00::/8', 'RFC 4291'],
] as const

const boxIn = (scenario: ScenarioText) => createToolbox({ seed: 'k3f9', scenario, at: FIXED_TIME, plan: 'enterprise' })
const endpoint = (ip: string, port: number) => (ip.includes(':') ? `[${ip}]:${port}` : `${ip}:${port}`)

/** Returns whether a scenario lets servers answer at an address: the metadata address of a cloud. */
const isServed = (scenario: string, ip: string): boolean =>
  ip === '169.254.169.254' && ['ssrf-metadata', 'redirect-inwards'].includes(scenario)

describe.each([...scenarios])('an address for special purposes in $name', ({ name }) => {
  it.each(SPECIAL.filter(([ip]) => !isServed(name, ip)))(
    '%s has no invented facts: every tool names %s and %s',
    async (ip, block, source) => {
      const box = boxIn(name)
      const runs = [
        [await box.run('ptr-lookup', ip), { hostname: null, valid: false }, 'ptr-special'],
        [await box.run('geoip-lookup', ip), { city: null, country: null, latitude: null, isp: null }, 'geoip-special'],
        [
          await box.run('arin-lookup', ip),
          { asn: null, organization: null, country: null, network: block, abuse_contact: null },
          'arin-special',
        ],
        [await box.run('blacklist-check', ip), { status: 'CLEAN', score: 0, sources: [] }, 'blacklist-special'],
        [await box.run('ping-test', ip), { packets_received: 0, packet_loss: 100, avg_time: null }, 'ping-special'],
        [await box.run('traceroute', ip), { hops: [] }, 'trace-special'],
        [await box.run('tcp-port-test', endpoint(ip, 443)), { status: 'CLOSED', response_time: null }, 'tcp-special'],
        [await box.run('smtp-test', endpoint(ip, 25)), { reachable: false, supports_tls: null }, 'smtp-special'],
        [await box.run('email-migration', endpoint(ip, 993)), { estimated_emails: 0 }, 'migration-special'],
      ] as const
      for (const [run, facts, code] of runs) {
        expect(run.result, run.tool).toMatchObject(facts)
        const finding = run.findings.find((found) => found.code === code)
        expect(finding?.detail, run.tool).toContain(block)
        expect(finding?.detail, run.tool).toContain(source)
      }
    },
  )
})

describe('an IPv6 address that holds an IPv4 address', () => {
  it.each(['::ffff:198.51.100.25', '64:ff9b::c633:6419', '2002:c633:6419::1'])(
    'is treated as that address: %s',
    async (ip) => {
      const { findings } = await boxIn('healthy').run('arin-lookup', ip)
      expect(findings[0]?.advice).toBe('Look up 198.51.100.25, the IPv4 address in it.')
    },
  )
})

describe('spf-generator', () => {
  it('warns of a sender that no receiver ever sees', async () => {
    const box = boxIn('healthy')
    const codes = async (sender: string) =>
      (await box.run('spf-generator', `shop.example ${sender}`)).findings.map(({ code }) => code)
    expect(await codes('10.0.0.0/24')).toContain('spfgen-special')
    expect(await codes('fe80::1')).toContain('spfgen-special')
    expect(await codes('0.0.0.0/0')).not.toContain('spfgen-special')
    expect(await codes('203.0.113.0/24')).not.toContain('spfgen-special')
  })
})
