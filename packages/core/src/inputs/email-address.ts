import { parseDomain } from './host.ts'
import { isV6, parseAddress } from '../foundation/addresses.ts'

/** The parts of an address. */
export interface AddressParts {
  /** The text before the last at sign. */
  readonly local: string
  /** The domain in canonical form; undefined if the text after the at sign is not a domain. */
  readonly domain: string | undefined
  /** The reason why the text is not an address; undefined if it is one. */
  readonly problem: string | undefined
  /** Whether the part after the at sign is an IP address in brackets (RFC 5321, section 4.1.3). */
  readonly literal: boolean
  /** Whether the local part has non-ASCII letters, which only servers with SMTPUTF8 accept (RFC 6531). */
  readonly international: boolean
}

// RFC 5321, section 4.1.2, with the letters of all scripts from RFC 6531.
const ATOM = "[\\w!#$%&'*+/=?^`{|}~\\u0080-\\uffff-]+"
const ATOMS = new RegExp(`^${ATOM}(?:\\.${ATOM})*$`)
const QUOTED = /^"(?:[^"\\]|\\.)*"$/

// Section 4.5.3.1 counts octets; characters are the same for ASCII addresses.
const LONGEST_LOCAL = 64
const LONGEST = 254

const localProblem = (local: string): string | undefined => {
  if (local === '') return 'There is nothing before the at sign.'
  if (local.length > LONGEST_LOCAL) return 'The part before the at sign is longer than 64 characters.'
  if (ATOMS.test(local) || QUOTED.test(local)) return undefined
  return local.split('.').includes('')
    ? 'The part before the at sign starts or ends with a dot, or has two in a row.'
    : 'The part before the at sign has a space or a character that needs quotes.'
}

const isLiteral = (tail: string): boolean => {
  const [, version, inner = ''] = /^\[(IPv6:)?([^\]]*)\]$/i.exec(tail) ?? []
  const address = parseAddress(inner)
  return address !== undefined && isV6(address) === (version !== undefined)
}

const domainProblem = (tail: string, domain: string | undefined): string | undefined => {
  if (domain === undefined) return isLiteral(tail) ? undefined : 'The part after the at sign is not a domain name.'
  // DNS names may have underscores, but mail domains may not.
  return domain.includes('_')
    ? 'The domain has an underscore; mail domains have only letters, digits and hyphens.'
    : undefined
}

/** Splits a text into the parts of an address: `ana@mail.example` (RFC 5321, section 4.1.2). */
export const readAddress = (text: string): AddressParts => {
  const at = text.lastIndexOf('@')
  if (at < 0)
    return { local: text, domain: undefined, problem: 'There is no at sign.', literal: false, international: false }
  const local = text.slice(0, at)
  const tail = text.slice(at + 1)
  const read = parseDomain(tail)
  const inDomain = domainProblem(tail, read)
  const problem = text.length > LONGEST ? 'It is longer than 254 characters.' : (localProblem(local) ?? inDomain)
  return {
    local,
    domain: inDomain === undefined ? read : undefined,
    problem,
    literal: read === undefined && inDomain === undefined,
    international: /[^\p{ASCII}]/u.test(local),
  }
}
