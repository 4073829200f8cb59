import type { AuthUser } from '../../accounts/users/repository.ts'
import { readEmailAddress } from '../../email-address.ts'
import { mergeMetadata, metadataOfSignUp } from '../../accounts/users/metadata.ts'
import {
  type GuardEndpoint,
  type SupabaseRoute,
  supabaseRoute,
  handleWith,
  type SupabaseHandler,
} from '../../http/supabase.ts'
import { deviceOf } from '../../http/handler.ts'
import { queryOf, type RequestContext } from '../../http/middleware/request-context.ts'
import { newId } from '../../random.ts'
import {
  type AuthContext,
  bodyOf,
  captchaOf,
  invalid,
  linkOf,
  refusePhone,
  requiredText,
  showSession,
  showUser,
  textOf,
  userOfCaller,
} from './request.ts'
import { serializeAuthUser } from './serialize-user.ts'
import { Refusal } from '../../refusal.ts'

type Handler = SupabaseHandler<AuthContext>

/** Reads the grant type of a request for a session. */
export const grantOf = (ctx: RequestContext): string => queryOf(ctx).get('grant_type') ?? ''

type Grant = (context: AuthContext, ctx: RequestContext, guard: GuardEndpoint) => Promise<object>

const linkingDisabled = () => new Refusal('manual_linking_disabled')

const idToken: Grant = async (_context, ctx) => {
  const body = bodyOf(ctx)
  if (body['link_identity'] === true) throw linkingDisabled()
  const provider = (textOf(body, 'provider') ?? 'oidc').slice(0, 40)
  throw new Refusal('provider_disabled', { message: `Provider (issuer "${provider}") is not enabled` })
}

const web3: Grant = async () => {
  throw new Refusal('web3_provider_disabled')
}

/** Returns a fake user, like the one that a sign-up would have created for a free address. */
const inventUser = (email: string, metadata: string, now: number, id = newId()): AuthUser => ({
  id,
  email,
  confirmed_at: null,
  created_at: now,
  updated_at: null,
  last_sign_in_at: null,
  invited_at: null,
  user_metadata: metadataOfSignUp(id, metadata),
  app_metadata: null,
  new_email: null,
  new_email_half: null,
  status: 'active',
})

const grants: Readonly<Record<string, Grant>> = {
  password: async ({ accounts, database }, ctx, guard) => {
    const sent = bodyOf(ctx)
    refusePhone(sent, 'Phone logins are disabled')
    const [email, password] = [requiredText(sent, 'email'), requiredText(sent, 'password')]
    const { body } = await guard(ctx, 'auth.login', { body: { email, password, captcha: captchaOf(sent) } })
    return showSession(database, await accounts.login({ ...body, device: deviceOf(ctx) }))
  },
  refresh_token: async ({ database, sessions }, ctx, guard) => {
    const refresh_token = requiredText(bodyOf(ctx), 'refresh_token')
    const { body } = await guard(ctx, 'auth.refresh', { body: { refresh_token } })
    return showSession(database, await sessions.refresh(body.refresh_token))
  },
  pkce: async ({ database, flows }, ctx) => {
    const sent = bodyOf(ctx)
    const [code, verifier] = [textOf(sent, 'auth_code'), textOf(sent, 'code_verifier')]
    if (code === undefined || verifier === undefined)
      throw invalid('invalid request: both auth code and code verifier should be non-empty')
    return showSession(database, await flows.exchange(code, verifier, deviceOf(ctx)))
  },
  id_token: idToken,
  web3,
}

const signUp: Handler = async (context, ctx, guard) => {
  const { accounts, clock, confirmsAddresses, database, passwords, resolveRedirect } = context
  const sent = bodyOf(ctx)
  refusePhone(sent, 'Phone signups are disabled')
  const [email, password] = [textOf(sent, 'email'), textOf(sent, 'password')]
  if (email === undefined) throw new Refusal('anonymous_provider_disabled')
  if (password === undefined) throw invalid('Signup requires a valid password')
  const metadata = mergeMetadata(null, sent['data'] ?? {})
  const mail = linkOf(queryOf(ctx), sent, resolveRedirect)
  await guard(ctx, 'auth.register', { body: { email, password, captcha: captchaOf(sent) } })
  const device = deviceOf(ctx)
  const invent = () => inventUser(readEmailAddress(email).email, metadata, clock.now())
  try {
    const registered = await accounts.register({ email, password, device, metadata, mail })
    if (registered.kind === 'signed-in') return await showSession(database, registered.signedIn)
    const { id } = registered
    return id === undefined ? serializeAuthUser(invent()) : await showUser(database, id)
  } catch (error) {
    const code = error instanceof Refusal ? error.code : undefined
    const isTaken = code === 'email_in_use'
    if (!confirmsAddresses || !(isTaken || code === 'rate_limited')) throw error
    // Takes as long as creating an account.
    await passwords.hash(password)
    // auth-js documents the empty list for the address of a confirmed account.
    return { ...serializeAuthUser(invent()), ...(isTaken && { identities: [] }) }
  }
}

const signOut: Handler = async ({ sessions }, ctx) => {
  const scope = queryOf(ctx).get('scope') ?? 'global'
  if (!['global', 'local', 'others'].includes(scope)) throw invalid(`Unsupported logout scope: ${scope.slice(0, 20)}`)
  const { user, session } = userOfCaller(ctx)
  // Half a sign-in and an admin who is viewing as the user end no other session. The client's default scope is `global`.
  const isLimited = session.needsFactor || session.actorId !== null
  if (scope === 'others' && isLimited) throw new Refusal(session.needsFactor ? 'second_factor_required' : 'read_only')
  if (scope !== 'local' && !isLimited) await sessions.endOthers(user.id, session.id)
  if (scope !== 'others') await sessions.end(session.id)
  ctx.status = 204
}

const updateUser: Handler = async ({ accounts, database, resolveRedirect }, ctx) => {
  const { user, session } = userOfCaller(ctx)
  const sent = bodyOf(ctx)
  refusePhone(sent, 'Phone signups are disabled')
  const owner = { account: user, session, address: ctx.ip }
  await accounts.changeOwn(owner, {
    metadata: sent['data'] ?? undefined,
    password: textOf(sent, 'password'),
    currentPassword: textOf(sent, 'current_password'),
    nonce: textOf(sent, 'nonce'),
    email: textOf(sent, 'email'),
    mail: linkOf(queryOf(ctx), sent, resolveRedirect),
  })
  return showUser(database, user.id)
}

const startSession: Handler = async (context, ctx, guard) => {
  const grant = Object.hasOwn(grants, grantOf(ctx)) ? grants[grantOf(ctx)] : undefined
  if (grant === undefined) throw invalid('unsupported_grant_type')
  return grant(context, ctx, guard)
}

/** Creates the routes that start and end sessions, and the routes of the signed-in user. */
export const sessionRoutes = (context: AuthContext): readonly SupabaseRoute[] => {
  const handle = handleWith(context)
  return [
    supabaseRoute('supabase.token', 'POST /token', handle(startSession)),
    supabaseRoute('supabase.signup', 'POST /signup', handle(signUp)),
    supabaseRoute('supabase.logout', 'POST /logout', handle(signOut), { isRead: true, openToFirstFactor: true }),
    supabaseRoute('supabase.user', 'GET /user', async (ctx) => showUser(context.database, userOfCaller(ctx).user.id), {
      openToFirstFactor: true,
    }),
    supabaseRoute('supabase.updateUser', 'PUT /user', handle(updateUser)),
    supabaseRoute('supabase.sso', 'POST /sso', async () => {
      throw new Refusal('saml_provider_disabled')
    }),
    supabaseRoute(
      'supabase.authorize',
      'GET /authorize',
      async () => {
        throw invalid('Unsupported provider: provider is not enabled')
      },
      { isOpen: true },
    ),
    ...(['GET', 'DELETE'] as const).map((method): SupabaseRoute => ({
      name: 'supabase.identities',
      method,
      path: '/user/identities/:id',
      handle: async () => {
        throw linkingDisabled()
      },
    })),
  ]
}
