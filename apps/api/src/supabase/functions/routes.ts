import { contractError } from '../../refusal.ts'
import { type SupabaseApi, supabaseRoute } from '../../http/supabase.ts'
import { toUuid } from '../../random.ts'

const actionOf = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'action' in body ? body.action : undefined

/** The API of the functions that the product's client invokes. Errors have the form `{error}`, which supabase-js passes to its caller. */
export const functionsApi: SupabaseApi = {
  prefix: '/functions/v1',
  describeError: (refusal) => {
    const { status, message } = contractError(refusal)
    const problems = (refusal.errors ?? []).map(({ path, msg }) => `${path}: ${msg}`)
    return { status, body: { error: [message, ...problems].join(' ') } }
  },
  routes: [
    supabaseRoute('functions.create-checkout', 'POST /create-checkout', (ctx, call) =>
      call(ctx, 'subscription.checkout', { body: ctx.request.body }),
    ),
    supabaseRoute('functions.admin-create-user', 'POST /admin-create-user', async (ctx, call) => {
      const { body } = ctx.request
      if (actionOf(body) === 'sync_missing_profiles') return call(ctx, 'admin.syncProfiles')
      const { profile } = await call(ctx, 'admin.createUser', { body })
      return { user: { ...profile, id: toUuid(profile.id) } }
    }),
  ],
}
