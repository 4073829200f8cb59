import { isIPv4, isIPv6 } from 'node:net'
import type { MailHost } from '@netbox/core/dns'
import type { ReplyKind } from './replies.ts'

/** The address and the parameters of a MAIL or RCPT command. */
export interface AddressCommand {
  /** The address without angle brackets and route; empty for a bounce. */
  readonly address: string
  /** The value of each parameter, by its name in capital letters; empty for one without a value. */
  readonly parameters: ReadonlyMap<string, string>
}

/** The reply to a command with a syntax error, and the part of the command that it quotes. */
export interface SyntaxFault {
  readonly fault: ReplyKind
  readonly given?: string
}

// An address without angle brackets, which software accepts.
const BARE = /^(?:"(?:[^"\\]|\\.)*"|[^\s<>"])+(?=\s|$)/
// A path (RFC 5321, section 4.1.2), after the route that servers ignore (appendix C), and the parameters.
const PATH = /^<(?:@[^\s,:@]+(?:,@[^\s,:@]+)*:)?(?:("(?:[^"\\]|\\.)*"|[^\s<>@]+)(?:@([^\s<>@]+))?)?>(?=\s|$)(.*)$/
// Characters that make an address look like another one, or that could split a line of a log.
const UNSAFE = /[\0-\x1F\x7F-\x9F\u200B\u2060\uFEFF]/
const DOMAIN = /^(?!.*(?:\.[.-]|-\.))[a-zA-Z0-9\u0080-\uFFFF-][a-zA-Z0-9\u0080-\uFFFF.-]*(?<!\.)$/
const LONGEST_ADDRESS = 253

const isDomain = (domain: string): boolean => {
  const [, version, address = ''] = /^\[(IPv6:)?(.*)\]$/i.exec(domain) ?? []
  if (address === '') return DOMAIN.test(domain)
  return version === undefined ? isIPv4(address) : isIPv6(address)
}

const isAddress = (local: string, domain: string): boolean => {
  const isLocal = local.startsWith('"') || !/^\.|\.\.|\.$/.test(local)
  return isLocal && local.length + 1 + domain.length <= LONGEST_ADDRESS && isDomain(domain)
}

/** Decodes xtext, in which `+` and two hexadecimal digits stand for a character (RFC 3461, section 4). */
const xtext = (value: string): string =>
  value.replaceAll(/\+([0-9A-F]{2})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))

/** Reads parameters. Returns the name of one that appears twice, or undefined if a value has a control character. */
const readParameters = (text: string): Map<string, string> | string | undefined => {
  const parameters = new Map<string, string>()
  for (const [, name = '', value = ''] of text.matchAll(/(?<=\s)([^\s=]+)(?:=(\S*))?/g)) {
    const key = name.toUpperCase()
    if (parameters.has(key)) return key
    if (UNSAFE.test(xtext(value))) return undefined
    parameters.set(key, xtext(value))
  }
  return parameters
}

// The values of the parameters, by the extension that defines them (RFC 1870, 2852, 3461, 4954, 6152, 6531).
const PARAMETERS: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  SIZE: { SIZE: /^\d{1,20}$/ },
  '8BITMIME': { BODY: /^(?:7BIT|8BITMIME)$/i },
  SMTPUTF8: { SMTPUTF8: /^$/ },
  AUTH: { AUTH: /^/ },
  DSN: {
    RET: /^(?:FULL|HDRS)$/i,
    ENVID: /./,
    NOTIFY: /^(?:NEVER|(?:SUCCESS|FAILURE|DELAY)(?:,(?:SUCCESS|FAILURE|DELAY))*)$/i,
    ORCPT: /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+;./i,
  },
  DELIVERBY: { BY: /^/ },
}

/** Returns the fault of a parameter that no announced extension defines (RFC 5321, section 4.1.1.11), or whose value is invalid. */
const parameterFault = (
  parameters: ReadonlyMap<string, string>,
  { encryptedExtensions }: Pick<MailHost, 'encryptedExtensions'>,
): SyntaxFault | undefined => {
  const known = Object.assign(
    {},
    ...encryptedExtensions.map((line) => PARAMETERS[line.split(' ')[0] ?? '']),
  ) as Readonly<Record<string, RegExp>> // The cast is safe: the objects have these values.
  for (const [given, value] of parameters) {
    const pattern = known[given]
    if (pattern === undefined) return { fault: 'unknownParameter', given }
    if (!pattern.test(value)) return { fault: 'badParameter', given }
  }
  return undefined
}

/**
 * Reads what follows the colon of a MAIL or RCPT command. Software accepts blanks before the address, and an address without angle brackets.
 * Only a recipient may be `postmaster` without a domain, and only a sender may be empty.
 */
export const readAddress = (
  text: string,
  isSender: boolean,
  server: Pick<MailHost, 'encryptedExtensions'>,
): AddressCommand | SyntaxFault => {
  const bad = { fault: isSender ? 'badSender' : 'badRecipient' } as const
  const [path, local = '', domain, rest = ''] = PATH.exec(text.trim().replace(BARE, '<$&>')) ?? []
  const address = domain === undefined ? local : `${local}@${domain}`
  const isValid =
    address === ''
      ? isSender
      : domain === undefined
        ? !isSender && /^postmaster$/i.test(local)
        : isAddress(local, domain)
  if (path === undefined || !isValid || UNSAFE.test(address)) return bad
  const parameters = readParameters(rest)
  if (parameters === undefined) return bad
  if (typeof parameters === 'string') return { fault: 'badParameter', given: parameters }
  return parameterFault(parameters, server) ?? { address, parameters }
}
