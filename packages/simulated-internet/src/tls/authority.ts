import {
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  generateKeyPairSync,
  type KeyObject,
  createHash,
  randomBytes,
  sign,
  X509Certificate,
} from 'node:crypto'
import { isIP } from 'node:net'
import { promisify } from 'node:util'
import type { Certificate } from '@netbox/core/web'
import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import {
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  AttributeValue,
  AuthorityKeyIdentifier,
  BasicConstraints,
  Certificate as SignedCertificate,
  ExtendedKeyUsage,
  Extension,
  Extensions,
  GeneralName,
  id_ce_authorityKeyIdentifier,
  id_ce_basicConstraints,
  id_ce_extKeyUsage,
  id_ce_keyUsage,
  id_ce_subjectAltName,
  id_ce_subjectKeyIdentifier,
  id_kp_serverAuth,
  KeyIdentifier,
  KeyUsage,
  KeyUsageFlags,
  Name,
  RelativeDistinguishedName,
  SubjectAlternativeName,
  SubjectKeyIdentifier,
  SubjectPublicKeyInfo,
  TBSCertificate,
  Validity,
  Version,
} from '@peculiar/asn1-x509'
import { DAY } from '@netbox/core'

/** A name in a certificate: its organization, if it has one, and its common name. */
interface DistinguishedName {
  readonly organization?: string
  readonly commonName: string
}

/** A certificate to sign. */
interface CertificateRequest {
  readonly subject: DistinguishedName
  readonly publicKey: KeyObject
  /** Epoch milliseconds. */
  readonly notBefore: number
  readonly notAfter: number
  /** The names of a server, which may be in its common name only; undefined for an authority. */
  readonly names?: readonly string[]
  readonly hasOnlyCommonName?: boolean
  /** The hash of the signature; by default SHA-256. */
  readonly hash?: keyof typeof algorithms
  /** The serial number in at most 16 octets; by default a random one. */
  readonly serial?: Buffer
}

/** The issuer: an authority with a P-256 key, or a server that signs its own certificate with an RSA key. */
interface Signer {
  readonly subject: DistinguishedName
  readonly publicKey: KeyObject
  readonly privateKey: KeyObject
}

const COMMON_NAME = '2.5.4.3'
const ORGANIZATION = '2.5.4.10'
/** The algorithms of signatures with ECDSA and with RSA, by their hash (RFC 5758, RFC 4055). */
const algorithms = {
  sha256: { ec: '1.2.840.10045.4.3.2', rsa: '1.2.840.113549.1.1.11' },
  sha384: { ec: '1.2.840.10045.4.3.3', rsa: '1.2.840.113549.1.1.12' },
  sha512: { ec: '1.2.840.10045.4.3.4', rsa: '1.2.840.113549.1.1.13' },
} as const
// The longest common name (RFC 5280, appendix A.1).
const LONGEST_COMMON_NAME = 64

const attribute = (type: string, value: string): RelativeDistinguishedName =>
  new RelativeDistinguishedName([new AttributeTypeAndValue({ type, value: new AttributeValue({ utf8String: value }) })])

const nameOf = ({ organization, commonName }: DistinguishedName): Name =>
  new Name([
    ...(organization === undefined ? [] : [attribute(ORGANIZATION, organization)]),
    // A server name that is too long for a common name is only in the alternative names.
    ...(commonName.length > LONGEST_COMMON_NAME ? [] : [attribute(COMMON_NAME, commonName)]),
  ])

const octetsOf = (key: KeyObject): Buffer => key.export({ type: 'spki', format: 'der' })

const identifierOf = (key: KeyObject): Buffer => createHash('sha1').update(octetsOf(key)).digest()

const extension = (extnID: string, value: object, critical = false): Extension =>
  new Extension({ extnID, critical, extnValue: new OctetString(AsnConvert.serialize(value)) })

const alternativeNames = (names: readonly string[]): Extension =>
  extension(
    id_ce_subjectAltName,
    new SubjectAlternativeName(
      names.map((name) => new GeneralName(isIP(name) === 0 ? { dNSName: name } : { iPAddress: name })),
    ),
    // If the subject is empty, the extension must be critical (RFC 5280, section 4.2.1.6).
    (names[0]?.length ?? 0) > LONGEST_COMMON_NAME,
  )

const extensionsOf = (
  { names, publicKey, hasOnlyCommonName = false }: CertificateRequest,
  { publicKey: signer }: Signer,
): Extensions =>
  new Extensions([
    extension(id_ce_basicConstraints, new BasicConstraints({ cA: names === undefined }), true),
    extension(
      id_ce_keyUsage,
      new KeyUsage(
        names === undefined
          ? KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign
          : publicKey.asymmetricKeyType === 'rsa'
            ? KeyUsageFlags.digitalSignature | KeyUsageFlags.keyEncipherment
            : KeyUsageFlags.digitalSignature,
      ),
      true,
    ),
    extension(id_ce_subjectKeyIdentifier, new SubjectKeyIdentifier(identifierOf(publicKey))),
    extension(
      id_ce_authorityKeyIdentifier,
      new AuthorityKeyIdentifier({ keyIdentifier: new KeyIdentifier(identifierOf(signer)) }),
    ),
    ...(names === undefined
      ? []
      : [
          extension(id_ce_extKeyUsage, new ExtendedKeyUsage([id_kp_serverAuth])),
          ...(hasOnlyCommonName ? [] : [alternativeNames(names)]),
        ]),
  ])

// The algorithm identifier of an RSA signature has the parameters NULL (RFC 4055, section 5).
const NO_PARAMETERS = new Uint8Array([5, 0]).buffer

/** Signs a certificate (RFC 5280) and returns it as PEM. */
const signCertificate = (request: CertificateRequest, signer: Signer): string => {
  const isRsa = signer.privateKey.asymmetricKeyType === 'rsa'
  const { hash = 'sha256' } = request
  const algorithm = new AlgorithmIdentifier(
    isRsa ? { algorithm: algorithms[hash].rsa, parameters: NO_PARAMETERS } : { algorithm: algorithms[hash].ec },
  )
  // Makes the number positive and 16 octets long, without leading zeros.
  const serialNumber = Buffer.from(request.serial ?? randomBytes(16))
  serialNumber[0] = ((serialNumber[0] ?? 0) & 0x3f) | 0x40
  const tbsCertificate = new TBSCertificate({
    version: Version.v3,
    serialNumber: new Uint8Array(serialNumber).buffer,
    signature: algorithm,
    issuer: nameOf(signer.subject),
    validity: new Validity({ notBefore: new Date(request.notBefore), notAfter: new Date(request.notAfter) }),
    subject: nameOf(request.subject),
    subjectPublicKeyInfo: AsnConvert.parse(octetsOf(request.publicKey), SubjectPublicKeyInfo),
    extensions: extensionsOf(request, signer),
  })
  const signed = Buffer.from(AsnConvert.serialize(tbsCertificate))
  const certificate = new SignedCertificate({
    tbsCertificate,
    signatureAlgorithm: algorithm,
    signatureValue: new Uint8Array(sign(hash, signed, signer.privateKey)).buffer,
  })
  return new X509Certificate(Buffer.from(AsnConvert.serialize(certificate))).toString()
}

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
  /** Issues a certificate for the key of a request, with a given serial number. Real clients accept it like certificates of servers. */
  readonly certify: (request: CertifiedRequest) => CertifiedKey
}

/** A certificate for a key that the authority doesn't have. */
interface CertifiedRequest extends Pick<Certificate, 'names' | 'issuer' | 'notBefore' | 'notAfter'> {
  readonly publicKey: KeyObject
  readonly serial: Buffer
}

/** A certificate with its chain, as PEM. */
interface CertifiedKey {
  readonly leaf: string
  readonly intermediate: string
  /** The identifier of the issuer's key, as in the certificate. */
  readonly issuerKey: Buffer
}

const YEAR = 365 * DAY
// Servers of the world use only RSA cipher suites. All servers share one key, because creating a key takes a tenth of a second.
const LEAF_BITS = 2048
const WEAK_BITS = 1024

const createSigner = (subject: Signer['subject']): Signer => ({
  subject,
  ...generateKeyPairSync('ec', { namedCurve: 'P-256' }),
})

const keysOf = (pem: string) => {
  const privateKey = createPrivateKey(pem)
  return { privateKey, publicKey: createPublicKey(privateKey) }
}

/** Returns a key of a kind that few servers have. */
const keysOfKind = async (kind: Exclude<NonNullable<Certificate['key']>, 'rsa-2048'>) => {
  if (kind === 'p256' || kind === 'p384')
    return generateKeyPairSync('ec', { namedCurve: kind === 'p256' ? 'P-256' : 'P-384' })
  // Creating a long key takes up to a minute, so these come from a public pool.
  const { longKeys } = await import('./long-keys.ts')
  return keysOf(longKeys[kind])
}

/** Returns names that no host has. They are short, because OpenSSL reads at most 100 kB of certificates in a handshake. */
const otherNames = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${index.toString(36)}.test`)

/** Creates an authority with new keys. Its certificates are valid from ten years ago to ten years from now. */
export const createAuthority = (): Authority => {
  const now = Date.now()
  const life = { notBefore: now - 10 * YEAR, notAfter: now + 10 * YEAR }
  const root = createSigner({ organization: 'netbox', commonName: 'Root of a simulated internet' })
  const leafKeys = promisify(generateKeyPair)('rsa', { modulusLength: LEAF_BITS })
  // Prevents an unhandled rejection. `issue` reports the error.
  leafKeys.catch(() => undefined)
  // No client has this root in its bundle.
  const unknownRoot = createSigner({ organization: 'Unknown', commonName: 'Unknown root' })
  const issuers = new Map<string, { readonly signer: Signer; readonly pem: string }>()
  const issuerNamed = (name: string, above: Signer) => {
    const id = `${above.subject.commonName} ${name}`
    const known = issuers.get(id)
    if (known !== undefined) return known
    const signer = createSigner({ organization: name, commonName: name })
    const issuer = { signer, pem: signCertificate({ ...signer, ...life }, above) }
    issuers.set(id, issuer)
    return issuer
  }
  const weak: { keys?: Pick<Signer, 'publicKey' | 'privateKey'> } = {}
  const made = new Map<string, Pick<Signer, 'publicKey' | 'privateKey'>>()
  const keysFor = async ({ bits, key: kind = 'rsa-2048' }: Certificate, key: string | undefined) => {
    if (key !== undefined) return keysOf(key)
    if (bits === WEAK_BITS) return (weak.keys ??= generateKeyPairSync('rsa', { modulusLength: WEAK_BITS }))
    if (kind === 'rsa-2048') return leafKeys
    const keys = made.get(kind) ?? (await keysOfKind(kind))
    made.set(kind, keys)
    return keys
  }
  return {
    pem: signCertificate({ ...root, ...life }, root),
    issue: async (certificate, key) => {
      const {
        names,
        issuer,
        notBefore,
        notAfter,
        signedBy,
        hasOnlyCommonName = false,
        signature,
        nameCount = 1,
      } = certificate
      const { publicKey, privateKey } = await keysFor(certificate, key)
      const [commonName = ''] = names
      const subject = { commonName }
      const all = [...names, ...otherNames(nameCount - 1)]
      const shown = { subject, publicKey, notBefore, notAfter, hasOnlyCommonName, names: all }
      const request = signature === undefined ? shown : { ...shown, hash: signature }
      if (signedBy === 'itself')
        return { cert: signCertificate(request, { subject, publicKey, privateKey }), key: privateKey }
      const { signer, pem } = issuerNamed(issuer, signedBy === 'unknown-root' ? unknownRoot : root)
      const leaf = signCertificate(request, signer)
      return { cert: certificate.omitsIntermediate === true ? leaf : leaf + pem, key: privateKey }
    },
    certify: ({ names, issuer, ...request }) => {
      const [commonName = ''] = names
      const { signer, pem } = issuerNamed(issuer, root)
      const leaf = signCertificate({ ...request, names, subject: { commonName } }, signer)
      return { leaf, intermediate: pem, issuerKey: identifierOf(signer.publicKey) }
    },
  }
}
