import { createSecureContext, type SecureContext } from 'node:tls'
import type { World } from '@netbox/core/dns'
import type { WebServer } from '@netbox/core/web'
import type { Authority } from './authority.ts'
import { tlsSettingsOf } from './tls-settings.ts'

/** Gives the TLS settings with certificate of a server of the world. */
export type ServerContexts = (world: World, server: Omit<WebServer, 'headers'>) => Promise<SecureContext>

const MOST_CONTEXTS = 2000
// A live world is at most a minute behind the clock; another one has a time of its own.
const LIVE_DISTANCE = 120_000
const HOUR = 3_600_000

/**
 * Returns by how much the dates of a world are moved for clients, who judge them by the clock of the machine: not at all where the
 * world follows it.
 */
const createShift = () => {
  let last: { readonly world: World; readonly from: number; readonly shift: number } | undefined
  return (world: World): number => {
    const now = Date.now()
    if (last?.world !== world || now - last.from > HOUR) {
      const distance = now - world.at
      last = { world, from: now, shift: Math.abs(distance) < LIVE_DISTANCE ? 0 : distance }
    }
    return last.shift
  }
}

/** Creates what makes the TLS settings of servers, and keeps those that were used the last. */
export const createServerContexts = (authority: Authority): ServerContexts => {
  const contexts = new Map<string, Promise<SecureContext>>()
  const shiftOf = createShift()
  return (world, { certificate, ...settings }) => {
    const shift = shiftOf(world)
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
