import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type ConnectionOptions } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailServersOf, placeOf } from '../../test/support/mail-places.ts'
import { hasPrograms, outputOf } from '../../test/support/programs.ts'
import { type Internet, startInternet } from '../index.ts'
import { createAuthority } from './authority.ts'
import { otherCertificate } from './server-contexts.ts'

const VERSIONS = ['TLSv1.3', 'TLSv1.2'] as const

describe('servers that require a client certificate', () => {
  let internet: Internet
  let client: { readonly cert: string; readonly key: string }
  let places: { readonly host: string; readonly port: number }[]

  beforeAll(async () => {
    internet = await startInternet({ seed: 'k3f9', scenario: 'client-cert-required' })
    const { cert, key } = await createAuthority().issue(otherCertificate(internet.world, ['client.example']))
    client = { cert, key: key.export({ type: 'pkcs8', format: 'pem' }).toString() }
    const [exchange = ''] = mailServersOf(internet, 'mail.example')
    const web = internet.endpoints.find(({ protocol }) => protocol === 'https')
    const { host, port } = await placeOf(internet, exchange, 465)
    places = [
      { host: '127.0.0.1', port: web?.port ?? 0 },
      { host, port },
    ]
  })
  afterAll(async () => internet.close())

  /** Returns the code of the error that ends a connection, which TLS 1.3 sends after the handshake. */
  const failureOf = async (options: ConnectionOptions): Promise<unknown> => {
    const socket = connect({ servername: 'mail.example', rejectUnauthorized: false, ...options }).resume()
    const [error] = await once(socket, 'error').catch((failure: unknown) => [failure])
    return error instanceof Error && 'code' in error ? error.code : error
  }

  it.each(VERSIONS)('end the handshakes of web and mail clients without a trusted one: %s', async (version) => {
    const missing =
      version === 'TLSv1.3' ? 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED' : 'ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE'
    for (const place of places) {
      const options = { ...place, minVersion: version, maxVersion: version }
      expect(await failureOf(options)).toBe(missing)
      expect(await failureOf({ ...options, ...client })).toBe('ERR_SSL_TLSV1_ALERT_UNKNOWN_CA')
    }
    expect(internet.requests.map(({ answer }) => answer).slice(-2)).toEqual([
      'handshake failed: peer did not return a certificate',
      'handshake failed: certificate verify failed',
    ])
  })

  it.skipIf(!hasPrograms(['openssl'], 'web'))('send openssl the alert of OpenSSL servers', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'netbox-'))
    try {
      writeFileSync(join(folder, 'client.crt'), client.cert)
      writeFileSync(join(folder, 'client.key'), client.key)
      const identity = ['-cert', join(folder, 'client.crt'), '-key', join(folder, 'client.key')]
      for (const { host, port } of places)
        for (const version of ['-tls1_3', '-tls1_2']) {
          const given = ['s_client', '-connect', `${host}:${port}`, '-servername', 'mail.example', version, ...identity]
          await expect(outputOf('openssl', given)).rejects.toThrow('alert unknown ca')
        }
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
