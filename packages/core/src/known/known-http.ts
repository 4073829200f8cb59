import { httpOf } from '../world-document/http.ts'
import type { WorldHost } from '../world-document/world-document.ts'
import type { StatedHttp } from '../world/http.ts'
import { knownRoutesText } from './known-routes.ts'

type Http = NonNullable<WorldHost['http']>

const parsed: { routes?: Readonly<Record<string, Http>> } = {}
const known = new Map<string, StatedHttp>()

/**
 * Returns all routes of a known host, and undefined for any other name. Only servers load this module; tools know the routes of `/`.
 *
 * @example
 * knownHttpOf('httpbin.org')?.headers // => { 'Access-Control-Allow-Credentials': 'true', 'Access-Control-Allow-Origin': '*', Server: 'gunicorn/19.9.0' }
 * knownHttpOf('shop.example') // => undefined
 */
export const knownHttpOf = (host: string): StatedHttp | undefined => {
  // The cast is safe: `npm run known:check` compares the text with the canonical form of the sources.
  parsed.routes ??= JSON.parse(knownRoutesText) as Readonly<Record<string, Http>>
  const stated = Object.hasOwn(parsed.routes, host) ? parsed.routes[host] : undefined
  const found = known.get(host) ?? (stated && httpOf(stated))
  if (found !== undefined) known.set(host, found)
  return found
}
