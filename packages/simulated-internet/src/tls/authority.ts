import { createPrivateKey, createPublicKey, generateKeyPair, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import type { Certificate } from '@netbox/core/web'
import { signCertificate, type Signer } from './x509.ts'

/** A certificate with its chain and its key, as `createSecureContext` expects them. */
export interface ServerIdentity {
  readonly cert: string
  readonly key: KeyObject
}

/**
 * The certificate authority of one simulated internet. Its key is only in memory. So a program that trusts the authority trusts only this
 * internet's servers.
 */
export interface Authority {
  /** The root certificate. */
  readonly pem: string
  /**
   * Issues a certificate of the world that real clients accept. Its issuer signs it, and the root certifies the issuer. `key` is the
   * certificate's private key in PEM format. By default, the authority uses one that it created.
   */
  readonly issue: (certificate: Certificate, key?: string) => Promise<ServerIdentity>
}

const YEAR = 365 * 86_400_000
// Servers of the world use only RSA cipher suites. All servers share one key, because creating a key takes a tenth of a second.
const LEAF_BITS = 2048

const createSigner = (subject: Signer['subject']): Signer => ({
  subject,
  ...generateKeyPairSync('ec', { namedCurve: 'P-256' }),
})

const keysOf = (pem: string) => {
  const privateKey = createPrivateKey(pem)
  return { privateKey, publicKey: createPublicKey(privateKey) }
}

/** Creates an authority with new keys. Its certificates are valid from ten years ago to ten years from now. */
export const createAuthority = (): Authority => {
  const now = Date.now()
  const life = { notBefore: now - 10 * YEAR, notAfter: now + 10 * YEAR }
  const root = createSigner({ organization: 'netbox', commonName: 'Root of a simulated internet' })
  const leafKeys = promisify(generateKeyPair)('rsa', { modulusLength: LEAF_BITS })
  // Prevents an unhandled rejection. `issue` reports the error.
  leafKeys.catch(() => undefined)
  const issuers = new Map<string, { readonly signer: Signer; readonly pem: string }>()
  const issuerNamed = (name: string) => {
    const known = issuers.get(name)
    if (known !== undefined) return known
    const signer = createSigner({ organization: name, commonName: name })
    const issuer = { signer, pem: signCertificate({ ...signer, ...life }, root) }
    issuers.set(name, issuer)
    return issuer
  }
  return {
    pem: signCertificate({ ...root, ...life }, root),
    issue: async ({ names, issuer, notBefore, notAfter }, key) => {
      const { signer, pem } = issuerNamed(issuer)
      const { publicKey, privateKey } = key === undefined ? await leafKeys : keysOf(key)
      const [commonName = ''] = names
      const leaf = signCertificate({ subject: { commonName }, publicKey, notBefore, notAfter, names }, signer)
      return { cert: leaf + pem, key: privateKey }
    },
  }
}
