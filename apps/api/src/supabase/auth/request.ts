import type { AuthFlows, Challenge } from '../../accounts/codes/auth-flows.ts'
import type { CodeData, Codes } from '../../accounts/codes/codes.ts'
import { type Caller, service, type UserCaller } from '../../caller.ts'
import type { Accounts } from '../../accounts/accounts.ts'
import { findAuthUser } from '../../accounts/users/repository.ts'
import type { Passwords } from '../../accounts/passwords/passwords.ts'
import { readFactors, type SecondFactors } from '../../accounts/second-factor/second-factors.ts'
import type { Sessions } from '../../accounts/sessions/sessions.ts'
import type { SigningKeys } from '../../accounts/sessions/signing-keys.ts'
import type { Database, DatabaseAndClock } from '../../database/database.ts'
import { type SignedIn, serializeSignedIn } from '../../accounts/sessions/types.ts'
import { Refusal } from '../../refusal.ts'
import { serializeAuthUser } from './serialize-user.ts'

/** Chooses the target of a link: the requested page if it is allowed, otherwise the page of the app. */
type ResolveRedirect = (wanted: string | null) => string

/** The allowed targets of links. */
interface RedirectOptions {
  /** Every page of this origin is allowed. */
  readonly publicUrl: string
  /** The default target. Every page of its origin is allowed. */
  readonly siteUrl: string
  /** Every page of these origins is allowed. */
  readonly corsOrigins: readonly string[]
  /** More allowed pages, with any query; also pages of apps, such as `myapp://signed-in`. */
  readonly redirectUrls: readonly string[]
}

const pageOf = ({ protocol, host, pathname }: URL): string => `${protocol}//${host}${pathname.replace(/\/$/, '')}`

/** Creates the function that chooses targets. */
export const createRedirects = ({
  publicUrl,
  siteUrl,
  corsOrigins,
  redirectUrls,
}: RedirectOptions): ResolveRedirect => {
  const origins = new Set([new URL(publicUrl).origin, new URL(siteUrl).origin, ...corsOrigins])
  const pages = new Set(redirectUrls.map((url) => pageOf(new URL(url))))
  return (wanted) => {
    if (wanted === null || !URL.canParse(wanted)) return siteUrl
    const url = new URL(wanted)
    const isWeb = url.protocol === 'http:' || url.protocol === 'https:'
    const isAllowed = (isWeb && origins.has(url.origin)) || pages.has(pageOf(url))
    return isAllowed && url.username === '' && url.password === '' ? wanted : siteUrl
  }
}

/** Adds parameters after the `#` of a page. */
export const withFragment = (page: string, parameters: Readonly<Record<string, string>>): string =>
  `${page.replace(/#.*$/s, '')}#${new URLSearchParams(parameters).toString()}`

/** Adds a parameter to the query of a page, and keeps the others. */
export const withQuery = (page: string, name: string, value: string): string => {
  const url = new URL(page)
  url.searchParams.set(name, value)
  return url.href
}

/** Returns the refusal of a body with missing or invalid fields. */
export const invalid = (message: string): Refusal => new Refusal('request_invalid', { message })

/** A body as sent: its fields may have any type. */
export type SentBody = Readonly<Record<string, unknown>>

/** Returns the body; empty if there is none. */
export const bodyOf = ({ request: { body } }: { readonly request: { readonly body?: unknown } }): SentBody =>
  typeof body === 'object' && body !== null ? (body as SentBody) : {}

// Longer than any valid text, and short enough for every check.
const LONGEST_TEXT = 10_000

/** Reads a text; undefined if it is absent. Throws `validation_failed` for anything else. */
export const textOf = (body: SentBody, name: string): string | undefined => {
  const value = body[name] ?? undefined
  if (value !== undefined && typeof value !== 'string') throw invalid(`${name} must be a string`)
  if (value !== undefined && value.length > LONGEST_TEXT)
    throw invalid(`${name} must have at most ${LONGEST_TEXT} characters`)
  return value === '' ? undefined : value
}

/** Reads a required text. Throws `validation_failed`. */
export const requiredText = (body: SentBody, name: string): string => {
  const text = textOf(body, name)
  if (text === undefined) throw invalid(`${name} is required`)
  return text
}

/** Reads the solved captcha of a body. */
export const captchaOf = ({ gotrue_meta_security: security }: SentBody): unknown =>
  typeof security === 'object' && security !== null && 'captcha_token' in security ? security.captcha_token : undefined

const CHALLENGE = /^[\w.~-]{43,128}$/

/** Reads the challenge of PKCE; undefined in the implicit flow. */
const challengeOf = (body: SentBody): Challenge | undefined => {
  const [text, named] = [textOf(body, 'code_challenge'), textOf(body, 'code_challenge_method')]
  const method = named?.toLowerCase()
  if (text === undefined && method === undefined) return undefined
  if (text === undefined || method === undefined)
    throw invalid('PKCE flow requires code_challenge_method and code_challenge')
  if (method !== 's256' && method !== 'plain') throw invalid('Invalid code challenge method')
  if (!CHALLENGE.test(text)) throw invalid('Code challenge should be 43 to 128 characters of [A-Za-z0-9-._~]')
  return { text, method }
}

/** Reads the redirect target and the PKCE challenge for the link in a message. */
export const linkOf = (query: URLSearchParams, body: SentBody, resolveRedirect: ResolveRedirect): CodeData => {
  const challenge = challengeOf(body)
  const redirectTo = resolveRedirect(query.get('redirect_to'))
  return { redirectTo, ...(challenge && { challenge }) }
}

/** Returns the calling user. Throws `unauthorized` for visitors and the service key. */
export const userOfCaller = ({ state: { caller } }: { readonly state: { readonly caller: Caller } }): UserCaller => {
  if (caller.kind !== 'user' || caller === service) throw new Refusal('unauthorized')
  return caller
}

const PHONE = /^\+?[1-9]\d{1,14}$/

/** Returns whether a body has a phone number. Throws `validation_failed` for a malformed one. */
export const hasPhone = (body: SentBody): boolean => {
  const phone = textOf(body, 'phone')
  if (phone === undefined) return false
  if (!PHONE.test(phone.replaceAll(' ', ''))) throw invalid('Invalid phone number format (E.164 required)')
  return true
}

/** Refuses calls about a phone number. */
export const refusePhone = (body: SentBody, text: string): void => {
  if (hasPhone(body)) throw new Refusal('phone_provider_disabled', { message: text })
}

export interface SupabaseAuthOptions extends DatabaseAndClock {
  readonly accounts: Accounts
  readonly sessions: Pick<Sessions, 'start' | 'refresh' | 'end' | 'endOthers'>
  readonly secondFactors: SecondFactors
  readonly codes: Pick<Codes, 'make' | 'renewTries'>
  readonly flows: AuthFlows
  readonly passwords: Pick<Passwords, 'hash'>
  readonly keys: Pick<SigningKeys, 'published'>
  readonly isOpenToRegister: () => Promise<boolean>
  /** Whether a new address must be confirmed. */
  readonly confirmsAddresses: boolean
  readonly redirects: RedirectOptions
}

/** The services of the routes. */
export interface AuthContext extends SupabaseAuthOptions {
  readonly resolveRedirect: ResolveRedirect
}

/** Serializes a user with their second factors. Throws `user_not_found` if the user was deleted in between. */
export const showUser = async (database: Pick<Database, 'queries'>, id: string) =>
  serializeAuthUser(await readAuthUser(database, id))

/** Serializes a session with its user. Throws like `showUser`. */
export const showSession = async (database: Pick<Database, 'queries'>, signedIn: SignedIn) => ({
  ...serializeSignedIn(signedIn).session,
  user: await showUser(database, signedIn.account.id),
})

/** Reads a user with their second factors. Throws `user_not_found` if the user was deleted in between. */
export const readAuthUser = async ({ queries }: Pick<Database, 'queries'>, id: string) => {
  const user = await findAuthUser(queries, id)
  if (user === undefined) throw new Refusal('user_not_found')
  return { ...user, factors: await readFactors(queries, id) }
}
