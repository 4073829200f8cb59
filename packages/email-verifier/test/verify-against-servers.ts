import { createConnector, createResolver, createVerifier, type VerifierOptions } from '../src/index.ts'
import { closeAfterTest } from './support/close-after-test.ts'
import { startDns, type Zones } from './support/loopback-dns.ts'
import { startSmtpServer, type SmtpScript } from './support/scripted-smtp-server.ts'

/** The identity of the verifier in tests. */
export const us = { helo: 'probe.netbox.test', mailFrom: 'bounces@netbox.test' }

/** The random name of the catch-all check in tests. */
export const nobody = 'q7nobody'

const isLoopback = (address: string): boolean => address.startsWith('127.') || address === '::1'

/** Starts a nameserver, and creates a verifier that uses it and the mail servers on a port of loopback. */
export const verifierFor = async (zones: Zones, port: number, options: Partial<VerifierOptions> = {}) => {
  const dns = closeAfterTest(await startDns(zones))
  const verifier = createVerifier({
    ...us,
    // No server is silent here; only a busy machine is slow.
    resolver: createResolver({ servers: [dns.server], timeout: 10_000, tries: 1 }),
    connector: createConnector({ allow: isLoopback, connectTimeout: 10_000 }),
    allow: isLoopback,
    port,
    randomLocalPart: () => nobody,
    ...options,
  })
  return { verifier, dns }
}

/** Starts a server for `mail.test` with scripted answers, and a verifier for it. */
export const serverFor = async (script: SmtpScript, options: Partial<VerifierOptions> = {}, more: Zones = {}) => {
  const server = closeAfterTest(await startSmtpServer(script))
  const zones: Zones = {
    'mail.test': { mx: [[10, 'mx.mail.test']] },
    'mx.mail.test': { a: [server.address] },
    ...more,
  }
  return { server, ...(await verifierFor(zones, server.port, options)) }
}

/** Answers RCPT by the path: an unlisted path has no mailbox. */
export const mailboxes =
  (replies: Readonly<Record<string, string>>, otherwise = '550 5.1.1 No such user') =>
  ({ path }: { readonly path: string }): string =>
    replies[path.split('@')[0] ?? ''] ?? otherwise

/** Collects all items of an iteration. */
export const all = async <Item>(items: AsyncIterable<Item>): Promise<Item[]> => {
  const read: Item[] = []
  for await (const item of items) read.push(item)
  return read
}
