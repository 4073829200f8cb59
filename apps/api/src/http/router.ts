import type { EndpointDefinition } from '@netbox/contract'
import type { Route } from './handler.ts'

/** What a path and a method lead to. */
export type Match =
  | { readonly kind: 'route'; readonly route: Route; readonly params: Readonly<Record<string, string>> }
  | { readonly kind: 'method'; readonly allow: readonly string[] }
  | { readonly kind: 'none' }

/** Finds the route of a request. */
export type Router = (method: string, path: string) => Match

interface Segment {
  readonly text: string
  /** The parameter that stands here. */
  readonly name: string | undefined
}

interface Resource {
  readonly segments: readonly Segment[]
  readonly methods: Map<string, Route>
}

const none: Match = { kind: 'none' }

const nameOf = (segment: string): string | undefined => /^\{(\w+)\}$/.exec(segment)?.[1]

const segmentsOf = (path: string): Segment[] => path.split('/').map((text) => ({ text, name: nameOf(text) }))

const decoded = (segment: string): string | undefined => {
  if (!segment.includes('%')) return segment
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}

/** Whether a path of as many parts is one of a resource's. */
const isAt = ({ segments }: Resource, parts: readonly string[]): boolean => {
  for (let index = 0; index < segments.length; index += 1) {
    const segment = segments[index]
    if (segment?.name === undefined && parts[index] !== segment?.text) return false
  }
  return true
}

const paramsOf = ({ segments }: Resource, parts: readonly string[]): Record<string, string> | undefined => {
  const params: Record<string, string> = {}
  for (let index = 0; index < segments.length; index += 1) {
    const name = segments[index]?.name
    if (name === undefined) continue
    const value = decoded(parts[index] ?? '')
    if (value === undefined || value === '') return undefined
    params[name] = value
  }
  return params
}

const found = (resource: Resource, method: string, params: Readonly<Record<string, string>>): Match => {
  const route = resource.methods.get(method === 'HEAD' ? 'GET' : method)
  if (route !== undefined) return { kind: 'route', route, params }
  const methods = [...resource.methods.keys()]
  return { kind: 'method', allow: [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'] }
}

/** Pairs endpoints with handlers. Throws when an endpoint has no handler, or a handler no endpoint. */
export const pairRoutes = (
  endpoints: readonly EndpointDefinition[],
  handlers: Readonly<Record<string, unknown>>,
): readonly Route[] => {
  const without = endpoints.filter(({ id }) => handlers[id] === undefined).map(({ id }) => id)
  if (without.length > 0) throw new Error(`Endpoints without a handler: ${without.join(', ')}`)
  const known = new Set(endpoints.map(({ id }) => id))
  const unknown = Object.keys(handlers).filter((id) => !known.has(id))
  if (unknown.length > 0) throw new Error(`Handlers without an endpoint: ${unknown.join(', ')}`)
  // Feature by feature the compiler has checked each handler against its endpoint: `Routes`.
  return endpoints.map((endpoint) => ({ endpoint, handle: handlers[endpoint.id] as Route['handle'] }))
}

/** Makes a router of routes whose paths lie under a prefix. A path without parameters wins over one with. */
export const createRouter = (prefix: string, routes: readonly Route[]): Router => {
  const fixed = new Map<string, Resource>()
  const open = new Map<string, Resource>()
  for (const route of routes) {
    const path = `${prefix}${route.endpoint.path}`
    const group = path.includes('{') ? open : fixed
    const resource = group.get(path) ?? { segments: segmentsOf(path), methods: new Map<string, Route>() }
    if (resource.methods.has(route.endpoint.method))
      throw new Error(`Two endpoints at ${route.endpoint.method} ${path}`)
    resource.methods.set(route.endpoint.method, route)
    group.set(path, resource)
  }
  const openByLength = new Map<number, Resource[]>()
  for (const resource of open.values()) {
    const { length } = resource.segments
    openByLength.set(length, [...(openByLength.get(length) ?? []), resource])
  }
  return (method, path) => {
    const exact = fixed.get(path)
    if (exact !== undefined) return found(exact, method, {})
    const parts = path.split('/')
    for (const resource of openByLength.get(parts.length) ?? []) {
      const params = isAt(resource, parts) ? paramsOf(resource, parts) : undefined
      if (params !== undefined) return found(resource, method, params)
    }
    return none
  }
}
