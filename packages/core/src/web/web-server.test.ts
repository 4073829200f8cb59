import { describe, expect, it } from 'vitest'
import { openWorld } from '../runs/open-world.ts'
import type { ScenarioText } from '../scenarios/index.ts'
import { FIXED_TIME } from '../testing/fake-clock.ts'
import { webResponseOf, webServerOf } from './index.ts'

const worldFor = (scenario: ScenarioText) =>
  openWorld({ seed: 'k3f9', scenario, at: FIXED_TIME }, () => FIXED_TIME).world

describe('a web server', () => {
  it.each(['', 'no name', 'localhost', 'missing.invalid', 'co.uk', '198.51.100.25'])('is not at %j', (name) => {
    expect(webServerOf(worldFor('healthy'), name)).toBeUndefined()
    expect(webResponseOf(worldFor('healthy'), name, 'https')).toBeUndefined()
  })

  it('has a certificate for the requested name, in any spelling', () => {
    const world = worldFor('none')
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
