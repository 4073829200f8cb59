import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import {
  AlgorithmIdentifier,
  Certificate,
  Extension,
  Extensions,
  GeneralName,
  id_ce_subjectAltName,
  Name,
  SubjectAlternativeName,
  SubjectPublicKeyInfo,
  TBSCertificate,
  Validity,
  Version,
} from '@peculiar/asn1-x509'

const ECDSA_WITH_SHA256 = '1.2.840.10045.4.3.2'
const ACME_IDENTIFIER = '1.3.6.1.5.5.7.1.31'
const DAY = 86_400_000

/** A certificate with its key, as PEM. */
export interface ChallengeCertificate {
  readonly cert: string
  readonly key: string
}

const pemOf = (der: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${der.toString('base64')}\n-----END CERTIFICATE-----\n`

/** Creates the certificate of a server for a tls-alpn-01 challenge (RFC 8737, section 3), signed by itself. */
export const challengeCertificate = (
  names: readonly string[],
  keyAuthorization: string,
  { isCritical = true }: { readonly isCritical?: boolean } = {},
): ChallengeCertificate => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = new AlgorithmIdentifier({ algorithm: ECDSA_WITH_SHA256 })
  const hash = createHash('sha256').update(keyAuthorization).digest()
  const wrapped = (value: object) => new OctetString(AsnConvert.serialize(value))
  const general = names.map(
    (name) => new GeneralName(/^[\d.]+$|:/.test(name) ? { iPAddress: name } : { dNSName: name }),
  )
  const tbsCertificate = new TBSCertificate({
    version: Version.v3,
    serialNumber: new Uint8Array([1]).buffer,
    signature: algorithm,
    issuer: new Name(),
    validity: new Validity({ notBefore: new Date(Date.now() - DAY), notAfter: new Date(Date.now() + DAY) }),
    subject: new Name(),
    subjectPublicKeyInfo: AsnConvert.parse(publicKey.export({ type: 'spki', format: 'der' }), SubjectPublicKeyInfo),
    extensions: new Extensions([
      new Extension({
        extnID: id_ce_subjectAltName,
        critical: true,
        extnValue: wrapped(new SubjectAlternativeName(general)),
      }),
      new Extension({ extnID: ACME_IDENTIFIER, critical: isCritical, extnValue: wrapped(new OctetString(hash)) }),
    ]),
  })
  const signature = sign('sha256', Buffer.from(AsnConvert.serialize(tbsCertificate)), privateKey)
  const certificate = new Certificate({
    tbsCertificate,
    signatureAlgorithm: algorithm,
    signatureValue: new Uint8Array(signature).buffer,
  })
  return {
    cert: pemOf(Buffer.from(AsnConvert.serialize(certificate))),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}
