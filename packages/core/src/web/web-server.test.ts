import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { queryDns, type World } from '../dns/index.ts'
import { openWorld } from '../runs/open-world.ts'
import type { ScenarioText } from '../scenarios/index.ts'
import { FIXED_TIME } from '../testing/fake-clock.ts'
import { webResponseOf, webServerOf } from './index.ts'
import { labels } from '../../test/support/names.ts'

const worldFor = (scenario: ScenarioText) =>
  openWorld({ seed: 'k3f9', scenario, at: FIXED_TIME }, () => FIXED_TIME).world

describe('a web server', () => {
  it.each(['', 'no name', 'localhost', 'missing.invalid', 'co.uk', '198.51.100.25'])('is not at %j', (name) => {
    expect(webServerOf(worldFor('healthy'), name)).toBeUndefined()
    expect(webResponseOf(worldFor('healthy'), name, 'https')).toBeUndefined()
  })

  it('has a certificate for the requested name, in any spelling', () => {
    const world = worldFor('random')
    expect(webServerOf(world, 'WWW.Shop.Example.')).toEqual(webServerOf(world, 'www.shop.example'))
    expect(webServerOf(world, 'www.shop.example')?.certificate.names).toEqual(['www.shop.example'])
  })

  it.each([
    ['cert-expired', -1],
    ['cert-expiring', 1],
    ['healthy', 1],
  ] as const)('has in %s a certificate that expires before or after the current time', (scenario, sign) => {
    const { certificate } = webServerOf(worldFor(scenario), 'shop.example') ?? {}
    expect(Math.sign((certificate?.notAfter ?? 0) - FIXED_TIME)).toBe(sign)
    expect(certificate?.notBefore).toBeLessThan(FIXED_TIME)
  })

  /** Returns the values of the CAA records that a certificate authority finds for a host (RFC 8659, section 3). */
  const allowedAt = (world: World, host: string): string[] => {
    for (let name = host; name !== ''; name = name.split('.').slice(1).join('.')) {
      const { records } = queryDns(world, name, 'CAA', { validates: false, tries: 1000 })
      if (records.length > 0) return records.map(({ value }) => value.split(';')[0]?.trim() ?? '')
    }
    return []
  }
  const nameOf = (issuer = ''): string => `${issuer.toLowerCase().replaceAll(' ', '-')}.example`

  it('has its certificate from an authority that the CAA records allow, including records above it', () => {
    const hosts = fc
      .tuple(fc.constantFrom('', 'www.', 'api.', 'mx1.', 'shop.'), labels)
      .map(([label, domain]) => `${label}${domain}.example`)
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 12 }), hosts, (seed, host) => {
        const { world } = openWorld({ seed, at: FIXED_TIME }, () => FIXED_TIME)
        const server = webServerOf(world, host)
        const allowed = allowedAt(world, host)
        if (server !== undefined && allowed.length > 0) expect(allowed).toContain(nameOf(server.certificate.issuer))
      }),
    )
  })

  it.each([
    ['www.shop.example', 'ca.stated.example'],
    ['api.shop.example', 'meridian-tls.example'],
    ['cdn.shop.example', 'quayside-ca.example'],
    ['a.b.cdn.shop.example', 'other.example'],
    ['shop.example', 'other.example'],
  ])('has for %s the certificate of %s, as the stated records and aliases say', (host, authority) => {
    const stated = {
      domains: {
        'shop.example': { records: { CAA: ['other.example'] } },
        'www.shop.example': { records: { CNAME: 'web.platform.example' } },
        'web.platform.example': {
          records: { A: ['198.51.100.7'], CAA: ['ca.stated.example; validationmethods=dns-01'] },
        },
        'api.shop.example': { records: { A: ['198.51.100.8'], CAA: ['no.example', 'meridian-tls.example'] } },
        'cdn.shop.example': { records: { CNAME: 'quay.example' } },
        'quay.example': { records: { CAA: ['quayside-ca.example'] } },
        'a.b.cdn.shop.example': { records: { A: ['198.51.100.9'] } },
      },
    }
    const { world } = openWorld({ seed: 'k3f9', scenario: 'healthy', at: FIXED_TIME, world: stated }, () => FIXED_TIME)
    const issuer = webServerOf(world, host)?.certificate.issuer
    expect([issuer, nameOf(issuer)]).toContain(host.startsWith('a.b') ? 'quayside-ca.example' : authority)
    expect(allowedAt(world, host).some((name) => name === issuer || name === nameOf(issuer))).toBe(true)
  })

  it('redirects HTTP to HTTPS without the header that only HTTPS may have (RFC 6797, section 7.2)', () => {
    const world = worldFor('healthy')
    expect(webResponseOf(world, 'shop.example', 'http', '/cart?x=1')).toEqual({
      status: 301,
      headers: [{ name: 'Location', value: 'https://shop.example/cart?x=1' }],
    })
    const page = webResponseOf(world, 'shop.example', 'https')
    expect(page?.status).toBe(200)
    expect(page?.headers).toEqual(webServerOf(world, 'shop.example')?.headers)
    expect(page?.headers.map(({ name }) => name)).toContain('Strict-Transport-Security')
  })
})
