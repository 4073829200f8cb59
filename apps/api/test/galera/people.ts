import type { Client } from './client.ts'

/** A user with an account. */
export interface Person {
  readonly id: string
  readonly email: string
}

/** The session of a user. */
export interface Session {
  readonly id: string
  /** The user's network address. */
  readonly address: string
  readonly bearer: string
  readonly refreshToken: string
}

/** A signed-in user. */
export interface Member extends Person {
  readonly session: Session
}

/** The password of all users. */
const PASSWORD = 'correct horse'

interface SignedIn {
  readonly token: string
  readonly user: { readonly id: string }
  readonly session: { readonly refresh_token: string }
}

/** Parses the response of a sign-in. */
export const readSession = (text: string, address: string): Session & { readonly userId: string } => {
  // The contract's tests check the shape.
  const { token, user, session } = JSON.parse(text) as SignedIn
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { session_id: string }
  return { id: claims.session_id, address, bearer: token, refreshToken: session.refresh_token, userId: user.id }
}

let people = 0
let devices = 0

/** Returns a new address of a test network, because one address may not sign in as often as this job does. */
const freshAddress = (): string => {
  const number = devices++
  return `198.${18 + (number >> 16)}.${(number >> 8) & 255}.${number & 255}`
}

/** Registers a user from a separate address. Throws if they are refused. */
export const register = async (client: Client): Promise<Member> => {
  const address = freshAddress()
  const email = `person${people++}@mail.example`
  const body = { email, password: PASSWORD }
  const made = await client.insist('/auth/register', { method: 'POST', body, address })
  // The first response was lost, but the account exists.
  const isThere = made.code === 'email_in_use' && made.tries > 1
  const answer = isThere ? await client.insist('/auth/login', { method: 'POST', body, address }) : made
  if (answer.status >= 300) throw new Error(`registering: ${answer.status} ${answer.text}`)
  const session = readSession(answer.text, address)
  return { id: session.userId, email, session }
}

/** Signs a user in, and waits for an unavailable database; undefined if they are refused. */
export const signIn = async (client: Client, { email }: Person, password = PASSWORD): Promise<Session | undefined> => {
  const address = freshAddress()
  const answer = await client.insist('/auth/login', { method: 'POST', body: { email, password }, address })
  return answer.status === 200 ? readSession(answer.text, address) : undefined
}
