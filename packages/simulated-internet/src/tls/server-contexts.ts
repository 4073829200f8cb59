import { createSecureContext, type SecureContext } from 'node:tls'
import type { WebServer } from '@netbox/core/web'
import type { Surroundings } from '../internet/internet-server.ts'
import { tlsSettingsOf } from './tls-settings.ts'

/** Returns the TLS settings with certificate of a server of the world. */
export type ServerContexts = (server: Omit<WebServer, 'headers'>) => Promise<SecureContext>

const MOST_CONTEXTS = 2000

/**
 * Creates what makes the TLS settings of servers, and keeps those that were used the last. The dates of certificates are moved by the
 * distance of the world's clock, because clients judge them by the machine's.
 */
export const createServerContexts = ({ live, authority }: Pick<Surroundings, 'live' | 'authority'>): ServerContexts => {
  const contexts = new Map<string, Promise<SecureContext>>()
  return ({ certificate, ...settings }) => {
    const shift = live.distance()
    const moved = {
      ...certificate,
      notBefore: certificate.notBefore + shift,
      notAfter: certificate.notAfter + shift,
    }
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
