import { randomBytes } from 'node:crypto'
import type { ReplyKind } from './replies.ts'

/** A SASL mechanism: yields the server's challenges, receives the client's answers, and returns the user; undefined without one. */
type Mechanism = Generator<string, string | undefined, string>

const MECHANISMS: Readonly<Record<string, (host: string) => Mechanism>> = {
  // RFC 4616. Some clients send the user as the identity to act as.
  *PLAIN() {
    const parts = (yield '').split('\0')
    return parts.length === 3 ? parts[1] || parts[0] : undefined
  },
  *LOGIN() {
    const user = yield 'Username:'
    if (user !== '') yield 'Password:'
    return user
  },
  // RFC 2195.
  *'CRAM-MD5'(host) {
    return (yield `<${randomBytes(16).toString('hex')}@${host}>`).split(' ')[0]
  },
  *XOAUTH2() {
    const answer = yield ''
    return /(?:^|\x01)auth=bearer +[^\x01 ]/i.test(answer) ? /(?:^|\x01)user=([^\x01]*)/i.exec(answer)?.[1] : undefined
  },
}

const CONTROLS = /[\0-\x1F\x7F-\x9F]/

/** The options of a sign-in. */
interface SignIn {
  /** The name of the server, for its challenges. */
  readonly host: string
  /** The mechanisms that the server announces. */
  readonly offered: readonly string[]
  /** Sends a challenge in Base64, and resolves with the client's answer; undefined if the input ends. */
  readonly ask: (challenge: string) => Promise<string | undefined>
  readonly isUser: (user: string) => boolean
}

/** Carries out an AUTH command (RFC 4954). Resolves with the reply, and with the user who signed in; any password is valid. */
export const signIn = async (
  command: string,
  { host, offered, ask, isUser }: SignIn,
): Promise<{ readonly kind: ReplyKind; readonly given?: string; readonly user?: string }> => {
  const [name = '', initial, ...others] = command.trim().split(/\s+/)
  const mechanism = name.toUpperCase()
  const begin = offered.includes(mechanism) ? MECHANISMS[mechanism] : undefined
  if (begin === undefined) return { kind: 'unknownMechanism' }
  // The server has the first word in CRAM-MD5.
  if (others.length > 0 || (initial !== undefined && mechanism === 'CRAM-MD5'))
    return { kind: 'syntax', given: `AUTH ${mechanism}` }
  const steps = begin(host)
  let step = steps.next('')
  let answer = initial
  while (step.done !== true) {
    answer ??= await ask(Buffer.from(step.value).toString('base64'))
    if (answer === undefined || (answer === '*' && initial === undefined)) return { kind: 'cancelled' }
    step = steps.next(Buffer.from(answer, 'base64').toString())
    answer = undefined
  }
  const user = step.value ?? ''
  if (user === '' || CONTROLS.test(user)) return { kind: 'badCredentials' }
  if (isUser(user)) return { kind: 'signedIn', user }
  // The client answers the description of the error before it gets the reply.
  if (mechanism === 'XOAUTH2') await ask(Buffer.from('{}').toString('base64'))
  return { kind: 'unknownUser' }
}
