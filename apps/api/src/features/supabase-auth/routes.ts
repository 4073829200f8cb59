import type { ResponseOf } from '@netbox/contract'
import type { Accounts } from '../../accounts/accounts.ts'
import type { SecondFactors } from '../../accounts/second-factor/second-factors.ts'
import type { Sessions } from '../../accounts/sessions.ts'
import { ApiError } from '../../api-error.ts'
import { service } from '../../caller.ts'
import type { CallEndpoint } from '../../http/call-endpoint.ts'
import type { SupabaseApi, SupabaseRoute } from '../../http/supabase.ts'
import type { DescribeError, RequestContext } from '../../middleware/request-context.ts'
import { serializeSignedIn } from '../../serializers/session.ts'
import { authRefusalOf } from './errors.ts'
import { factorRoutes } from './factors.ts'
import { presentAuthUser } from './present-user.ts'

/** What the routes need. */
export interface SupabaseAuthOptions {
  readonly accounts: Pick<Accounts, 'find' | 'findByEmail'>
  readonly sessions: Pick<Sessions, 'end' | 'endOthers'>
  readonly secondFactors: SecondFactors
  readonly isOpenToRegister: () => Promise<boolean>
  /** Whether a new address has to be confirmed. */
  readonly sendsMail: boolean
  readonly passwordMinLength: number
}

const VERSIONED = '2024-01-01'
const VERSION_HEADER = 'X-Supabase-Api-Version'

type SentBody = Readonly<Record<string, unknown>>

const bodyOf = (ctx: RequestContext): SentBody => {
  const { body } = ctx.request
  return typeof body === 'object' && body !== null ? (body as SentBody) : {}
}

const captchaOf = ({ gotrue_meta_security: security }: SentBody): unknown =>
  typeof security === 'object' && security !== null && 'captcha_token' in security ? security.captcha_token : undefined

const grantOf = (ctx: RequestContext): string => ctx.URL.searchParams.get('grant_type') ?? ''

/** Makes the first part of the API that auth-js calls: sign-up, sign-in, refresh, the user, sign-out, keys. */
export const supabaseAuthApi = (options: SupabaseAuthOptions): SupabaseApi => {
  const { accounts, sessions, secondFactors, isOpenToRegister, sendsMail, passwordMinLength } = options

  const describe: DescribeError = (error, ctx) => {
    const asked = {
      hasBearer: ctx.get('Authorization') !== '',
      isRefresh: grantOf(ctx) === 'refresh_token',
      method: ctx.method,
      path: ctx.path,
    }
    const {
      status,
      code,
      message = error.message,
      more = {},
    } = authRefusalOf(error, {
      ...asked,
      minimum: passwordMinLength,
    })
    if (ctx.get(VERSION_HEADER) !== VERSIONED)
      return { status, body: { code: status, error_code: code, msg: message, ...more } }
    ctx.set(VERSION_HEADER, VERSIONED)
    return { status, body: { code, message, ...more } }
  }

  const userOf = async (id: string) => {
    const account = await accounts.find(id)
    if (account === undefined) throw new ApiError('unauthorized')
    return presentAuthUser(account, await secondFactors.list(id))
  }

  const answerSession = async (ctx: RequestContext, { session }: ResponseOf<'auth.login'>): Promise<void> => {
    ctx.status = 200
    ctx.body = { ...session, user: await userOf(session.user.id) }
  }

  const grants: Readonly<Record<string, (ctx: RequestContext, call: CallEndpoint) => Promise<void>>> = {
    password: async (ctx, call) => {
      const { email, password } = bodyOf(ctx)
      await answerSession(ctx, await call(ctx, 'auth.login', { body: { email, password } }))
    },
    refresh_token: async (ctx, call) => {
      const { refresh_token } = bodyOf(ctx)
      await answerSession(ctx, await call(ctx, 'auth.refresh', { body: { refresh_token } }))
    },
  }

  const signUp: SupabaseRoute['handle'] = async (ctx, call) => {
    const sent = bodyOf(ctx)
    const { email, password } = sent
    const registered = await call(ctx, 'auth.register', { body: { email, password, captcha: captchaOf(sent) } })
    if ('session' in registered) return answerSession(ctx, registered)
    const account = await accounts.findByEmail(registered.email)
    ctx.status = 200
    ctx.body = account === undefined ? {} : presentAuthUser(account, [])
  }

  const signOut: SupabaseRoute['handle'] = async (ctx) => {
    const { caller } = ctx.state
    const scope = ctx.URL.searchParams.get('scope') ?? 'global'
    if (!['global', 'local', 'others'].includes(scope))
      throw new ApiError('validation_failed', { message: `Unsupported logout scope: ${scope.slice(0, 20)}` })
    if (caller.kind !== 'user' || caller === service) throw new ApiError('unauthorized')
    if (scope !== 'local') await sessions.endOthers(caller.user.id, caller.session.id)
    if (scope !== 'others') await sessions.end(caller.session.id)
    ctx.status = 204
  }

  return {
    prefix: '/auth/v1',
    describeError: describe,
    routes: [
      {
        name: 'supabase.token',
        method: 'POST',
        path: '/token',
        handle: async (ctx, call) => {
          const grant = Object.hasOwn(grants, grantOf(ctx)) ? grants[grantOf(ctx)] : undefined
          if (grant === undefined) throw new ApiError('bad_request', { message: 'unsupported_grant_type' })
          await grant(ctx, call)
        },
      },
      { name: 'supabase.signup', method: 'POST', path: '/signup', handle: signUp },
      {
        name: 'supabase.logout',
        method: 'POST',
        path: '/logout',
        isRead: true,
        openToFirstFactor: true,
        handle: signOut,
      },
      {
        name: 'supabase.user',
        method: 'GET',
        path: '/user',
        openToFirstFactor: true,
        handle: async (ctx) => {
          const { caller } = ctx.state
          if (caller.kind !== 'user' || caller === service) throw new ApiError('unauthorized')
          ctx.body = await userOf(caller.user.id)
        },
      },
      ...factorRoutes({
        secondFactors,
        answerSession: (ctx, signedIn) => answerSession(ctx, serializeSignedIn(signedIn)),
      }),
      {
        name: 'supabase.keys',
        method: 'GET',
        path: '/.well-known/jwks.json',
        isOpen: true,
        handle: async (ctx, call) => {
          ctx.body = await call(ctx, 'auth.keys')
          ctx.set('Cache-Control', 'public, max-age=600')
        },
      },
      {
        name: 'supabase.health',
        method: 'GET',
        path: '/health',
        isOpen: true,
        handle: async (ctx) => {
          ctx.body = { version: '1.0.0', name: 'netbox', description: 'Accounts of netbox' }
        },
      },
      {
        name: 'supabase.settings',
        method: 'GET',
        path: '/settings',
        handle: async (ctx) => {
          ctx.body = {
            external: { email: true, phone: false, anonymous_users: false },
            disable_signup: !(await isOpenToRegister()),
            mailer_autoconfirm: !sendsMail,
            phone_autoconfirm: false,
            sms_provider: '',
            saml_enabled: false,
          }
        },
      },
    ],
  }
}
