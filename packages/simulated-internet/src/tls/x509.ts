import { createHash, type KeyObject, randomBytes, sign, X509Certificate } from 'node:crypto'
import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import {
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  AttributeValue,
  AuthorityKeyIdentifier,
  BasicConstraints,
  Certificate,
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

/** A name in a certificate: its organization, if it has one, and its common name. */
export interface DistinguishedName {
  readonly organization?: string
  readonly commonName: string
}

/** A certificate to sign. */
export interface CertificateRequest {
  readonly subject: DistinguishedName
  readonly publicKey: KeyObject
  /** Epoch milliseconds. */
  readonly notBefore: number
  readonly notAfter: number
  /** The names of a server; undefined for an authority. */
  readonly names?: readonly string[]
}

/** The issuer: an authority with a P-256 key. */
export interface Signer {
  readonly subject: DistinguishedName
  readonly publicKey: KeyObject
  readonly privateKey: KeyObject
}

const COMMON_NAME = '2.5.4.3'
const ORGANIZATION = '2.5.4.10'
const ECDSA_WITH_SHA256 = '1.2.840.10045.4.3.2'
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

const extensionsOf = ({ names, publicKey }: CertificateRequest, { publicKey: signer }: Signer): Extensions =>
  new Extensions([
    extension(id_ce_basicConstraints, new BasicConstraints({ cA: names === undefined }), true),
    extension(
      id_ce_keyUsage,
      new KeyUsage(
        names === undefined
          ? KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign
          : KeyUsageFlags.digitalSignature | KeyUsageFlags.keyEncipherment,
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
          extension(
            id_ce_subjectAltName,
            new SubjectAlternativeName(names.map((dNSName) => new GeneralName({ dNSName }))),
            // If the subject is empty, the extension must be critical (RFC 5280, section 4.2.1.6).
            (names[0]?.length ?? 0) > LONGEST_COMMON_NAME,
          ),
        ]),
  ])

/** Signs a certificate (RFC 5280) and returns it as PEM. */
export const signCertificate = (request: CertificateRequest, signer: Signer): string => {
  const algorithm = new AlgorithmIdentifier({ algorithm: ECDSA_WITH_SHA256 })
  // Makes the number positive and 16 octets long, without leading zeros.
  const serialNumber = randomBytes(16)
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
  const certificate = new Certificate({
    tbsCertificate,
    signatureAlgorithm: algorithm,
    signatureValue: new Uint8Array(sign('sha256', signed, signer.privateKey)).buffer,
  })
  return new X509Certificate(Buffer.from(AsnConvert.serialize(certificate))).toString()
}
