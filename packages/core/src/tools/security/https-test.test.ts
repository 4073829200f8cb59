import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runner } from '../../../test/support/runner.ts'
import { describeTool } from '../../testing/describe-tool.ts'
import { FIXED_TIME } from '../../testing/fake-clock.ts'
import { fixedWorld } from '../../testing/fixed-world.ts'
import { createToolbox } from '../../runs/create-toolbox.ts'
import type { Overrides } from '../../world/decisions.ts'
import { DAY } from '../../foundation/units.ts'
import { headerValuesOf, renewalDueOf, webServerOf } from '../../world/answers/web.ts'
import { portOf } from '../../world/hosts/reach.ts'
import { createWorld } from '../../world/world.ts'
import { registrationOf } from '../../world/answers/zones.ts'
import { httpsTestSimulation as simulation } from './https-test.simulation.ts'
import { httpsTest } from './https-test.ts'

describeTool(
  httpsTest,
  {
    accepts: {
      'shop.example': 'shop.example',
      'https://www.shop.example/cart': 'www.shop.example',
      'münchen.example': 'xn--mnchen-3ya.example',
    },
    refuses: ['198.51.100.25', 'shop', 'shop..example', 'https://', '[2001:db8::7]'],
  },
  runner,
)

const check = (seed: string, overrides: Overrides = {}, domain = 'shop.example') => {
  const world = createWorld(seed, FIXED_TIME, { dnssec: 'secure', ...overrides })
  const result = simulation.simulate(domain, world)
  const draft = simulation.report(result, world, domain)
  return { world, result, draft, codes: draft.findings.map(({ code }) => code) }
}

describe('https-test', () => {
  it('gives A+ exactly if there is no issue, and F exactly if the certificate is not valid', () => {
    const grades = new Set<string>()
    for (let seed = 0; seed < 400; seed++) {
      const { result } = check(`s${seed}`, seed % 5 === 0 ? { certificate: 'expired' } : { port: 'open' })
      expect(result.ssl_grade === 'A+').toBe(result.issues.length === 0)
      expect(result.ssl_grade === 'F').toBe(!result.certificate_valid)
      grades.add(result.ssl_grade)
    }
    expect([...grades].toSorted()).toEqual(['A', 'A+', 'B', 'C', 'D', 'F'])
  })

  it.each([
    ['self-signed', 'The certificate is self-signed.'],
    ['unknown-root', 'The certificate is from an authority that clients do not trust.'],
    ['missing-intermediate', 'The server does not send the intermediate certificate.'],
    ['not-yet-valid', 'The certificate is not valid yet.'],
    ['weak-key', 'The key of the certificate has only 1024 bits.'],
    ['no-san', 'The certificate has no alternative names.'],
  ] as const)('names the fault of a certificate, which fails: %s', (certificate, sentence) => {
    const { result, draft } = check('k3f9', { certificate })
    expect(result).toMatchObject({ ssl_grade: 'F', certificate_valid: false, issues: [sentence] })
    expect(draft.sentence).toBe(sentence)
    expect(draft.findings[0]).toMatchObject({ code: `https-${certificate}`, severity: 'critical' })
  })

  it('names the host for which a certificate is', () => {
    const { draft } = check('k3f9', { certificate: 'wrong-name' })
    expect(draft.sentence).toBe('The certificate is for another name.')
    expect(draft.findings.map(({ title }) => title)).toContainEqual(
      expect.stringMatching(/^The certificate is for default\.[a-z-]+\.example, not for shop\.example$/),
    )
  })

  it('distinguishes a handshake that ends from a closed port', () => {
    const { result, draft, codes } = check('k3f9', { handshake: 'closes', port: 'open' })
    expect(result).toMatchObject({ certificate_valid: false, protocols: [] })
    expect(codes).toEqual(['https-tls-closes'])
    expect(draft.detail).toBe('shop.example ends the TLS handshake, so nobody can connect to it.')
  })

  it('reaches a server through its next address, and names the one that does not answer', () => {
    for (const addresses of ['ipv6-silent', 'ipv6-refused', 'first-silent'] as const) {
      const { result, codes } = check('k3f9', { addresses, certificate: 'good', headers: 'strong', port: 'open' })
      expect(result.ssl_grade).toBe('A+')
      expect(codes).toContain(addresses === 'first-silent' ? 'https-first-silent' : `https-${addresses}`)
    }
  })

  it.each(['good', 'expiring', 'expired'] as const)('finds no certificate older than the registration: %s', (state) => {
    for (let seed = 0; seed < 400; seed++) {
      const { world } = check(`s${seed}`, { certificate: state })
      const { notBefore } = webServerOf(world, 'www.shop.example')
      expect(notBefore).toBeGreaterThanOrEqual(registrationOf(world, 'www.shop.example').created)
      expect(notBefore).toBeLessThan(world.at)
    }
  })

  it('offers a cipher suite for every protocol version that it offers', () => {
    const seen = new Set<string>()
    for (let seed = 0; seed < 200; seed++) {
      const { protocols, cipher_suites: suites } = check(`s${seed}`, { port: 'open' }).result
      const serves = (pattern: RegExp) => suites.some((suite) => pattern.test(suite))
      expect(serves(/^TLS_(?:AES|CHACHA20)_/), 'TLS 1.3 has suites of its own').toBe(protocols.includes('TLSv1.3'))
      expect(serves(/^TLS_ECDHE_.*_GCM_/), 'TLS 1.2').toBe(protocols.includes('TLSv1.2'))
      if (protocols.includes('TLSv1.0'))
        expect(serves(/^TLS_ECDHE_.*_CBC_/), 'TLS 1.1 and older know no GCM').toBe(true)
      for (const protocol of protocols) seen.add(protocol)
    }
    expect(seen.size).toBe(4)
  })

  it('has one finding for every issue', () => {
    for (let seed = 0; seed < 200; seed++) {
      const { result, draft } = check(`s${seed}`, { port: 'open' })
      expect(draft.findings.filter(({ severity }) => severity !== 'pass')).toHaveLength(result.issues.length)
    }
  })

  it('counts whole days to the end of the certificate that the server has', () => {
    for (let seed = 0; seed < 100; seed++) {
      const { world, result } = check(`s${seed}`, { port: 'open' })
      const left = webServerOf(world, 'shop.example').notAfter - FIXED_TIME
      expect(result.expires_in_days).toBe(Math.floor(left / DAY))
      expect(result.expires_in_days).toBeGreaterThanOrEqual(30)
    }
  })

  it('fails an expired certificate', async () => {
    const { result, findings, verdict } = await fixedWorld('cert-expired').run('https-test', 'shop.example')
    expect(result).toMatchObject({ ssl_grade: 'F', certificate_valid: false, expires_in_days: -4 })
    expect(result.issues[0]).toBe('The certificate expired on 2025-12-27.')
    expect(findings[0]?.code).toBe('https-expired')
    expect(verdict.severity).toBe('critical')
  })

  it('warns of a certificate whose renewal is overdue, and still accepts it', async () => {
    const { result, findings, plot } = await fixedWorld('cert-expiring').run('https-test', 'shop.example')
    expect(result).toMatchObject({ ssl_grade: 'A', certificate_valid: true, expires_in_days: 3 })
    expect(findings[0]).toMatchObject({ code: 'https-expiring', severity: 'warning' })
    const due = plot?.kind === 'timeline' ? plot.events.find(({ label }) => label === 'Renewal due') : undefined
    expect(due && Date.parse(due.time)).toBeLessThan(FIXED_TIME)
  })

  it('reports no issue of a healthy site', async () => {
    const { result, findings } = await fixedWorld('healthy').run('https-test', 'shop.example')
    expect(result).toMatchObject({ ssl_grade: 'A+', issues: [] })
    expect(new Set(findings.map(({ severity }) => severity))).toEqual(new Set(['pass']))
  })

  it('agrees with header-security on the header that keeps browsers on HTTPS', () => {
    for (let seed = 0; seed < 100; seed++) {
      const { world, codes } = check(`s${seed}`, { port: 'open' })
      const value = headerValuesOf(world, 'shop.example')[1]
      expect(codes.includes('https-hsts-missing')).toBe(value === null)
      expect(codes.includes('https-hsts-brief')).toBe(value === 'max-age=300')
    }
  })

  it('shows no certificate with a longer lifetime than the CA/Browser Forum allows on its day of issue', () => {
    const limits = [
      ['2029-03-15', 47],
      ['2027-03-15', 100],
      ['2026-03-15', 200],
    ] as const
    const instants = fc.integer({ min: FIXED_TIME, max: FIXED_TIME + 10 * 365 * DAY })
    const states = fc.constantFrom('good' as const, 'expired' as const, 'expiring' as const)
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), instants, states, (seed, at, certificate) => {
        const world = createWorld(seed, at, { certificate })
        const { notBefore, notAfter } = webServerOf(world, 'shop.example')
        const most = limits.find(([from]) => notBefore >= Date.parse(from))?.[1] ?? 398
        expect((notAfter - notBefore) / DAY).toBeLessThanOrEqual(most)
        expect(notBefore).toBeLessThanOrEqual(at)
        if (certificate === 'good') expect(renewalDueOf({ notBefore })).toBeGreaterThan(at)
      }),
    )
  })

  it('gives F, and no certificate, if the name has no address', () => {
    const { result, codes } = check('k3f9', { alias: 'dangling' }, 'www.shop.example')
    expect(result).toMatchObject({ ssl_grade: 'F', certificate_valid: false, expires_in_days: null, protocols: [] })
    expect(codes).toEqual(['https-unresolved'])
  })

  it('reports no answer if tcp-port-test finds port 443 closed', () => {
    for (let seed = 0; seed < 200; seed++) {
      const world = createWorld(`closed ${seed}`, FIXED_TIME, { dnssec: 'secure' })
      const { codes, result } = check(`closed ${seed}`)
      expect(codes.includes('https-closed')).toBe(!portOf(world, 'shop.example', 443).open)
      expect(result.certificate_valid).toBe(!codes.includes('https-closed'))
    }
  })

  it('judges the certificate and the handshakes that a document defines for a host', async () => {
    const world = {
      hosts: { 'shop.example': { certificate: { fault: 'wrong-name' } }, 'www.shop.example': { tls: 'closes' } },
    } as const
    const box = createToolbox({ seed: 'k3f9', scenario: 'healthy', at: FIXED_TIME, world })
    const codesFor = async (host: string) => (await box.run('https-test', host)).findings.map(({ code }) => code)
    expect(await codesFor('shop.example')).toContain('https-wrong-name')
    expect(await codesFor('www.shop.example')).toEqual(['https-tls-closes'])
    expect(await codesFor('office.example')).toContain('https-certificate')
  })

  it('finds no certificate that begins later where a document defines its end', async () => {
    const world = { hosts: { 'shop.example': { certificate: { expires: '2027-01-01' } } } } as const
    const box = createToolbox({ seed: 'k3f9', scenario: 'cert-not-yet-valid', at: FIXED_TIME, world })
    const codesFor = async (host: string) => (await box.run('https-test', host)).findings.map(({ code }) => code)
    expect(await codesFor('shop.example')).toContain('https-certificate')
    expect(await codesFor('office.example')).toContain('https-not-yet-valid')
  })
})
