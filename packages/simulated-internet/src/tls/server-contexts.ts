import { createSecureContext, type SecureContext } from 'node:tls'
import type { Certificate, WebServer } from '@netbox/core/web'
import type { Surroundings } from '../internet/internet-server.ts'
import { tlsSettingsOf } from './tls-settings.ts'

/** A function that returns the TLS settings of a server of the world, with its certificate. */
export type ServerContexts = (server: Omit<WebServer, 'headers'>) => Promise<SecureContext>

const MOST_CONTEXTS = 2000

/**
 * Moves the dates of a certificate by the difference between the machine's clock and the world's clock, because clients compare them with the
 * machine's clock.
 */
export const shifted = (certificate: Certificate, distance: number): Certificate => ({
  ...certificate,
  notBefore: certificate.notBefore + distance,
  notAfter: certificate.notAfter + distance,
})

/** Creates the TLS settings of servers and caches the most recently used ones. */
export const createServerContexts = ({ live, authority }: Pick<Surroundings, 'live' | 'authority'>): ServerContexts => {
  const contexts = new Map<string, Promise<SecureContext>>()
  return ({ certificate, ...settings }) => {
    const moved = shifted(certificate, live.distance())
    const key = JSON.stringify([moved, settings.protocols, settings.cipherSuites])
    const known = contexts.get(key)
    contexts.delete(key)
    const context =
      known ??
      authority.issue(moved).then(({ cert, key: privateKey }) =>
        createSecureContext({
          ...tlsSettingsOf(settings),
          cert,
          key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
        }),
      )
    contexts.set(key, context)
    const [oldest] = contexts.keys()
    if (contexts.size > MOST_CONTEXTS && oldest !== undefined) contexts.delete(oldest)
    return context
  }
}
