import { generateKeyPairSync, sign } from 'node:crypto'

/** A key and a certificate in PEM, as node:tls accepts them. */
export interface KeyAndCertificate {
  readonly key: string
  readonly cert: string
}

const der = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts)
  const length = content.length
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Uint8Array.from([tag, ...size]), content])
}

const sequence = (...parts: readonly Uint8Array[]): Buffer => der(0x30, ...parts)
const ecdsaWithSha256 = sequence(der(0x06, Buffer.from('2a8648ce3d040302', 'hex')))
const bits = (bytes: Uint8Array): Buffer => der(0x03, Uint8Array.of(0), bytes)
const time = (text: string): Buffer => der(0x17, Buffer.from(text, 'latin1'))

/** Creates a self-signed certificate for a name (RFC 5280, section 4.1), so that the repository contains no key. */
export const throwAwayCertificate = (name: string): KeyAndCertificate => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const commonName = sequence(
    der(0x31, sequence(der(0x06, Buffer.from('550403', 'hex')), der(0x0c, Buffer.from(name)))),
  )
  const body = sequence(
    der(0xa0, der(0x02, Uint8Array.of(2))),
    der(0x02, Uint8Array.of(1)),
    ecdsaWithSha256,
    commonName,
    sequence(time('250101000000Z'), time('491231235959Z')),
    commonName,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const certificate = sequence(body, ecdsaWithSha256, bits(sign('sha256', body, privateKey)))
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? []
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
  }
}
