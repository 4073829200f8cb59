import { isLoopback } from '../http/client-address.ts'
import { ConfigError, type Settings } from './settings.ts'

/** The identity that the verifier shows to mail servers. */
export interface Introduction {
  /** The name in its greeting. */
  readonly helo: string
  /** Its sender address. */
  readonly mailFrom: string
}

const NAME = /^(?=.{4,253}$)(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]{0,61}[a-z\d]$/i
const LOCAL_PART = /^[\w!#$%&'*+/=?^`{|}~.-]{1,64}$/
/** Names that never resolve in the public DNS (RFC 2606, RFC 6761, RFC 6762, RFC 8375). */
const NOWHERE = /(?:^|\.)(?:example|example\.(?:com|net|org)|test|invalid|localhost|local|internal|home\.arpa)$/i

/** Checks a host name: mail servers look it up, and put senders with false names on block lists. */
const checkName = (variable: string, name: string, isProduction: boolean): void => {
  if (!NAME.test(name)) throw new ConfigError(variable, 'must have a full host name such as verify.your-domain.net')
  if (isProduction && NOWHERE.test(name))
    throw new ConfigError(variable, 'must be a public name, because mail servers look it up')
}

const checkMailFrom = (mailFrom: string, isProduction: boolean): void => {
  const at = mailFrom.lastIndexOf('@')
  if (at < 0 || !LOCAL_PART.test(mailFrom.slice(0, at)))
    throw new ConfigError('VERIFIER_MAIL_FROM', 'must be an address such as verify@your-domain.net, and nothing else')
  checkName('VERIFIER_MAIL_FROM', mailFrom.slice(at + 1), isProduction)
}

/** Returns the identity for mail servers, after checking it; undefined if none is configured. Throws if it is incomplete. */
const introductionOf = (settings: Settings, isProduction: boolean): Introduction | undefined => {
  const { VERIFIER_HELO: helo, VERIFIER_MAIL_FROM: mailFrom } = settings
  if (helo !== undefined) checkName('VERIFIER_HELO', helo, isProduction)
  if (mailFrom !== undefined) checkMailFrom(mailFrom, isProduction)
  if (helo === undefined && mailFrom === undefined) return undefined
  if (helo === undefined) throw new ConfigError('VERIFIER_HELO', 'is required with VERIFIER_MAIL_FROM')
  if (mailFrom === undefined) throw new ConfigError('VERIFIER_MAIL_FROM', 'is required with VERIFIER_HELO')
  return { helo, mailFrom }
}

/**
 * Returns the settings of email verification. With a configured identity, the verifier contacts real mail servers, never under a false name.
 * Otherwise results are simulated and marked as such; in production, that must be configured explicitly.
 */
export const readVerifier = (settings: Settings) => {
  const isProduction = settings.NODE_ENV === 'production'
  const introduction = introductionOf(settings, isProduction)
  const { VERIFIER_DNS: dns, VERIFIER_ALLOW_LOOPBACK: allowLoopback, VERIFIER_PORT: port } = settings
  // Only tests let the verifier connect to this machine.
  const allow = allowLoopback ? isLoopback : undefined
  const unsaid = introduction !== undefined ? 'smtp' : isProduction ? 'off' : 'simulated'
  const mode = settings.VERIFIER_MODE ?? unsaid
  if (mode !== 'smtp') return { mode, dns, allow, port }
  if (introduction === undefined)
    throw new ConfigError(
      'VERIFIER_HELO',
      'and VERIFIER_MAIL_FROM are required to contact mail servers; there is no default',
    )
  return { mode, ...introduction, dns, allow, port }
}
