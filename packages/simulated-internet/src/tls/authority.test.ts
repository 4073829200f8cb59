import { X509Certificate } from 'node:crypto'
import { createSecureContext } from 'node:tls'
import { describe, expect, it } from 'vitest'
import { createAuthority } from './authority.ts'

const DAY = 86_400_000
const certificate = {
  names: ['www.shop.example'],
  issuer: 'Quayside CA',
  notBefore: Date.UTC(2026, 0, 1),
  notAfter: Date.UTC(2026, 3, 1),
}

const chainOf = (pem: string): X509Certificate[] =>
  pem.split(/(?<=-----END CERTIFICATE-----\n)/).map((part) => new X509Certificate(part))

describe('the authority of a run', () => {
  const authority = createAuthority()
  const root = new X509Certificate(authority.pem)

  it('certifies the issuer of the world, who signs the certificate of the server', async () => {
    const { cert, key } = await authority.issue(certificate)
    const [leaf, issuer] = chainOf(cert)
    expect(leaf?.issuer).toBe('O=Quayside CA\nCN=Quayside CA')
    expect(leaf?.subjectAltName).toBe('DNS:www.shop.example')
    expect(leaf?.checkHost('www.shop.example')).toBe('www.shop.example')
    expect(leaf?.validFromDate).toEqual(new Date(certificate.notBefore))
    expect(leaf?.validToDate).toEqual(new Date(certificate.notAfter))
    expect([leaf?.ca, issuer?.ca, root.ca]).toEqual([false, true, true])
    expect(issuer !== undefined && leaf?.verify(issuer.publicKey)).toBe(true)
    expect([leaf, issuer].map((one, index) => one?.checkIssued(index === 0 && issuer ? issuer : root))).toEqual([
      true,
      true,
    ])
    expect(issuer?.verify(root.publicKey)).toBe(true)
    expect(leaf?.checkPrivateKey(key)).toBe(true)
    expect(() => createSecureContext({ cert, key: key.export({ type: 'pkcs8', format: 'pem' }) })).not.toThrow()
  })

  it('keeps a name that is too long for a subject among the alternative names', async () => {
    const name = `${'a'.repeat(60)}.shop.example`
    const [leaf] = chainOf((await authority.issue({ ...certificate, names: [name] })).cert)
    expect(leaf?.subject).toBeFalsy()
    expect(leaf?.checkHost(name)).toBe(name)
  })

  it('outlives the certificates of any world in use', () => {
    expect(root.validFromDate.getTime()).toBeLessThan(Date.now() - 365 * DAY)
    expect(root.validToDate.getTime()).toBeGreaterThan(Date.now() + 365 * DAY)
  })

  it('differs in each run', () => {
    expect(new X509Certificate(createAuthority().pem).fingerprint256).not.toBe(root.fingerprint256)
  })
})
