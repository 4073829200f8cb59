import { describe, expect, it } from 'vitest'
import { cacheOf, outdated, strategyFor } from './strategy.ts'

const build = {
  version: 'b',
  assets: ['/assets/a-1.js'],
  pages: ['/', '/mx-record', '/404'],
  others: ['/favicon.svg'],
  docs: ['/docs', '/docs/places.json'],
}
const origin = 'https://netbox.example'
const strategy = (path: string, asked: Partial<{ method: string; mode: string; origin: string }> = {}) =>
  strategyFor({ method: 'GET', mode: 'cors', url: `${asked.origin ?? origin}${path}`, ...asked }, origin, build)
const browser = { from: 'browser' }

describe('the answer to a request', () => {
  it.each(['/api/plans', '/api', '/api/docs', '/health/ready', '/metrics', '/.well-known/jwks.json'])(
    'is the service’s own at %s, even for a page',
    (path) => {
      expect(strategy(path)).toEqual(browser)
      expect(strategy(path, { mode: 'navigate' })).toEqual(browser)
    },
  )

  it('is unchanged for writes and other servers', () => {
    expect(strategy('/mx-record', { method: 'POST', mode: 'navigate' })).toEqual(browser)
    expect(strategy('/assets/a-1.js', { origin: 'https://netbox.example:5000' })).toEqual(browser)
  })

  it('comes from the cache for files with versioned names', () => {
    expect(strategy('/assets/a-1.js')).toEqual({ from: 'cache' })
  })

  it('comes from the network for a page, and from the cache without a network', () => {
    const page = { mode: 'navigate' }
    expect(strategy('/', page)).toEqual({ from: 'network', otherwise: '/' })
    expect(strategy('/mx-record?input=a.example', page)).toEqual({ from: 'network', otherwise: '/mx-record' })
    expect(strategy('/mx-record/', page)).toEqual({ from: 'network', otherwise: '/mx-record' })
    expect(strategy('/docs/', page)).toEqual({ from: 'network', otherwise: '/docs' })
    expect(strategy('/docs/places.json')).toEqual({ from: 'network', otherwise: '/docs/places.json' })
    expect(strategy('/nothing', page)).toEqual({ from: 'network', otherwise: '/404' })
  })

  it('comes from the network first for icons, and is unchanged for files that are not needed offline', () => {
    expect(strategy('/favicon.svg')).toEqual({ from: 'network', otherwise: '/favicon.svg' })
    expect(strategy('/sitemap.xml')).toEqual(browser)
  })
})

it('keeps the previous build, and the caches of others', () => {
  expect(cacheOf(build)).toBe('netbox-b')
  expect(outdated(['netbox-x', 'others', 'netbox-y', 'netbox-b'], build)).toEqual(['netbox-x'])
  expect(outdated(['netbox-y', 'netbox-b'], build)).toEqual([])
  expect(outdated(['netbox-b'], build)).toEqual([])
})
