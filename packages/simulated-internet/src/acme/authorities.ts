import { drawnAuthorities } from '@netbox/core/web'

/** An authority that ACME clients know by its name. */
export interface AcmeAuthority {
  readonly host: string
  /** The path of the directory, and the start of the paths of all resources. */
  readonly directory: string
  readonly base: string
  /** The organization in its certificates. It can't be mistaken for the real one. */
  readonly issuer: string
  /** Its domain in CAA records (RFC 8659). */
  readonly caaIdentity: string
  readonly needsExternalAccount?: boolean
}

const authority = (
  host: string,
  name: string,
  caaIdentity: string,
  more: Partial<AcmeAuthority> = {},
): AcmeAuthority => ({
  host,
  directory: '/directory',
  base: '/acme',
  issuer: `(SIMULATED) ${name}`,
  caaIdentity,
  ...more,
})

const authorities: ReadonlyMap<string, AcmeAuthority> = new Map(
  [
    authority('acme-v02.api.letsencrypt.org', "Let's Encrypt", 'letsencrypt.org'),
    authority('acme-staging-v02.api.letsencrypt.org', "(STAGING) Let's Encrypt", 'letsencrypt.org'),
    authority('acme.zerossl.com', 'ZeroSSL', 'sectigo.com', {
      directory: '/v2/DV90',
      base: '/v2/DV90',
      needsExternalAccount: true,
    }),
    authority('acme.nic.example', 'NIC', 'nic.example'),
  ].map((each) => [each.host, each]),
)

/** Returns the authority with an ACME server at a host. */
export const authorityAt = (host: string): AcmeAuthority | undefined => authorities.get(host)

/**
 * Returns the domains of an authority in CAA records. The certificates of hosts have authorities by the seed, which every authority stands for:
 * so only records that a world file defines refuse a certificate.
 */
export const identitiesOf = ({ caaIdentity }: AcmeAuthority): readonly string[] => [caaIdentity, ...drawnAuthorities()]

/** The host that gives credentials for external accounts of ZeroSSL, which Caddy and acme.sh ask by themselves. */
export const CREDENTIALS_HOST = 'api.zerossl.com'
