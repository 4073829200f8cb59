import { type SupabaseApi, type SupabaseRoute, supabaseRoute } from '../../http/supabase.ts'
import type { DescribeError } from '../../http/middleware/request-context.ts'
import { adminAuthRoutes } from './admin-routes.ts'
import type { SupabaseAuthOptions } from './request.ts'
import { authAnswerOf } from './errors.ts'
import { mailRoutes } from './mail-routes.ts'
import { factorRoutes } from './factor-routes.ts'
import { grantOf, sessionRoutes } from './session-routes.ts'

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

const serviceRoutes = ({ isOpenToRegister, confirmsAddresses }: SupabaseAuthOptions): readonly SupabaseRoute[] => [
  supabaseRoute(
    'supabase.keys',
    'GET /.well-known/jwks.json',
    async (ctx, call) => {
      ctx.body = await call(ctx, 'auth.keys')
      ctx.set('Cache-Control', 'public, max-age=600')
    },
    { isOpen: true },
  ),
  supabaseRoute(
    'supabase.health',
    'GET /health',
    async (ctx) => {
      ctx.body = { version: '1.0.0', name: 'netbox', description: 'Accounts of netbox' }
    },
    { isOpen: true },
  ),
  supabaseRoute('supabase.settings', 'GET /settings', async (ctx) => {
    ctx.body = {
      external: { email: true, phone: false, anonymous_users: false },
      disable_signup: !(await isOpenToRegister()),
      mailer_autoconfirm: !confirmsAddresses,
      phone_autoconfirm: false,
      sms_provider: '',
      saml_enabled: false,
    }
  }),
]

/** Creates the API that auth-js calls, over the account services. */
export const supabaseAuthApi = (options: SupabaseAuthOptions): SupabaseApi => ({
  prefix: '/auth/v1',
  describeError: describe,
  routes: [
    ...sessionRoutes(options),
    ...factorRoutes(options),
    ...mailRoutes(options),
    ...adminAuthRoutes(options),
    ...serviceRoutes(options),
  ],
})
