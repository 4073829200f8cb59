import { isIP } from 'node:net'
import type { Environment } from '../config.ts'
import { ConfigError } from './read.ts'
import * as read from './read.ts'

/** What mail servers are told of who asks. */
export interface Introduction {
  /** The name under which it introduces itself. */
  readonly helo: string
  /** The sender that it names. */
  readonly mailFrom: string
}

const NAME = /^(?=.{4,253}$)(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]{0,61}[a-z\d]$/i
const LOCAL_PART = /^[\w!#$%&'*+/=?^`{|}~.-]{1,64}$/
/** Top-level names that lead nowhere (RFC 2606, RFC 6761, RFC 6762, RFC 8375). */
const NOWHERE = /(?:^|\.)(?:example|example\.(?:com|net|org)|test|invalid|localhost|local|internal|home\.arpa)$/i

/** Servers on the other side look the name up, and put on lists who makes names up. */
const checkName = (variable: string, name: string, isProduction: boolean): void => {
  if (!NAME.test(name)) throw new ConfigError(variable, 'must have a full host name such as verify.your-domain.net')
  if (isProduction && NOWHERE.test(name))
    throw new ConfigError(variable, 'has a name of documentation or of this machine alone; mail servers look it up')
}

const readHelo = (env: Environment, isProduction: boolean): string | undefined => {
  const helo = read.line(env, 'VERIFIER_HELO')
  if (helo !== undefined) checkName('VERIFIER_HELO', helo, isProduction)
  return helo
}

const readMailFrom = (env: Environment, isProduction: boolean): string | undefined => {
  const mailFrom = read.line(env, 'VERIFIER_MAIL_FROM')
  if (mailFrom === undefined) return undefined
  const at = mailFrom.lastIndexOf('@')
  if (at < 0 || !LOCAL_PART.test(mailFrom.slice(0, at)))
    throw new ConfigError('VERIFIER_MAIL_FROM', 'must be an address such as verify@your-domain.net, and nothing else')
  checkName('VERIFIER_MAIL_FROM', mailFrom.slice(at + 1), isProduction)
  return mailFrom
}

/** Whether a text is an address, with or without a port: 192.0.2.53, 192.0.2.53:53, 2001:db8::53, [2001:db8::53]:53. */
const isServer = (text: string): boolean => {
  if (isIP(text) !== 0) return true
  const [, bracketed, plain, port = ''] = /^(?:\[([^\]]+)\]|([\d.]+)):(\d{1,5})$/.exec(text) ?? []
  const isPort = Number(port) >= 1 && Number(port) <= 65_535
  return isPort && (bracketed === undefined ? isIP(plain ?? '') === 4 : isIP(bracketed) === 6)
}

const readServers = (env: Environment): readonly string[] => {
  const servers = read.list(env, 'VERIFIER_DNS')
  if (!servers.every(isServer))
    throw new ConfigError('VERIFIER_DNS', 'must be a list of addresses such as 192.0.2.53 or 192.0.2.53:53')
  return servers
}

/** Reads what they are told; undefined where nothing is said. Half of it is as good as a mistake. */
const readIntroduction = (env: Environment, isProduction: boolean): Introduction | undefined => {
  const helo = readHelo(env, isProduction)
  const mailFrom = readMailFrom(env, isProduction)
  if (helo === undefined && mailFrom === undefined) return undefined
  if (helo === undefined) throw new ConfigError('VERIFIER_HELO', 'is missing beside VERIFIER_MAIL_FROM')
  if (mailFrom === undefined) throw new ConfigError('VERIFIER_MAIL_FROM', 'is missing beside VERIFIER_HELO')
  return { helo, mailFrom }
}

/**
 * Reads the settings of email verification. Mail servers are asked where it is known as whom, never under a made-up name. Elsewhere
 * results are made up and say so; in production there are none then, unless that is asked for.
 */
export const readVerifier = (env: Environment, isProduction: boolean) => {
  const introduction = readIntroduction(env, isProduction)
  const settings = {
    dns: readServers(env),
    allowLoopback: read.flag(env, 'VERIFIER_ALLOW_LOOPBACK'),
    port: read.wholeNumber(env, 'VERIFIER_PORT', { from: 1, to: 65_535 }) ?? 25,
  }
  const unsaid = introduction !== undefined ? 'smtp' : isProduction ? 'off' : 'simulated'
  const mode = read.oneOf(env, 'EMAIL_VERIFIER', ['smtp', 'simulated', 'off']) ?? unsaid
  if (mode !== 'smtp') return { mode, ...settings }
  if (introduction === undefined)
    throw new ConfigError('VERIFIER_HELO', 'and VERIFIER_MAIL_FROM are needed to ask mail servers; there is no default')
  return { mode, ...introduction, ...settings }
}
