import { type CertificateFault, certificateFaultNames, certificateFaults } from '../world/certificate-faults.ts'
import { defineFault, type Scenario } from './scenario.ts'

const certificateScenario = (fault: CertificateFault): Scenario<`cert-${CertificateFault}`> => {
  const { title, lesson } = certificateFaults[fault]
  return defineFault({
    name: `cert-${fault}`,
    group: 'certificates',
    title,
    changes: { certificate: fault },
    lesson,
    findings: { 'https-test': { [`https-${fault}`]: 'critical' } },
  })
}

/** The faults of certificates and of TLS. */
export const tlsFaults = [
  ...certificateFaultNames.map(certificateScenario),
  defineFault({
    name: 'tls-old',
    group: 'certificates',
    title: 'Servers offer only TLS 1.0 and 1.1',
    changes: { handshake: 'old' },
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
    changes: { handshake: 'closes' },
    lesson:
      'The port is open, but the server ends the connection after the ClientHello. A check of the port shows nothing.',
    findings: {
      'https-test': { 'https-tls-closes': 'critical' },
      'header-security': { 'headers-tls-closes': 'critical' },
      'smtp-test': { 'smtp-tls-closes': 'critical' },
    },
  }),
  defineFault({
    name: 'client-cert-required',
    group: 'certificates',
    title: 'Servers require a client certificate',
    changes: { handshake: 'client-cert-required' },
    lesson: 'With TLS 1.3, a client without a certificate notices only when it reads the answer.',
    findings: {
      'https-test': { 'https-client-cert-required': 'critical' },
      'header-security': { 'headers-client-cert-required': 'critical' },
      'smtp-test': { 'smtp-client-cert-required': 'critical' },
    },
  }),
  defineFault({
    name: 'starttls-stripped',
    group: 'mail',
    title: 'A device removes STARTTLS on the way',
    changes: { starttls: 'stripped' },
    lesson:
      'A firewall or an attacker removes STARTTLS from the reply of the mail server. Senders deliver in clear text, unless DANE or MTA-STS tells them to wait.',
    findings: {
      'smtp-test': { 'smtp-starttls-stripped': 'critical' },
    },
  }),
  defineFault({
    name: 'tlsa-mismatch',
    group: 'mail',
    title: 'The TLSA record pins another key',
    changes: { tlsa: 'mismatch' },
    lesson:
      'The certificate has a new key, and the TLSA record the digest of the old one. Senders that use DANE (RFC 7672) defer all mail; others notice nothing.',
    findings: {
      'smtp-test': { 'smtp-tlsa-mismatch': 'critical' },
    },
  }),
  defineFault({
    name: 'mta-sts-mismatch',
    group: 'mail',
    title: 'The MTA-STS policy names other mail servers',
    changes: { sts: 'mismatch' },
    lesson: 'The policy still lists the old mail servers. Senders that enforce MTA-STS (RFC 8461) defer all mail.',
    findings: {
      'mx-record': { 'mx-mta-sts-mismatch': 'critical' },
      'dns-diagnostic': { 'dns-mail': 'critical' },
    },
  }),
] as const
