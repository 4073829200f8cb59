import type { Input } from './input.ts'
import { parseDomain, parseHost, splitPort, withoutDecoration } from './host.ts'
import { parseAddress, withPort } from '../foundation/addresses.ts'

/** A host and a TCP port. */
export interface Endpoint {
  readonly host: string
  /** 1 to 65535. */
  readonly port: number
}

/** An input that accepts an address or a host name. A URL or an email address is reduced to its host. */
export const hostInput: Input<string> = {
  type: 'IP Address',
  parse: (text) => {
    const { host } = splitPort(withoutDecoration(text))
    const value = parseHost(host)
    return value === undefined ? undefined : { value, canonical: value }
  },
}

/** An input that accepts an address but no name, because reverse lookups accept none. A URL is reduced to its host. */
export const addressInput: Input<string> = {
  type: 'IP Address',
  parse: (text) => {
    const value = parseAddress(splitPort(withoutDecoration(text)).host)
    return value === undefined ? undefined : { value, canonical: value }
  },
}

/** An input that accepts a domain name. A URL or an email address is reduced to its host. */
export const domainInput: Input<string> = {
  type: 'Domain Name',
  parse: (text) => {
    const value = parseDomain(splitPort(withoutDecoration(text)).host)
    return value === undefined ? undefined : { value, canonical: value }
  },
}

const parsePort = (text: string | undefined, fallback: number): number | undefined => {
  if (text === undefined) return fallback
  if (!/^[1-9]\d{0,4}$/.test(text)) return undefined
  const port = Number(text)
  return port <= 65_535 ? port : undefined
}

/** Returns an input that accepts a host with a port from 1 to 65535; the default port is `fallback`. */
export const endpointInput = (type: string, fallback: number): Input<Endpoint> => ({
  type,
  parse: (text) => {
    const { host: name, port: digits } = splitPort(withoutDecoration(text))
    const host = parseHost(name)
    const port = parsePort(digits, fallback)
    if (host === undefined || port === undefined) return undefined
    return { value: { host, port }, canonical: withPort(host, port) }
  },
})
