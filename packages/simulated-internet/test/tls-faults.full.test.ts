import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeTo, obstacle, shareNamespace } from './support/namespaces.ts'
import { hasPrograms } from './support/programs.ts'

/*
 * Real TLS clients meet the faults of certificates and handshakes: over HTTPS (openssl, curl, Go, Node, Python, Java, GnuTLS), SMTPS and STARTTLS
 * (openssl). They disagree about weak keys and about certificates without alternative names.
 */

const buildScript = fileURLToPath(new URL('support/build-tls-clients.sh', import.meta.url))
const script = fileURLToPath(new URL('support/tls-clients.sh', import.meta.url))
const clients = mkdtempSync(join(tmpdir(), 'netbox-'))
afterAll(() => rmSync(clients, { recursive: true }))

const CLIENTS = ['openssl', 'smtps', 'starttls', 'curl', 'go', 'node', 'python3', 'java', 'gnutls'] as const

/** The clients that accept the servers in each scenario. */
const ACCEPTED: Readonly<Record<string, readonly string[]>> = {
  healthy: CLIENTS,
  'cert-self-signed:office.example': CLIENTS,
  'cert-self-signed': [],
  'cert-unknown-root': [],
  'cert-wrong-name': [],
  'cert-missing-intermediate': [],
  'cert-not-yet-valid': [],
  'cert-expired': [],
  'cert-weak-key': ['go', 'java', 'gnutls'],
  'cert-no-san': CLIENTS.filter((client) => client !== 'go'),
  'tls-old': ['gnutls'],
  'tls-closes': [],
  'client-cert-required': [],
}

const shell = shareNamespace()

const acceptedIn = async (scenario: string): Promise<string[]> => {
  const output = await shell(`${changeTo(scenario)} && bash ${script} ${clients}`)
  const outcomes = [...output.matchAll(/^(\w+) (accepts|refuses)$/gm)]
  expect(
    outcomes.map(([, client]) => client),
    output,
  ).toEqual(CLIENTS)
  return outcomes.flatMap(([, client = '', outcome]) => (outcome === 'accepts' ? [client] : []))
}

describe.skipIf(
  obstacle !== undefined ||
    !hasPrograms(['openssl', 'curl', 'go', 'python3', 'java', 'keytool', 'nft', 'gnutls-cli'], 'web'),
)('TLS clients', { timeout: 120_000 }, () => {
  beforeAll(async () => promisify(execFile)('bash', [buildScript, clients]))

  it.each(Object.entries(ACCEPTED))('accept the servers as expected in %s', async (scenario, accepted) => {
    expect(await acceptedIn(scenario)).toEqual(accepted)
  })
})
