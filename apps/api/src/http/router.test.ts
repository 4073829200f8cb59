import { type EndpointDefinition, endpoints } from '@netbox/contract'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { createRouter, pairRoutes } from './router.ts'

const endpoint = (id: string, method: EndpointDefinition['method'], path: `/${string}`): EndpointDefinition => ({
  id,
  method,
  path,
  access: 'anyone',
  response: v.object({}),
  errors: [],
  summary: id,
})

const list = [
  endpoint('things.list', 'GET', '/things'),
  endpoint('things.make', 'POST', '/things'),
  endpoint('things.one', 'GET', '/things/one'),
  endpoint('things.get', 'GET', '/things/{id}'),
  endpoint('things.parts', 'GET', '/things/{id}/parts/{part}'),
]
const handlers = Object.fromEntries(list.map(({ id }) => [id, async () => ({})]))
const router = createRouter('/api', pairRoutes(list, handlers))

const find = (method: string, path: string): unknown => {
  const match = router(method, path)
  return match.kind === 'route' ? [match.route.endpoint.id, match.params] : match
}

describe('pairRoutes', () => {
  it('refuses to start when an endpoint has no handler', () => {
    const { 'things.one': _left, ...others } = handlers
    expect(() => pairRoutes(list, others)).toThrow('Endpoints without a handler: things.one')
  })

  it('refuses to start when a handler has no endpoint', () => {
    expect(() => pairRoutes(list, { ...handlers, 'things.lost': async () => ({}) })).toThrow(
      'Handlers without an endpoint: things.lost',
    )
  })
})

describe('createRouter', () => {
  it('prefers a path without parameters', () => {
    expect(find('GET', '/api/things/one')).toEqual(['things.one', {}])
    expect(find('GET', '/api/things/two')).toEqual(['things.get', { id: 'two' }])
  })

  it('decodes parameters once', () => {
    expect(find('GET', '/api/things/a%2Fb/parts/%2525')).toEqual(['things.parts', { id: 'a/b', part: '%25' }])
  })

  it('finds nothing for paths that only look alike', () => {
    for (const path of [
      '/api',
      '/api/',
      '/api/things/',
      '/api/things//parts/x',
      '/things',
      '/api/things/%E0%A4%A',
      '/API/things',
    ])
      expect(find('GET', path)).toEqual({ kind: 'none' })
  })

  it('answers HEAD like GET and names the methods of a path', () => {
    expect(find('HEAD', '/api/things')).toEqual(['things.list', {}])
    expect(find('DELETE', '/api/things')).toEqual({ kind: 'method', allow: ['GET', 'POST', 'HEAD', 'OPTIONS'] })
  })

  it('refuses two endpoints at one place', () => {
    const twice = [endpoint('a.b', 'GET', '/a'), endpoint('a.c', 'GET', '/a')]
    const routes = pairRoutes(twice, { 'a.b': async () => ({}), 'a.c': async () => ({}) })
    expect(() => createRouter('/api', routes)).toThrow('Two endpoints at GET /api/a')
  })

  it('finds every endpoint of the contract by its own path', () => {
    const all = createRouter(
      '/api',
      pairRoutes(endpoints, Object.fromEntries(endpoints.map(({ id }) => [id, async () => ({})]))),
    )
    for (const { id, method, path } of endpoints) {
      const match = all(method, `/api${path.replaceAll(/\{\w+\}/g, 'x')}`)
      expect(match.kind === 'route' && match.route.endpoint.id).toBe(id)
    }
  })
})
