import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The certificate bundles of Debian, Fedora, openSUSE and Alpine. */
export const SYSTEM_BUNDLES = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/ssl/cert.pem',
] as const

/** A certificate bundle in a file. It contains the authorities of the system and one more. */
export interface TrustBundle {
  readonly path: string
  /** The environment variables that point OpenSSL, Node, Python's requests and curl to the file. */
  readonly variables: Readonly<Record<string, string>>
  readonly remove: () => void
}

const VARIABLES = ['SSL_CERT_FILE', 'NODE_EXTRA_CA_CERTS', 'REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE'] as const

const makeFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'netbox-'))
  // Makes the folder readable, because the command may run as another user.
  chmodSync(folder, 0o755)
  return folder
}

/** Writes a certificate bundle with the authority of an internet and those of the system, into a new folder or a given one. */
export const writeTrustBundle = (pem: string, folder: string = makeFolder()): TrustBundle => {
  const system = SYSTEM_BUNDLES.find((path) => existsSync(path))
  const path = join(folder, 'authorities.pem')
  writeFileSync(path, `${system === undefined ? '' : readFileSync(system, 'utf8')}${pem}`, { mode: 0o644 })
  return {
    path,
    variables: Object.fromEntries(VARIABLES.map((name) => [name, path])),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
