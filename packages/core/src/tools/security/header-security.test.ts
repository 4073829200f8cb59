import { describe, expect, it } from 'vitest'
import { runner } from '../../../test/support/runner.ts'
import { createToolbox } from '../../runs/create-toolbox.ts'
import { describeTool } from '../../testing/describe-tool.ts'
import { FIXED_TIME } from '../../testing/fake-clock.ts'
import type { Overrides } from '../../world/decisions.ts'
import { securityHeaders } from '../../world/answers/web.ts'
import { portOf } from '../../world/hosts/reach.ts'
import { createWorld } from '../../world/world.ts'
import { headerSecuritySimulation as simulation } from './header-security.simulation.ts'
import { headerSecurity } from './header-security.ts'

describeTool(
  headerSecurity,
  {
    accepts: {
      'shop.example': 'shop.example',
      'HTTPS://Www.Shop.Example/': 'www.shop.example',
      'shop.example:8443': 'shop.example',
    },
    refuses: ['203.0.113.80', 'shop', 'X-Frame-Options: DENY', 'shop..example'],
  },
  runner,
)

const check = (seed: string, overrides: Overrides = {}, domain = 'shop.example') => {
  const world = createWorld(seed, FIXED_TIME, { dnssec: 'secure', ...overrides })
  const result = simulation.simulate(domain, world)
  const draft = simulation.report(result, world, domain)
  return { result, draft, codes: draft.findings.map(({ code }) => code) }
}

/** Returns the findings about a host whose page has one header. */
const findingsWith = async (name: string, value: string) => {
  const reply = { text: 'A page', headers: { [name]: value } }
  const world = { hosts: { 'www.shop.example': { http: { routes: [{ path: '/', reply }] } } } }
  const box = createToolbox({ seed: 'k3f9', scenario: 'healthy', at: FIXED_TIME, plan: 'enterprise', world })
  return (await box.run('header-security', 'www.shop.example')).findings
}

describe('header-security', () => {
  it.each([
    ['X-Frame-Options', 'sameorigin', 'headers-frames'],
    ['X-Frame-Options', 'ALLOWALL', 'headers-frames-weak'],
    ['X-Content-Type-Options', 'NoSniff', 'headers-nosniff'],
    ['X-Content-Type-Options', 'none', 'headers-nosniff-weak'],
    ['Strict-Transport-Security', 'max-age=31536000', 'headers-hsts'],
    ['Strict-Transport-Security', 'includeSubDomains; max-age="63072000"', 'headers-hsts'],
    ['Strict-Transport-Security', 'max-age=0', 'headers-hsts-missing'],
    ['Content-Security-Policy', "default-src 'self' https://cdn.example", 'headers-csp'],
    ['Content-Security-Policy', "default-src 'none'; script-src * 'unsafe-inline'", 'headers-csp-weak'],
    ['Content-Security-Policy', "img-src 'self'", 'headers-csp-weak'],
    ['Referrer-Policy', 'unsafe-url, no-referrer', 'headers-referrer'],
    ['Referrer-Policy', 'no-referrer, unsafe-url', 'headers-referrer-weak'],
    ['Permissions-Policy', 'camera=(self "https://a.example"), fullscreen=*', 'headers-permissions'],
    ['Permissions-Policy', 'camera none', 'headers-permissions-weak'],
  ])('judges a stated %s: %s by what it does', async (name, value, code) => {
    expect((await findingsWith(name, value)).map((finding) => finding.code)).toContain(code)
  })

  it.each([
    ['60', 'Browsers forget HTTPS after 1 min', 'A max-age of 60 s protects'],
    ['300', 'Browsers forget HTTPS after five minutes', 'A max-age of 300 s protects'],
  ])('names a stated max-age of %s seconds', async (seconds, title, detail) => {
    const findings = await findingsWith('Strict-Transport-Security', `max-age=${seconds}`)
    const found = findings.find(({ code }) => code === 'headers-hsts-weak')
    expect([found?.title, found?.detail]).toEqual([title, expect.stringContaining(detail)])
  })

  it('gives all points, and no recommendation, exactly if every header is well set', () => {
    for (let seed = 0; seed < 300; seed++) {
      const { result } = check(`s${seed}`, { port: 'open' })
      const values = result.headers.map(({ value }) => value)
      const strong = securityHeaders.every(
        ({ name, strong: wanted }, index) =>
          values[index] === wanted ||
          (name === 'X-Frame-Options' && values[0]?.includes("frame-ancestors 'none'") === true),
      )
      expect(result.security_score === 100).toBe(strong)
      expect(result.recommendations.length === 0).toBe(strong)
    }
    expect(check('k3f9', { headers: 'strong' }).result.security_score).toBe(100)
  })

  it('adds the points of the picture up to the score', () => {
    for (let seed = 0; seed < 100; seed++) {
      const { result, draft } = check(`s${seed}`, { port: 'open' })
      const parts = draft.plot.kind === 'gauge' ? draft.plot.parts : []
      expect(parts.reduce((sum, { points }) => sum + points, 0)).toBe(result.security_score)
      expect(parts.reduce((sum, { of }) => sum + of, 0)).toBe(100)
    }
  })

  it('has one finding per header and one recommendation for each missing or weak one', () => {
    for (let seed = 0; seed < 200; seed++) {
      const { result, draft } = check(`s${seed}`, { port: 'open' })
      expect(draft.findings).toHaveLength(securityHeaders.length)
      expect(draft.findings.filter(({ severity }) => severity !== 'pass')).toHaveLength(result.recommendations.length)
    }
  })

  it('distinguishes an ineffective header from a missing one', () => {
    const { result, codes } = check('k3f9', { headers: 'weak' })
    expect(result.headers.map(({ present }) => present)).toEqual([true, true, false, false, true, false])
    expect(codes).toEqual([
      'headers-csp-weak',
      'headers-hsts-weak',
      'headers-nosniff-missing',
      'headers-frames-missing',
      'headers-referrer-weak',
      'headers-permissions-missing',
    ])
    expect(result.security_score).toBe(10 + 8 + 3)
  })

  it('reports a missing X-Frame-Options only if frame-ancestors of the script policy does not replace it', () => {
    const seen = new Set<string>()
    for (let seed = 0; seed < 100; seed++) {
      const { result, codes } = check(`s${seed}`, { port: 'open' })
      if (result.headers.some(({ name, present }) => name === 'X-Frame-Options' && present)) continue
      const code = codes.includes('headers-csp') ? 'headers-frames-covered' : 'headers-frames-missing'
      expect(codes).toContain(code)
      expect(result.recommendations.some((text) => text.includes('X-Frame-Options'))).toBe(
        code === 'headers-frames-missing',
      )
      seen.add(code)
    }
    expect(seen.size).toBe(2)
  })

  it('contacts no server if the name has no address', () => {
    const { result, codes } = check('k3f9', { alias: 'dangling', headers: 'strong' }, 'www.shop.example')
    expect(result.security_score).toBe(0)
    expect(result.headers.some(({ present }) => present)).toBe(false)
    expect(codes).toEqual(['headers-unresolved'])
  })

  it('reports no answer if tcp-port-test finds port 443 closed', () => {
    for (let seed = 0; seed < 200; seed++) {
      const world = createWorld(`closed ${seed}`, FIXED_TIME, { dnssec: 'secure' })
      const { codes, result } = check(`closed ${seed}`)
      expect(codes.includes('headers-closed')).toBe(!portOf(world, 'shop.example', 443).open)
      if (codes.includes('headers-closed')) expect(result.security_score).toBe(0)
    }
  })
})
