import { type FieldPath, WorldDocumentError } from '../errors/document-errors.ts'
import { clip } from '../errors/world-errors.ts'
import { isoTime } from '../foundation/time.ts'
import { timeOf } from '../inputs/inputs.ts'
import {
  described,
  either,
  map,
  object,
  oneOf,
  refined,
  type Shape,
  text,
  trueOrFalse,
  wholeNumber,
} from '../schema/shape.ts'
import { certificateFaultNames } from './certificate-faults.ts'
import { zoneFaultNames } from './zone-faults.ts'

// The fields of documents with which facts begin. A field is one line here: the type of the stated fact, the JSON Schema, the canonical form and
// the errors follow, and the source `document` of a `fact()` reads it. Only the reader of documents loads this file.

// A longer list does not fit into the handshake of most clients.
const MOST_NAMES = 10_000

const portAnswer = (title: string) => oneOf(title, 'open', 'refused', 'silent')

/** Reads the number of a port. */
const portOf = (given: string, path: FieldPath): string => {
  const port = /^\d{1,5}$/.test(given) ? Number(given) : 0
  if (port < 1 || port > 65_535)
    throw new WorldDocumentError(path, `'${clip(given)}' is not a port. Expected 1 to 65535.`)
  return String(port)
}

/** Reads a day or an instant in UTC. Returns the day where its midnight is meant. */
const instantOf = (given: string, path: FieldPath): string => {
  const instant = /^\d{4}-\d{2}-\d{2}(?:T[\d:.]+Z)?$/.test(given) ? timeOf(given) : undefined
  // Some engines parse 30 February as a day in March.
  if (instant === undefined || !isoTime(instant).startsWith(given.slice(0, 10)))
    throw new WorldDocumentError(
      path,
      `'${clip(given)}' is not a date. Write it like 2026-12-01 or 2026-12-01T08:00:00Z.`,
    )
  return isoTime(instant).replace('T00:00:00.000Z', '')
}

const greylist = either(trueOrFalse, object({ wait: text('a time in seconds, such as 2s', 6, /^[1-9]\d{0,4}s$/) }, {}))

/** The fields of the mail server of a host, besides its rules. */
export const smtpFields = {
  state: described('How the mail ports respond.', portAnswer('state of a mail server')),
  dmarc: described(
    'Whether the host refuses mail that fails DMARC if the policy is reject. By default it accepts and reports.',
    oneOf('treatment of mail that fails DMARC', 'enforce', 'report'),
  ),
  greylist: described('Whether the host asks unknown senders to try again later; `wait` is 300s by default.', greylist),
}

const ports: Shape<Readonly<Record<number, 'open' | 'refused' | 'silent'>>> = map(portOf, portAnswer('state of a port'))

/** The fields of a machine, which all hosts at its address share. */
export const machineFields = { ports: described('How TCP ports respond.', ports) }

const lower = (shape: Shape<string>) => refined(shape, (value) => value.trim().toLowerCase())
const PORT = String.raw`(?:[1-9]\d{0,3}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d\d|655[0-2]\d|6553[0-5])`
const self = lower(text('self, or self and a port', 10, new RegExp(`^self(?::${PORT})?$`)))
const ownPort = lower(
  text("a port of your own server, such as ':4009'", 20, new RegExp(`^:${PORT}(?:,tls=(?:pass|h2c))?$`)),
)

/** The fields of one host by its name, whatever machine has its address. */
export const hostFields = {
  certificate: object(
    {},
    {
      expires: described(
        'When the certificate expires: a day, or an instant in UTC.',
        refined(text('a date', 30), instantOf),
      ),
      fault: described(
        'What is wrong with the certificate. `weak-key`: RSA, 1024 bits. `no-san`: only a common name.',
        oneOf('fault of a certificate', ...certificateFaultNames),
      ),
      key: oneOf('kind of key', 'rsa-2048', 'rsa-4096', 'rsa-8192', 'p256', 'p384'),
      signature: described('The hash of the signature.', oneOf('hash of a signature', 'sha256', 'sha384', 'sha512')),
      names: described(
        'The number of names; the others are no hosts.',
        refined(wholeNumber(MOST_NAMES), (count, path) => {
          if (count > 0) return count
          throw new WorldDocumentError(path, 'A certificate has the name of its host, and 9999 others at most.')
        }),
      ),
    },
  ),
  servedBy: described(
    'Your own server, in the network of the command of `netbox serve`: `self`, `self:8080` if port 80 leads to port 8080, or the port for each port: `{ 443: ":4009" }`.',
    either(self, map(portOf, ownPort)),
  ),
  tls: described(
    'How TLS handshakes end: with TLS 1.1 at most, after the ClientHello, or without a client certificate.',
    oneOf('state of TLS', 'old', 'closes', 'client-cert-required'),
  ),
}

/** The fields of a zone, besides its records. */
export const zoneFields = {
  dns: described(
    'The answer for the name and all names below it. A registered domain with `nxdomain` is on hold (`clientHold`) in WHOIS.',
    oneOf('state of a name', 'nxdomain', 'servfail', 'silent'),
  ),
  dnssec: described(
    'Whether the zone is signed, whether its signatures are valid, or what is wrong with them. All but `insecure` need a parent that is secure.',
    oneOf('state of DNSSEC', 'secure', 'insecure', 'bogus', ...zoneFaultNames),
  ),
}
