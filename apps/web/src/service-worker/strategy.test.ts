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
    'is the service’s own at %s, also for a page',
    (path) => {
      expect(strategy(path)).toEqual(browser)
      expect(strategy(path, { mode: 'navigate' })).toEqual(browser)
    },
  )

  it('is left alone where something is sent, or another server is asked', () => {
    expect(strategy('/mx-record', { method: 'POST', mode: 'navigate' })).toEqual(browser)
    expect(strategy('/assets/a-1.js', { origin: 'https://netbox.example:5000' })).toEqual(browser)
  })

  it('is what is kept for files whose names change with them', () => {
    expect(strategy('/assets/a-1.js')).toEqual({ from: 'cache' })
  })

  it('is the network’s for a page, and the page that is kept where there is no network', () => {
    const page = { mode: 'navigate' }
    expect(strategy('/', page)).toEqual({ from: 'network', otherwise: '/' })
    expect(strategy('/mx-record?input=a.example', page)).toEqual({ from: 'network', otherwise: '/mx-record' })
    expect(strategy('/mx-record/', page)).toEqual({ from: 'network', otherwise: '/mx-record' })
    expect(strategy('/docs/', page)).toEqual({ from: 'network', otherwise: '/docs' })
    expect(strategy('/docs/places.json')).toEqual({ from: 'network', otherwise: '/docs/places.json' })
    expect(strategy('/nothing', page)).toEqual({ from: 'network', otherwise: '/404' })
  })

  it('is the network’s first for icons, and left alone for what nobody needs offline', () => {
    expect(strategy('/favicon.svg')).toEqual({ from: 'network', otherwise: '/favicon.svg' })
    expect(strategy('/sitemap.xml')).toEqual(browser)
  })
})

it('keeps the build before the present one, and what is not its own', () => {
  expect(cacheOf(build)).toBe('netbox-b')
  expect(outdated(['netbox-x', 'others', 'netbox-y', 'netbox-b'], build)).toEqual(['netbox-x'])
  expect(outdated(['netbox-y', 'netbox-b'], build)).toEqual([])
  expect(outdated(['netbox-b'], build)).toEqual([])
})
