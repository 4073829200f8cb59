import { systemClock } from '@netbox/core'
import { createConnector } from '../../src/network/connector.ts'
import type { Session, SessionOptions } from '../../src/smtp/session.ts'
import { openSession } from '../../src/smtp/session.ts'

/** Opens a session with a server on loopback, as `verify.test`, from `bounce@verify.test`. */
export const openTestSession = (
  server: { readonly address: string; readonly port: number },
  options: Partial<SessionOptions> = {},
): Promise<Session> =>
  openSession({
    connector: createConnector({ allow: (address) => address.startsWith('127.') }),
    address: server.address,
    port: server.port,
    serverName: 'mx.b.test',
    helo: 'verify.test',
    mailFrom: 'bounce@verify.test',
    signal: new AbortController().signal,
    clock: systemClock,
    ...options,
  })
