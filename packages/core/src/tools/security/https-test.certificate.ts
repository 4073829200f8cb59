import type { CertificateFault } from '../../world/certificate-faults.ts'

/** The words of a report about a faulty certificate. */
interface Words {
  /** The fault in a sentence. `other` is the name in the certificate. */
  readonly title: (domain: string, other: string) => string
  /** The fault without names, for a verdict of two lines; by default, the title. */
  readonly short?: string
  /** The effect on clients. */
  readonly detail: string
  readonly advice: (domain: string, other: string) => string
}

const INSTALL_CHAIN =
  'Configure the whole chain: the certificate, then the intermediate (ssl_certificate fullchain.pem in nginx).'

/** The words for each fault of a certificate apart from its end. */
export const CERTIFICATE_FAULTS: Readonly<Record<CertificateFault, Words>> = {
  'self-signed': {
    title: () => 'The certificate is self-signed',
    detail:
      'No authority vouches for it, so browsers stop every visitor, and programs refuse unless they skip verification.',
    advice: (domain) =>
      `Get a certificate for ${domain} from an authority, by ACME (RFC 8555), and install it with its chain.`,
  },
  'unknown-root': {
    title: () => 'The certificate is from an authority that clients do not trust',
    detail: 'Its chain ends at a root that is in no trust store, so only machines with that root accept it.',
    advice: (domain) => `Get a certificate for ${domain} from a public authority, or install the root on every client.`,
  },
  'wrong-name': {
    title: (domain, other) => `The certificate is for ${other}, not for ${domain}`,
    short: 'The certificate is for another name',
    detail:
      'Clients compare the names (RFC 9525) and refuse. Often the server has no host with this name, and its default one answers.',
    advice: (domain) => `Add ${domain} to the web server with a certificate of its own, and reload the server.`,
  },
  'missing-intermediate': {
    title: () => 'The server does not send the intermediate certificate',
    detail:
      'Browsers may have it in a cache, but OpenSSL, curl, Node, Python, Go and Java can build no chain and refuse.',
    advice: () => INSTALL_CHAIN,
  },
  'not-yet-valid': {
    title: () => 'The certificate is not valid yet',
    detail: 'Clients refuse a certificate before the start of its validity (RFC 5280, section 4.1.2).',
    advice: () =>
      'Install the earlier certificate until then, and check the clock of the machine that requested the new one.',
  },
  'weak-key': {
    title: () => 'The key of the certificate has only 1024 bits',
    detail: 'Such keys can be broken. Browsers, OpenSSL, curl, Node and Python refuse them; Go and Java accept them.',
    advice: (domain) =>
      `Create a key of 2048 bits or on the curve P-256 for ${domain}, and request a new certificate with it.`,
  },
  'no-san': {
    title: () => 'The certificate has no alternative names',
    detail:
      'Browsers and Go ignore the common name (RFC 9525, section 6.3) and refuse. OpenSSL, curl, Node, Python and Java fall back to it.',
    advice: (domain) => `Request a certificate with ${domain} as a subject alternative name.`,
  },
}
