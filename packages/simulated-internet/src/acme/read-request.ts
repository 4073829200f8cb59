import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { isIP } from 'node:net'
import { AsnConvert } from '@peculiar/asn1-schema'
import { Extensions, id_ce_subjectAltName, Name, SubjectAlternativeName } from '@peculiar/asn1-x509'
import { BitString, Constructed, fromBER, ObjectIdentifier, Sequence, Set as Asn1Set } from 'asn1js'
import { AcmeProblem } from './problem.ts'

/** A request for a certificate (PKCS #10). */
export interface CertificateSigningRequest {
  /** The names and addresses of the request, in lower case. */
  readonly names: readonly string[]
  readonly publicKey: KeyObject
}

// The type of the attribute with the extensions that the certificate should have (RFC 2985, section 5.4.2).
const EXTENSION_REQUEST = '1.2.840.113549.1.9.14'
const COMMON_NAME = '2.5.4.3'
const SMALLEST_RSA = 2048
const CURVES: ReadonlySet<string | undefined> = new Set(['prime256v1', 'secp384r1'])
/** The hashes of signatures, by their algorithm: RSA with PKCS #1, and ECDSA. */
const HASHES: Readonly<Record<string, string>> = {
  '1.2.840.113549.1.1.11': 'sha256',
  '1.2.840.113549.1.1.12': 'sha384',
  '1.2.840.113549.1.1.13': 'sha512',
  '1.2.840.10045.4.3.2': 'sha256',
  '1.2.840.10045.4.3.3': 'sha384',
  '1.2.840.10045.4.3.4': 'sha512',
}

const bad = (detail: string): AcmeProblem => new AcmeProblem('badCSR', detail)

const sequence = (value: unknown): Sequence => {
  if (value instanceof Sequence) return value
  throw bad('The CSR is not a certification request (RFC 2986).')
}

/** Returns the alternative names in the attributes of a request. */
const alternativeNames = (attributes: unknown): string[] => {
  if (!(attributes instanceof Constructed)) return []
  for (const attribute of attributes.valueBlock.value) {
    const [type, values] = sequence(attribute).valueBlock.value
    if (!(type instanceof ObjectIdentifier) || type.valueBlock.toString() !== EXTENSION_REQUEST) continue
    const [requested] = values instanceof Asn1Set ? values.valueBlock.value : []
    if (requested === undefined) continue
    const extension = AsnConvert.parse(requested.toBER(), Extensions).find(
      ({ extnID }) => extnID === id_ce_subjectAltName,
    )
    if (extension === undefined) return []
    const names = AsnConvert.parse(extension.extnValue.buffer, SubjectAlternativeName)
    return [...names].map(({ dNSName, iPAddress }) => {
      const name = dNSName ?? iPAddress
      if (name === undefined) throw bad('The CSR has a name that is neither a DNS name nor an address.')
      return name
    })
  }
  return []
}

const commonNames = (subject: ArrayBuffer): string[] =>
  [...AsnConvert.parse(subject, Name)].flatMap((part) =>
    [...part].flatMap(({ type, value }) => (type === COMMON_NAME ? [value.toString()] : [])),
  )

const checkKey = (key: KeyObject): void => {
  const { modulusLength = 0, namedCurve } = key.asymmetricKeyDetails ?? {}
  const isGood = key.asymmetricKeyType === 'rsa' ? modulusLength >= SMALLEST_RSA : CURVES.has(namedCurve)
  if (!isGood) throw bad('The key of the CSR must be RSA with 2048 bits or more, P-256 or P-384.')
}

const parse = (octets: Buffer): CertificateSigningRequest => {
  const { offset, result } = fromBER(new Uint8Array(octets))
  if (offset !== octets.length) throw bad('The CSR is not DER.')
  const [info, algorithm, signature] = sequence(result).valueBlock.value
  const [, subject, key, attributes] = sequence(info).valueBlock.value
  const [signedWith] = sequence(algorithm).valueBlock.value
  if (!(signature instanceof BitString) || !(signedWith instanceof ObjectIdentifier))
    throw bad('The CSR is not signed.')
  const publicKey = createPublicKey({ key: Buffer.from(sequence(key).toBER()), format: 'der', type: 'spki' })
  checkKey(publicKey)
  const hash = HASHES[signedWith.valueBlock.toString()]
  const signed = sequence(info).valueBeforeDecodeView
  if (hash === undefined || !verify(hash, signed, publicKey, signature.valueBlock.valueHexView))
    throw bad('The signature of the CSR is wrong, or its algorithm is unknown.')
  const names = [...alternativeNames(attributes), ...commonNames(sequence(subject).toBER())]
  // A name that is empty or no host is in the subject for people.
  const hosts = names
    .map((name) => name.toLowerCase())
    .filter((name) => isIP(name) !== 0 || /^[\w*-]+(?:\.[\w-]+)+$/.test(name))
  return { names: [...new Set(hosts)], publicKey }
}

/** Reads a certification request in DER and verifies its signature (RFC 2986). */
export const readSigningRequest = (octets: Buffer): CertificateSigningRequest => {
  try {
    return parse(octets)
  } catch (error) {
    throw error instanceof AcmeProblem ? error : bad('The CSR is not a certification request (RFC 2986).')
  }
}
