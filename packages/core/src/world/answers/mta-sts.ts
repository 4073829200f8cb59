import { exchangeRecordsOf } from '../mail/mail.ts'
import type { World } from '../world.ts'
import { mtaStsOf } from './mail-policies.ts'
import { constantEffectOn } from './http-rules.ts'
import { whyNoPage, webServerOf } from './web.ts'

const MTA_STS_PATH = '/.well-known/mta-sts.txt'

/** The reasons why senders can't fetch an MTA-STS policy, in the words of their reports (RFC 8460, section 4.3.2.2). */
export type NoPolicyReason = 'sts-policy-fetch-error' | 'sts-webpki-invalid'

/**
 * Returns why senders can't fetch the MTA-STS policy of a domain; undefined if they can. Without a cached copy, they then deliver as if there
 * were no policy (RFC 8461, section 3.3).
 */
export const whyNoPolicy = (world: World, domain: string): NoPolicyReason | undefined => {
  const server = `mta-sts.${domain}`
  if (whyNoPage(world, server) !== undefined) return 'sts-policy-fetch-error'
  const effect = constantEffectOn(world, server, MTA_STS_PATH)
  if (effect !== undefined && effect.kind !== 'delay' && effect.kind !== 'drip') return 'sts-policy-fetch-error'
  const { fault, notAfter } = webServerOf(world, server)
  return fault !== undefined || notAfter < world.at ? 'sts-webpki-invalid' : undefined
}

/**
 * Returns the first mail server of a domain that its enforced MTA-STS policy does not list; undefined if it lists all of them, or if senders
 * can't fetch it.
 */
export const unlistedExchangeOf = (world: World, domain: string): string | undefined => {
  const policy = mtaStsOf(world, domain)
  if (policy?.mode !== 'enforce') return undefined
  const unlisted = exchangeRecordsOf(world, domain).find(({ exchange }) => !policy.mx.includes(exchange))?.exchange
  return unlisted === undefined || whyNoPolicy(world, domain) !== undefined ? undefined : unlisted
}
