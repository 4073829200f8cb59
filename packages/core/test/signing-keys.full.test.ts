import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TrustLink, trustChainOf } from '../src/dns/index.ts'
import { openWorld } from '../src/runs/open-world.ts'
import { SECOND } from '../src/foundation/units.ts'
import { signedZone } from './support/signed-zone.ts'

/*
 * The programs of BIND 9 check the keys of many worlds: dnssec-dsfromkey computes key tags and DS records from the DNSKEY records, and
 * dnssec-verify checks a zone signed with the private keys.
 */
const PROGRAMS = ['dnssec-dsfromkey', 'dnssec-verify']

const isThere = (program: string): boolean => {
  try {
    execFileSync(program, ['-V'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const missing = PROGRAMS.filter((program) => !isThere(program))
if (missing.length > 0)
  console.warn(
    `\n  ${missing.join(' and ')} not installed (Debian: apt-get install bind9-utils): BIND DOES NOT JUDGE THE DNSSEC KEYS.\n`,
  )

const chains = Array.from({ length: 25 }, (_, index) =>
  trustChainOf(openWorld({ seed: `bind-${index}`, scenario: 'healthy', at: 0 }, () => 0).world, `shop${index}.example`),
)
const links = chains.flat()

describe.skipIf(missing.length > 0)('BIND', () => {
  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'netbox-keys-'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  const fileOf = (text: string): string => {
    const path = join(folder, 'zone')
    writeFileSync(path, text)
    return path
  }
  const verify = ({ zone }: TrustLink, text: string): string =>
    execFileSync('dnssec-verify', ['-z', '-o', zone, fileOf(text)], { encoding: 'utf8', stdio: 'pipe' })

  it('supports all three algorithms', () => {
    expect(new Set(links.map(({ dnskey }) => dnskey?.algorithm))).toEqual(new Set([8, 13, 15]))
  })

  it('computes the same DS records from the DNSKEY records', () => {
    for (const { zone, dnskey, ds } of links) {
      if (ds === null) continue
      const path = fileOf(`${zone} 3600 IN DNSKEY ${dnskey?.text}\n`)
      const printed = execFileSync('dnssec-dsfromkey', ['-2', '-f', path, zone], { encoding: 'utf8' })
      expect(printed.trim()).toBe(`${zone} IN DS ${ds.text}`)
    }
  })

  it('verifies a zone that the private key signed, and refuses it with another address', () => {
    // Programs verify signatures against the machine's clock.
    const now = Math.floor(Date.now() / SECOND) * SECOND
    for (const link of links.filter(({ zone }) => zone !== '.')) {
      const text = signedZone(link, '198.51.100.25', now)
      expect(verify(link, text)).toContain('Zone fully signed')
      expect(() => verify(link, text.replace('198.51.100.25', '198.51.100.26'))).toThrow('dnssec-verify')
    }
  })
})
