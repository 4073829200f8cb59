import type { FactorOwner } from '../../accounts/second-factor/codes.ts'
import { paramOf, type SupabaseRoute, supabaseRoute, type SupabaseApi } from '../../http/supabase.ts'
import type { RequestContext, DescribeError } from '../../http/middleware/request-context.ts'
import { fromUuid, toUuid } from '../../random.ts'
import { createRedirects, invalid, showSession, type SupabaseAuthOptions, userOfCaller } from './request.ts'
import { adminAuthRoutes } from './admin-routes.ts'
import { authAnswerOf } from './errors.ts'
import { mailRoutes } from './mail-routes.ts'
import { grantOf, sessionRoutes } from './session-routes.ts'

const LONGEST_NAME = 100
const UNCLEAN = /[\u0000-\u001f\u007f]|\p{Surrogate}/u

const ownerOf = (ctx: RequestContext): FactorOwner => {
  const { user: account, session } = userOfCaller(ctx)
  return { account, session, address: ctx.ip }
}

const factorOf = (ctx: RequestContext): string => fromUuid(paramOf(ctx, 'id'))

/** Reads an optional line of text from a body. */
const textOf = (body: unknown, name: string): string | undefined => {
  const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string' || value.length > LONGEST_NAME || UNCLEAN.test(value))
    throw invalid(`${name} must be a line of at most ${LONGEST_NAME} characters`)
  return value
}

/** Creates the routes with which auth-js enrolls, verifies and removes second factors. */
const factorRoutes = ({
  database,
  secondFactors,
}: Pick<SupabaseAuthOptions, 'database' | 'secondFactors'>): readonly SupabaseRoute[] => [
  supabaseRoute('supabase.enrolFactor', 'POST /factors', async (ctx) => {
    const { body } = ctx.request
    // Without a session, the error of the session comes first.
    const owner = ownerOf(ctx)
    if (textOf(body, 'factor_type') !== 'totp') throw invalid('factor_type needs to be totp')
    const name = textOf(body, 'friendly_name')?.trim() ?? ''
    const issuer = textOf(body, 'issuer')?.trim()
    const enrolled = await secondFactors.enrol(owner, { name, issuer: issuer === '' ? undefined : issuer })
    const { factor, qrCode, secret, uri } = enrolled
    return { id: toUuid(factor.id), type: 'totp', friendly_name: factor.name, totp: { qr_code: qrCode, secret, uri } }
  }),
  supabaseRoute(
    'supabase.challengeFactor',
    'POST /factors/:id/challenge',
    async (ctx) => {
      const { id, expiresAt } = await secondFactors.challenge(ownerOf(ctx), factorOf(ctx))
      return { id: toUuid(id), type: 'totp', expires_at: Math.floor(expiresAt / 1000) }
    },
    { openToFirstFactor: true },
  ),
  supabaseRoute(
    'supabase.verifyFactor',
    'POST /factors/:id/verify',
    async (ctx) => {
      const { body } = ctx.request
      const challengeId = fromUuid(textOf(body, 'challenge_id') ?? '')
      const code = textOf(body, 'code') ?? ''
      const answer = { factorId: factorOf(ctx), challengeId, code }
      return showSession(database, await secondFactors.verify(ownerOf(ctx), answer))
    },
    { openToFirstFactor: true },
  ),
  supabaseRoute('supabase.removeFactor', 'DELETE /factors/:id', async (ctx) => {
    await secondFactors.remove(ownerOf(ctx), factorOf(ctx))
    return { id: toUuid(factorOf(ctx)) }
  }),
]

const VERSIONED = '2024-01-01'
const VERSION_HEADER = 'X-Supabase-Api-Version'

/** Writes errors in the format of the client's API version. */
const describe: DescribeError = (error, ctx) => {
  const { method, path } = ctx
  const hasBearer = ctx.get('Authorization') !== ''
  const asked = { hasBearer, isRefresh: grantOf(ctx) === 'refresh_token', method, path }
  const { status, code, message, more } = authAnswerOf(error, asked)
  if (ctx.get(VERSION_HEADER) !== VERSIONED)
    return { status, body: { code: status, error_code: code, msg: message, ...more } }
  ctx.set(VERSION_HEADER, VERSIONED)
  return { status, body: { code, message, ...more } }
}

const serviceRoutes = ({
  keys,
  isOpenToRegister,
  confirmsAddresses,
}: SupabaseAuthOptions): readonly SupabaseRoute[] => [
  supabaseRoute(
    'supabase.keys',
    'GET /.well-known/jwks.json',
    async (ctx, guard) => {
      ctx.set('Cache-Control', 'public, max-age=600')
      await guard(ctx, 'auth.keys')
      return keys.published()
    },
    { isOpen: true },
  ),
  supabaseRoute(
    'supabase.health',
    'GET /health',
    async () => ({ version: '1.0.0', name: 'netbox', description: 'Accounts of netbox' }),
    { isOpen: true },
  ),
  supabaseRoute('supabase.settings', 'GET /settings', async () => ({
    external: { email: true, phone: false, anonymous_users: false },
    disable_signup: !(await isOpenToRegister()),
    mailer_autoconfirm: !confirmsAddresses,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
  })),
]

/** Creates the API that auth-js calls, over the account services. */
export const supabaseAuthApi = (options: SupabaseAuthOptions): SupabaseApi => {
  const context = { ...options, resolveRedirect: createRedirects(options.redirects) }
  return {
    prefix: '/auth/v1',
    describeError: describe,
    routes: [
      ...sessionRoutes(context),
      ...factorRoutes(context),
      ...mailRoutes(context),
      ...adminAuthRoutes(context),
      ...serviceRoutes(context),
    ],
  }
}
