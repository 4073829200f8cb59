import type { BodyOf, Profile } from '@netbox/contract'
import type { CallerUser } from '../../caller.ts'
import { contractError } from '../../refusal.ts'
import { type SupabaseApi, supabaseRoute } from '../../http/supabase.ts'
import { toUuid } from '../../random.ts'

const actionOf = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'action' in body ? body.action : undefined

/** The services of other modules that the functions call. */
interface FunctionServices {
  readonly checkout: (user: CallerUser, order: BodyOf<'subscription.checkout'>) => Promise<string>
  readonly createUser: (actorId: string, user: BodyOf<'admin.createUser'>) => Promise<Profile>
  readonly syncProfiles: (actorId: string) => Promise<number>
}

/** Creates the API of the functions that the product's client invokes. Errors have the form `{error}`, which supabase-js passes to its caller. */
export const functionsApi = ({ checkout, createUser, syncProfiles }: FunctionServices): SupabaseApi => ({
  prefix: '/functions/v1',
  describeError: (refusal) => {
    const { status, message } = contractError(refusal)
    const problems = (refusal.errors ?? []).map(({ path, msg }) => `${path}: ${msg}`)
    return { status, body: { error: [message, ...problems].join(' ') } }
  },
  routes: [
    supabaseRoute('functions.create-checkout', 'POST /create-checkout', async (ctx, guard) => {
      const { caller, body } = await guard(ctx, 'subscription.checkout', { body: ctx.request.body })
      return { url: await checkout(caller.user, body) }
    }),
    supabaseRoute('functions.admin-create-user', 'POST /admin-create-user', async (ctx, guard) => {
      if (actionOf(ctx.request.body) === 'sync_missing_profiles') {
        const { caller } = await guard(ctx, 'admin.syncProfiles')
        return { created: await syncProfiles(caller.user.id) }
      }
      const { caller, body } = await guard(ctx, 'admin.createUser', { body: ctx.request.body })
      const profile = await createUser(caller.user.id, body)
      return { user: { ...profile, id: toUuid(profile.id) } }
    }),
  ],
})
