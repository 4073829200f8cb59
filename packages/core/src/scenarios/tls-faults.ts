import { type CertificateFault, certificateFaultNames, certificateFaults } from '../world/certificate-faults.ts'
import { defineFault, type Scenario } from './scenario.ts'

const certificateScenario = (fault: CertificateFault): Scenario<`cert-${CertificateFault}`> =>
  defineFault({
    name: `cert-${fault}`,
    group: 'certificates',
    title: certificateFaults[fault].title,
    changes: { certificate: fault },
    findings: { 'https-test': { [`https-${fault}`]: 'critical' } },
  })

/** The faults of certificates and of TLS. */
export const tlsFaults = [
  ...certificateFaultNames.map(certificateScenario),
  defineFault({
    name: 'tls-old',
    group: 'certificates',
    title: 'Servers offer only TLS 1.0 and 1.1',
    changes: { handshake: 'old' },
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
    findings: {
      'smtp-test': { 'smtp-starttls-stripped': 'critical' },
    },
  }),
  defineFault({
    name: 'tlsa-mismatch',
    group: 'mail',
    title: 'The TLSA record pins another key',
    changes: { tlsa: 'mismatch' },
    findings: {
      'smtp-test': { 'smtp-tlsa-mismatch': 'critical' },
    },
  }),
  defineFault({
    name: 'mta-sts-mismatch',
    group: 'mail',
    title: 'The MTA-STS policy names other mail servers',
    changes: { sts: 'mismatch' },
    findings: {
      'mx-record': { 'mx-mta-sts-mismatch': 'critical' },
      'dns-diagnostic': { 'dns-mail': 'critical' },
    },
  }),
] as const
