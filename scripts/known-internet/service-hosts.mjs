import { isSuffix, isWithin, topLevelOf } from '../../packages/core/src/foundation/names.ts'
import { isTopLevel } from '../../packages/core/src/foundation/public-suffixes.ts'

// Hosts of one user, of a test or of a document, not of a service that everyone calls.
const NOT_A_SERVICE =
  /(?:^|[.-])(?:beta|demo|dev|docs|example|local|none|preprod|preview|sandbox|staging\d?|tests?|uat|your)(?:[.-]|$)/
const HOST = /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z]{2,}$/

const isService = (host) =>
  HOST.test(host) && isTopLevel(topLevelOf(host)) && !isSuffix(host) && !NOT_A_SERVICE.test(host)

/**
 * Returns the host of the first server in an OpenAPI document, with the defaults of its variables, if it is in the domain of the provider. A
 * provider whose domain is a public suffix, such as herokuapp.com, gives it to its customers.
 *
 * @param {string} provider
 * @param {readonly { url: string, variables?: Record<string, { default: string }> }[]} [servers]
 * @returns {string[]}
 */
export const serverHost = (provider, servers = []) => {
  const [{ url, variables = {} } = { url: '' }] = servers
  const filled = url.replaceAll(/\{([^}]+)\}/g, (_whole, name) => variables[name]?.default ?? '')
  const host = /^https:\/\/([^/:]+)(?=[/:]|$)/.exec(filled)?.[1]?.toLowerCase()
  return host !== undefined && isService(host) && isWithin(host, provider) && !isSuffix(provider) ? [host] : []
}

const DEFAULT_URL =
  /(?:base_?(?:path|u[rl]i?|url)|api_?(?:base|host|root|ur[il])|\bur[il]|host|endpoint|server)s?['"]?\s*(?:[:=]|\|\||\?\?)\s*(?:[\w.()[\]]+\s*(?:\|\||\?\?)\s*)?['"`]https:\/\/([\w.-]+)(?=['"`/:])/gi

const COMMENT = /\/\*[^]*?\*\/|^\s*\/\/.*$/gm

/**
 * Returns the hosts of the URLs that a client asks by default: those that its code assigns to a base URL, a host or an endpoint.
 *
 * @param {string} code
 * @returns {string[]}
 */
export const defaultHosts = (code) =>
  [...code.replaceAll(COMMENT, '').matchAll(DEFAULT_URL)]
    .map(([, host]) => String(host).toLowerCase())
    .filter(isService)
