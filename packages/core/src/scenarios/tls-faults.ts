import { defineFault } from './scenario.ts'

/** The faults of certificates and of TLS. */
export const tlsFaults = [
  defineFault({
    name: 'cert-self-signed',
    group: 'certificates',
    title: 'The certificate is self-signed',
    overrides: { certificate: 'self-signed' },
    lesson:
      'No authority vouches for the server: anyone could have made the certificate. Clients refuse it unless someone turned verification off.',
    findings: {
      'https-test': { 'https-self-signed': 'critical' },
    },
  }),
  defineFault({
    name: 'cert-unknown-root',
    group: 'certificates',
    title: 'The certificate is from an unknown authority',
    overrides: { certificate: 'unknown-root' },
    lesson:
      'The chain ends at a root that no client trusts, as with the authority of a company. Machines that have its root connect, and all others refuse.',
    findings: {
      'https-test': { 'https-unknown-root': 'critical' },
    },
  }),
  defineFault({
    name: 'cert-wrong-name',
    group: 'certificates',
    title: 'The certificate is for another name',
    overrides: { certificate: 'wrong-name' },
    lesson:
      'The server has a certificate for another host, often that of the hosting provider. Clients compare the names (RFC 9525) and refuse.',
    findings: {
      'https-test': { 'https-wrong-name': 'critical' },
    },
  }),
  defineFault({
    name: 'cert-missing-intermediate',
    group: 'certificates',
    title: 'The server omits the intermediate certificate',
    overrides: { certificate: 'missing-intermediate' },
    lesson:
      'Browsers find the missing certificate in a cache or fetch it, but most programs do not. So the site works for the person who tests it and fails for its API clients.',
    findings: {
      'https-test': { 'https-missing-intermediate': 'critical' },
    },
  }),
  defineFault({
    name: 'cert-not-yet-valid',
    group: 'certificates',
    title: 'The certificate is not valid yet',
    overrides: { certificate: 'not-yet-valid' },
    lesson:
      'The validity begins in some days: the certificate was installed too early, or the clock of the issuer or the client is wrong.',
    findings: {
      'https-test': { 'https-not-yet-valid': 'critical' },
    },
  }),
  defineFault({
    name: 'cert-weak-key',
    group: 'certificates',
    title: 'The certificate has a key of 1024 bits',
    overrides: { certificate: 'weak-key' },
    lesson:
      'RSA keys of 1024 bits can be broken. OpenSSL, curl, Node and Python refuse them, but Go and Java accept them, so clients disagree.',
    findings: {
      'https-test': { 'https-weak-key': 'critical' },
    },
  }),
  defineFault({
    name: 'cert-no-san',
    group: 'certificates',
    title: 'The certificate has only a common name',
    overrides: { certificate: 'no-san' },
    lesson:
      'The name of the server is only in the common name, which clients should ignore (RFC 9525). Browsers and Go do, and OpenSSL, curl, Node, Python and Java fall back to it, so clients disagree.',
    findings: {
      'https-test': { 'https-no-san': 'critical' },
    },
  }),
  defineFault({
    name: 'tls-old',
    group: 'certificates',
    title: 'Servers offer only TLS 1.0 and 1.1',
    overrides: { handshake: 'old' },
    lesson:
      'Both versions are deprecated (RFC 8996), and current clients refuse them. Mail servers then deliver in clear text or not at all.',
    findings: {
      'https-test': { 'https-only-old': 'critical' },
      'smtp-test': { 'smtp-tls-old': 'warning' },
    },
  }),
  defineFault({
    name: 'tls-closes',
    group: 'certificates',
    title: 'Servers end the TLS handshake',
    overrides: { handshake: 'closes' },
    lesson:
      'The port is open, but the server ends the connection after the first message of the handshake. Monitoring that only opens the port shows nothing.',
    findings: {
      'https-test': { 'https-tls-closes': 'critical' },
      'header-security': { 'headers-tls-closes': 'critical' },
      'smtp-test': { 'smtp-tls-closes': 'critical' },
    },
  }),
  defineFault({
    name: 'client-cert',
    group: 'certificates',
    title: 'Servers require a client certificate',
    overrides: { handshake: 'client-cert' },
    lesson:
      'The server ends handshakes without a client certificate. With TLS 1.3 the client notices only when it reads the answer.',
    findings: {
      'https-test': { 'https-client-cert': 'critical' },
      'header-security': { 'headers-client-cert': 'critical' },
      'smtp-test': { 'smtp-client-cert': 'critical' },
    },
  }),
  defineFault({
    name: 'starttls-stripped',
    group: 'mail',
    title: 'A device removes STARTTLS on the way',
    overrides: { starttls: 'stripped' },
    lesson:
      'The mail server offers encryption, but a firewall or an attacker on the path removes STARTTLS from its reply. Senders deliver in clear text, unless DANE or MTA-STS tells them to wait.',
    findings: {
      'smtp-test': { 'smtp-starttls-stripped': 'critical' },
    },
  }),
  defineFault({
    name: 'tlsa-mismatch',
    group: 'mail',
    title: 'The TLSA record pins another key',
    overrides: { tlsa: 'mismatch' },
    lesson:
      'The certificate was renewed with a new key, but the TLSA record still has the digest of the old one. Senders that use DANE (RFC 7672) defer all mail, and all others notice nothing.',
    findings: {
      'smtp-test': { 'smtp-tlsa-mismatch': 'critical' },
    },
  }),
  defineFault({
    name: 'sts-mismatch',
    group: 'mail',
    title: 'The MTA-STS policy names other mail servers',
    overrides: { sts: 'mismatch' },
    lesson:
      'The mail servers have moved, but the policy still lists the old ones. Senders that enforce MTA-STS (RFC 8461), such as the large mail providers, defer all mail.',
    findings: {
      'mx-record': { 'mx-sts-mismatch': 'critical' },
      'dns-diagnostic': { 'dns-mail': 'critical' },
    },
  }),
] as const
