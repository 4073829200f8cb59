import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findObstacle } from '@netbox/simulated-internet/namespace'
import { describe, expect, it } from 'vitest'
import { netbox, useHome } from './support/netbox.ts'

const SEED = ['--seed', 'k3f9']

describe.skipIf(findObstacle() !== undefined)('netbox shrink', () => {
  it('turns a scenario into the one fact that breaks the command', async () => {
    const program = ['--', 'curl', '-s', 'http://www.shop.example/']
    const { code, stdout, stderr } = await netbox(useHome(), [
      'shrink',
      ...SEED,
      '--scenario',
      'cname-dangling',
      ...program,
    ])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^# domains \S+ dns: "nxdomain"\ndomains:\n {2}\S+:\n {4}dns: nxdomain\n$/)
    expect(stderr).toContain('1 of 1 fact is enough, after 4 runs.')
  })

  it('keeps of a world file what the failure needs', async () => {
    const home = useHome()
    const file = join(home.folder, 'world.yaml')
    writeFileSync(
      file,
      `domains:
  gone.example: { dns: nxdomain }
  other.example: { dns: servfail }
  # Without its NS records, no zone is there.
  sub.third.example: { records: { NS: [ns1.third.example] }, dnssec: bogus }
hosts:
  www.shop.example: { ports: { 80: refused, 443: silent } }
addresses:
  198.51.100.7: { listed: [open-spam-register.example] }
`,
    )
    const program = ['--', 'curl', '-s', '--max-time', '20', 'http://www.shop.example/']
    const args = ['shrink', ...SEED, '--start-at', '2026-01-01', '--world', file]
    const { code, stdout, stderr } = await netbox(home, [...args, ...program])
    expect(stderr).toContain(
      ': netbox serve --seed k3f9 --scenario healthy --start-at 2026-01-01 --world small.yaml -- curl -s --max-time 20',
    )
    expect([code, stdout]).toEqual([
      0,
      '# hosts www.shop.example ports 80: "refused"\nhosts:\n  www.shop.example:\n    ports:\n      "80": refused\n',
    ])
  })

  it('defines a fault for a domain if no single fact has it', async () => {
    const program = ['--', 'curl', '-sf', 'http://www.shop.example/']
    const args = ['shrink', ...SEED, '--scenario', 'http-unavailable', '--domains', 'shop.example']
    const { code, stdout } = await netbox(useHome(), [...args, ...program])
    expect([code, stdout]).toEqual([0, expect.stringContaining('  shop.example:\n    scenario: http-unavailable\n')])
  })

  it('says so if the command does not fail, and what it needs', async () => {
    const passes = await netbox(useHome(), ['shrink', ...SEED, '--scenario', 'mx-down', '--', 'true'])
    expect([passes.code, passes.stderr]).toEqual([2, expect.stringContaining('there is nothing to shrink')])
    const missing = await netbox(useHome(), ['shrink', '--', 'true'])
    expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('--scenario mx-down, or --world FILE')])
  })
})
