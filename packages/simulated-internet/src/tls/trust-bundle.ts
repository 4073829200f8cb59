import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { createHash } from 'node:crypto'
import { replaceFile } from '../internet/replace-file.ts'
import { pythonTrust } from './python-trust.ts'

const JKS_MAGIC = 0xfe_ed_fe_ed
const JKS_VERSION = 2
const TRUSTED_CERTIFICATE = 2
const PASSWORD = 'changeit'

const text = (value: string): Buffer => {
  const octets = Buffer.from(value)
  const length = Buffer.alloc(2)
  length.writeUInt16BE(octets.length)
  return Buffer.concat([length, octets])
}

const number = (value: number): Buffer => {
  const octets = Buffer.alloc(4)
  octets.writeUInt32BE(value)
  return octets
}

/** Returns the certificates of a bundle in PEM format as DER. */
const certificatesIn = (pem: string): Buffer[] =>
  [...pem.matchAll(/-----BEGIN CERTIFICATE-----([^-]+)-----END CERTIFICATE-----/g)].map(([, data = '']) =>
    Buffer.from(data, 'base64'),
  )

/**
 * Returns a trust store for Java with the certificates of a bundle, in the format JKS: a header, the certificates, and a digest of them with
 * the usual password and a fixed salt. Java reads it in place of its own file `cacerts`.
 */
const javaTrustStore = (pem: string): Buffer => {
  const certificates = certificatesIn(pem)
  const entries = certificates.flatMap((certificate, index) => [
    number(TRUSTED_CERTIFICATE),
    text(`authority${index}`),
    Buffer.alloc(8), // The date of creation.
    text('X.509'),
    number(certificate.length),
    certificate,
  ])
  const content = Buffer.concat([number(JKS_MAGIC), number(JKS_VERSION), number(certificates.length), ...entries])
  const password = Buffer.from(PASSWORD, 'utf16le').swap16()
  return Buffer.concat([
    content,
    createHash('sha1').update(password).update('Mighty Aphrodite').update(content).digest(),
  ])
}

/** The certificate bundles of Debian, Fedora, openSUSE and Alpine. */
export const SYSTEM_BUNDLES = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/ssl/cert.pem',
] as const

/** The trust stores of Java in Debian and Fedora. */
export const JAVA_STORES = ['/etc/ssl/certs/java/cacerts', '/etc/pki/java/cacerts'] as const

/** A certificate bundle in a file. It contains the authorities of the system and one more. */
export interface TrustBundle {
  readonly path: string
  /** The folder of the file, which `remove` removes. */
  readonly folder: string
  /** The path of the same certificates in the format of Java. */
  readonly javaStore: string
  /** The environment variables that point OpenSSL, Node, Python, curl and the SDKs of AWS to the files. */
  readonly variables: Readonly<Record<string, string>>
  readonly remove: () => void
}

const VARIABLES = [
  'SSL_CERT_FILE',
  'NODE_EXTRA_CA_CERTS',
  'REQUESTS_CA_BUNDLE',
  'CURL_CA_BUNDLE',
  'AWS_CA_BUNDLE',
] as const

/** Makes a temporary folder that every user can read, because the command may run as another user. */
export const makeFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'netbox-'))
  chmodSync(folder, 0o755)
  return folder
}

/** Writes a certificate bundle with the authority of an internet and the system's authorities, into a new folder or a given one. */
export const writeTrustBundle = (pem: string, folder: string = makeFolder()): TrustBundle => {
  const system = SYSTEM_BUNDLES.find((path) => existsSync(path))
  const path = join(folder, 'authorities.pem')
  const certificates = `${system === undefined ? '' : readFileSync(system, 'utf8')}${pem}`
  replaceFile(path, certificates, 0o644)
  const javaStore = join(folder, 'authorities.jks')
  replaceFile(javaStore, javaTrustStore(certificates), 0o644)
  replaceFile(join(folder, 'sitecustomize.py'), pythonTrust(pem), 0o644)
  const pythonPath = [folder, ...(process.env['PYTHONPATH']?.split(delimiter) ?? [])].join(delimiter)
  return {
    path,
    folder,
    javaStore,
    variables: { ...Object.fromEntries(VARIABLES.map((name) => [name, path])), PYTHONPATH: pythonPath },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
