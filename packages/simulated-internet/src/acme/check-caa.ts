import { AcmeProblem, type Identifier } from './problem.ts'
import type { ChallengeType } from './validate.ts'
import type { Viewpoint } from './viewpoint.ts'

/** A certificate to authorize: who asks for it, and how the control was proven. */
interface Authorized {
  readonly identifier: Identifier
  readonly isWildcard: boolean
  readonly account: string
  readonly method: ChallengeType
  /** The domains of the authority in CAA records. */
  readonly identities: readonly string[]
}

interface Rule {
  readonly tag: string
  readonly value: string
  readonly isCritical: boolean
}

const CRITICAL = 128
const KNOWN_TAGS: ReadonlySet<string> = new Set([
  'issue',
  'issuewild',
  'iodef',
  'issuemail',
  'contactemail',
  'contactphone',
])

/** Returns a name and the names above it, without the root. */
const namesFrom = (name: string): string[] => name.split('.').map((_, index, labels) => labels.slice(index).join('.'))

/** Returns the relevant rules of a name: the rules of the closest name above that has some (RFC 8659, section 3). */
const rulesOf = async ({ lookUp }: Viewpoint, name: string): Promise<readonly Rule[]> => {
  const names = namesFrom(name)
  const answerTo = await lookUp(names, ['CAA'])
  for (const at of names) {
    const rules = answerTo(at, 'CAA').answers.flatMap((answer) => {
      if (answer.type !== 'CAA') return []
      const { tag, value, flags = 0, issuerCritical = false } = answer.data
      return [{ tag: tag.toLowerCase(), value, isCritical: issuerCritical || (flags & CRITICAL) !== 0 }]
    })
    if (rules.length > 0) return rules
  }
  return []
}

/** Returns whether the value of a rule allows a certificate, with its parameters (RFC 8657). */
const allows = (value: string, { identities, account, method }: Authorized): boolean => {
  const [domain = '', ...rest] = value.split(';').map((part) => part.trim())
  if (!identities.includes(domain.toLowerCase())) return false
  const parameters = rest.filter((part) => part !== '').map((part) => part.split('=').map((side) => side.trim()))
  return parameters.every(([name = '', given = '']) => {
    if (name.toLowerCase() === 'accounturi') return given === account
    if (name.toLowerCase() === 'validationmethods') return given.split(',').some((one) => one.trim() === method)
    return true
  })
}

/** Checks that CAA records allow a certificate (RFC 8659). Throws a problem if they don't, or if the resolver fails. */
export const checkCaa = async (viewpoint: Viewpoint, wanted: Authorized): Promise<void> => {
  const { identifier, isWildcard } = wanted
  // Addresses have no CAA records (RFC 8738).
  if (identifier.type === 'ip') return
  const rules = await rulesOf(viewpoint, identifier.value)
  const refuse = (reason: string) =>
    new AcmeProblem('caa', `CAA record for ${identifier.value} prevents issuance${reason}`, { identifier })
  const unknown = rules.find(({ tag, isCritical }) => isCritical && !KNOWN_TAGS.has(tag))
  if (unknown !== undefined) throw refuse(`: unknown critical property '${unknown.tag}'`)
  const wild = rules.filter(({ tag }) => tag === 'issuewild')
  const relevant = isWildcard && wild.length > 0 ? wild : rules.filter(({ tag }) => tag === 'issue')
  if (relevant.length > 0 && !relevant.some(({ value }) => allows(value, wanted))) throw refuse('')
}
