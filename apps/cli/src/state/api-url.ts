import type { Environment } from '../environment.ts'
import { configKeys } from './config-file.ts'
import { chosenApiUrl } from './plan.ts'
import { badAddress } from '../texts/account-messages.ts'

/**
 * Parses the address of a service: http or https, without a user, a query or a fragment; removes a trailing slash or `/api`. Returns
 * undefined for any other text.
 */
export const parseApiUrl = (text: string): string | undefined => {
  if (!URL.canParse(text)) return undefined
  const { protocol, username, password, search, hash, origin, pathname } = new URL(text)
  const isPlain = username === '' && password === '' && search === '' && hash === ''
  if ((protocol !== 'http:' && protocol !== 'https:') || !isPlain) return undefined
  return `${origin}${pathname.replace(/\/+$/, '').replace(/\/api$/, '')}`
}

/** Returns the address of the service. Throws a `CommandError` for an invalid configured address. */
export const apiUrlOf = (environment: Pick<Environment, 'apiUrl' | 'config'>): string => {
  const chosen = chosenApiUrl(environment)
  const apiUrl = parseApiUrl(chosen)
  if (apiUrl === undefined) throw badAddress(environment.apiUrl === undefined ? 'apiUrl' : 'NETBOX_API_URL', chosen)
  return apiUrl
}

/** Returns the site of the service, for links in results. An invalid configured address is no reason to refuse a run. */
export const siteOf = (environment: Pick<Environment, 'apiUrl' | 'config'>): string =>
  parseApiUrl(chosenApiUrl(environment)) ?? configKeys.apiUrl.otherwise

/** Returns whether an address is on this machine. */
export const isLocal = (apiUrl: string): boolean =>
  /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(apiUrl).hostname)
