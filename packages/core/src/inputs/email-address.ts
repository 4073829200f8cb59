import { parseDomain } from './host.ts'
import { isV6, parseAddress } from '../foundation/addresses.ts'
import { utf8LengthOf } from '../foundation/bytes.ts'

/** The parts of an email address, and the reason why it is none. */
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

// The dot-string and the quoted string of RFC 5321, section 4.1.2, with the characters of RFC 6531, section 3.3: no controls, no
// blanks, and no invisible characters except the joiners that some scripts need.
const BEYOND_ASCII = '[^\\p{ASCII}\\p{Cc}\\p{Cf}\\p{Cs}\\p{Z}]|\\p{Join_Control}'
const ATOM = `(?:[\\w!#$%&'*+/=?^\`{|}~-]|${BEYOND_ASCII})+`
const ATOMS = new RegExp(`^${ATOM}(?:\\.${ATOM})*$`, 'u')
const QUOTED = new RegExp(`^"(?:[ !#-\\[\\]-~]|\\\\[ -~]|${BEYOND_ASCII})*"$`, 'u')

// Section 4.5.3.1, in octets. A path has at most 256, including its two brackets. A domain of 255 octets leaves no space for an address.
const LONGEST_LOCAL = 64
const LONGEST = 254

const localProblem = (local: string): string | undefined => {
  if (local === '') return 'There is nothing before the at sign.'
  if (utf8LengthOf(local) > LONGEST_LOCAL) return 'The part before the at sign is longer than 64 bytes.'
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
  // DNS names may have a dot at the end and underscores, but mail domains may not.
  if (/[.\u3002\uff0e\uff61]$/.test(tail)) return 'The domain ends with a dot.'
  return domain.includes('_')
    ? 'The domain has an underscore; mail domains have only letters, digits and hyphens.'
    : undefined
}

/**
 * Reads an email address (RFC 5321, section 4.1.2; RFC 6531): at most 64 octets before the last at sign and 254 in all, with the domain in
 * its ASCII form. Core and the verifier of addresses read addresses with this function.
 *
 * @example
 * splitEmailAddress('Ana@Bücher.example').domain // => 'xn--bcher-kva.example'
 * splitEmailAddress('ana@mail.example.').problem // => 'The domain ends with a dot.'
 */
export const splitEmailAddress = (text: string): AddressParts => {
  const at = text.lastIndexOf('@')
  if (at < 0)
    return { local: text, domain: undefined, problem: 'There is no at sign.', literal: false, international: false }
  const local = text.slice(0, at)
  const tail = text.slice(at + 1)
  const read = parseDomain(tail)
  const inDomain = domainProblem(tail, read)
  // An address has at least as many octets as characters. Counting the octets of a megabyte would take long.
  const isLong = local.length > LONGEST || utf8LengthOf(local) + 1 + (read ?? tail).length > LONGEST
  const problem = isLong ? 'It is longer than 254 bytes.' : (localProblem(local) ?? inDomain)
  return {
    local,
    domain: inDomain === undefined ? read : undefined,
    problem,
    literal: read === undefined && inDomain === undefined,
    international: /[^\p{ASCII}]/u.test(local),
  }
}
