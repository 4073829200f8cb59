import { mergeMetadata } from '../../accounts/users/metadata.ts'
import type { Proof } from '../../accounts/codes/codes.ts'
import type { Device, SignedIn } from '../../accounts/sessions/types.ts'
import { purposesOf, type Verified, type VerifyType } from '../../accounts/codes/verify-code.ts'
import {
  type GuardEndpoint,
  type SupabaseRoute,
  supabaseRoute,
  handleWith,
  type SupabaseHandler,
} from '../../http/supabase.ts'
import { deviceOf } from '../../http/handler.ts'
import { asRefusal } from '../../http/middleware/answer-errors.ts'
import { queryOf, type RequestContext } from '../../http/middleware/request-context.ts'
import {
  type AuthContext,
  bodyOf,
  hasPhone,
  invalid,
  linkOf,
  readAuthUser,
  refusePhone,
  requiredText,
  type SentBody,
  showSession,
  textOf,
  userOfCaller,
  withFragment,
  withQuery,
} from './request.ts'
import { authAnswerOf } from './errors.ts'
import { Refusal } from '../../refusal.ts'

type Handler = SupabaseHandler<AuthContext>

type VerifiedUser = Extract<Verified, { readonly kind: 'user' }>

const isVerifyType = (text: string): text is VerifyType => Object.hasOwn(purposesOf, text)

// Supabase's text after the first confirmation of a change of address.
const ACCEPTED = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'

const proofIn = (body: SentBody): Proof => {
  const token = textOf(body, 'token_hash')
  return token === undefined ? { email: requiredText(body, 'email'), code: requiredText(body, 'token') } : { token }
}

interface Guarded {
  readonly ctx: RequestContext
  readonly guard: GuardEndpoint
}

type AskForMail = (context: AuthContext, ctx: RequestContext, body: SentBody, email: string) => Promise<void>

/** Returns the handler of a request for mail, with the limits of an endpoint. Its response is the same for every address. */
const mailing =
  (limitOf: 'auth.recover' | 'auth.resend', ask: AskForMail): Handler =>
  async (context, ctx, guard) => {
    const body = bodyOf(ctx)
    refusePhone(body, 'Unsupported phone provider')
    const email = requiredText(body, 'email')
    await guard(ctx, limitOf, { body: { email } })
    await ask(context, ctx, body, email)
    return {}
  }

const askForRecovery: AskForMail = async ({ accounts, resolveRedirect }, ctx, body, email) =>
  accounts.recover(email, linkOf(queryOf(ctx), body, resolveRedirect))

const askForSignIn: AskForMail = async ({ accounts, isOpenToRegister, resolveRedirect }, ctx, body, email) => {
  const { create_user: creates, data } = body
  const metadata = mergeMetadata(null, data ?? {})
  const createsUser = creates !== false && (await isOpenToRegister())
  await accounts.mailSignIn(email, {
    ...linkOf(queryOf(ctx), body, resolveRedirect),
    ...(createsUser && { createsUser, metadata }),
  })
}

const askAgain: AskForMail = async ({ accounts, resolveRedirect }, ctx, body, email) => {
  const type = textOf(body, 'type')
  const link = linkOf(queryOf(ctx), body, resolveRedirect)
  if (type === 'signup') return accounts.resend(email, link)
  if (type === 'email_change') return accounts.resendEmailChange(email, link)
  throw invalid('Missing one of these types: signup, email_change, sms, phone_change')
}

const signIn = ({ sessions }: AuthContext, { account, method }: VerifiedUser, device: Device): Promise<SignedIn> =>
  sessions.start(account, device, { method })

const verify = async (
  { accounts, isOpenToRegister }: AuthContext,
  { ctx, guard }: Guarded,
  proof: Proof,
  type: string,
): Promise<Verified> => {
  if (!isVerifyType(type)) throw invalid('Verify requires a verification type')
  await guard(ctx, 'auth.confirm', { body: proof })
  return accounts.verifyCode(proof, type, { ...deviceOf(ctx), isOpenToRegister: await isOpenToRegister() })
}

const verifyByPost: Handler = async (context, ctx, guard) => {
  const body = bodyOf(ctx)
  if (hasPhone(body)) throw new Refusal('otp_expired')
  const verified = await verify(context, { ctx, guard }, proofIn(body), requiredText(body, 'type'))
  if (verified.kind === 'half') return { msg: ACCEPTED, code: '200' }
  return showSession(context.database, await signIn(context, verified, deviceOf(ctx)))
}

/** Returns the target page of a valid link. */
const followLink = async (context: AuthContext, { ctx, guard }: Guarded, page: string): Promise<string> => {
  const searchParams = queryOf(ctx)
  const [token, type] = [searchParams.get('token') ?? '', searchParams.get('type') ?? '']
  const verified = await verify(context, { ctx, guard }, { token }, type)
  if (verified.kind === 'half') return withFragment(page, { message: ACCEPTED })
  const { account, challenge, method } = verified
  if (challenge !== undefined) return withQuery(page, 'code', await context.flows.begin(account.id, challenge, method))
  const { accessToken, refreshToken, expiresIn, expiresAt } = await signIn(context, verified, deviceOf(ctx))
  return withFragment(page, {
    access_token: accessToken,
    expires_at: String(Math.floor(expiresAt / 1000)),
    expires_in: String(expiresIn),
    refresh_token: refreshToken,
    token_type: 'bearer',
    // supabase-js then tells the app that the user chooses a password.
    type: method === 'recovery' ? 'recovery' : type,
  })
}

const verifyByLink: Handler = async (context, ctx, guard) => {
  ctx.status = 200
  // Programs that scan links in messages send HEAD requests.
  if (ctx.method === 'HEAD') return
  const page = context.resolveRedirect(queryOf(ctx).get('redirect_to'))
  ctx.set('Referrer-Policy', 'no-referrer')
  try {
    ctx.redirect(await followLink(context, { ctx, guard }, page))
  } catch (thrown) {
    const error = asRefusal(thrown)
    const asked = { hasBearer: false, isRefresh: false, method: ctx.method, path: ctx.path }
    const { status, code, message } = authAnswerOf(error, asked)
    if (status >= 500) throw error
    const description = code === 'otp_expired' ? 'Email link is invalid or has expired' : message
    ctx.redirect(withFragment(page, { error: 'access_denied', error_code: code, error_description: description }))
  }
  ctx.status = 303
  ctx.body = ''
}

const reauthenticate: Handler = async ({ accounts, database }, ctx) => {
  const { user } = userOfCaller(ctx)
  const { confirmed_at: confirmedAt } = await readAuthUser(database, user.id)
  if (confirmedAt === null) throw new Refusal('reauthentication_unconfirmed')
  await accounts.mailNonce(user.email)
  return {}
}

/** Creates the routes that send codes and links by mail, and the routes that check them. */
export const mailRoutes = (context: AuthContext): readonly SupabaseRoute[] => {
  const handle = handleWith(context)
  return [
    supabaseRoute('supabase.otp', 'POST /otp', handle(mailing('auth.recover', askForSignIn))),
    supabaseRoute('supabase.recover', 'POST /recover', handle(mailing('auth.recover', askForRecovery))),
    supabaseRoute('supabase.resend', 'POST /resend', handle(mailing('auth.resend', askAgain))),
    supabaseRoute('supabase.verify', 'POST /verify', handle(verifyByPost)),
    supabaseRoute('supabase.verifyLink', 'GET /verify', handle(verifyByLink), { isOpen: true, isRead: false }),
    supabaseRoute('supabase.reauthenticate', 'GET /reauthenticate', handle(reauthenticate), { isRead: false }),
  ]
}
