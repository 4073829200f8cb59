import type { NoPageReason } from '../world/answers/web.ts'
import type { World } from '../world/world.ts'
import { critical } from './finding.ts'
import { noAddress } from './no-address.ts'
import type { Finding } from './report.ts'

/** Reports an unreachable web server. `prefix` starts the code of the finding, and `consequence` names the effect on the tool. */
export const noWebServer = <Prefix extends string>(
  prefix: Prefix,
  world: World,
  domain: string,
  unreachable: NoPageReason,
  consequence: string,
): Finding<`${Prefix}-unresolved` | `${Prefix}-closed` | `${Prefix}-tls-closes` | `${Prefix}-client-cert-required`> => {
  switch (unreachable) {
    case 'no-address':
      return noAddress(`${prefix}-unresolved`, world, domain, consequence)
    case 'port-closed':
      return critical(
        `${prefix}-closed`,
        `${domain} does not answer on port 443`,
        `The address exists, and nothing there accepts a connection, so ${consequence}.`,
        `Run tcp-port-test on ${domain}:443, then check that the web server runs and that the firewall allows port 443.`,
      )
    case 'tls-closes':
      return critical(
        `${prefix}-tls-closes`,
        `${domain} ends the TLS handshake`,
        `The port is open, but the server ends the connection after the ClientHello, so ${consequence}.`,
        'Read the log of the web server: often a certificate file is missing, or a proxy in front of it expects another protocol.',
      )
    case 'client-cert-required':
      return critical(
        `${prefix}-client-cert-required`,
        `${domain} requires a client certificate`,
        `The server ends handshakes without one, so ${consequence}.`,
        'Connect with a certificate that the server trusts, or stop requiring one (ssl_verify_client in nginx).',
      )
  }
}

const TEXTS: Readonly<Record<NoPageReason, string>> = {
  'no-address': 'has no address',
  'port-closed': 'does not answer on port 443',
  'tls-closes': 'ends the TLS handshake',
  'client-cert-required': 'requires a client certificate',
}

/** Returns as a clause why clients can't reach the web server: `shop.example has no address`. */
export const noPageText = (domain: string, unreachable: NoPageReason): string => `${domain} ${TEXTS[unreachable]}`
