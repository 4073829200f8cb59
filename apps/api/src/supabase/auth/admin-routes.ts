import { audit, type AuditAction, type Audited } from '../../audit.ts'
import { updateRow } from '../../database/dialects.ts'
import type { Queries } from '../../database/database.ts'
import { countUsers, listAuthUsers } from '../../accounts/users/repository.ts'
import type { Account } from '../../accounts/users/account.ts'
import type { CodeTarget } from '../../accounts/codes/codes.ts'
import { type EmailAddress, readEmailAddress } from '../../email-address.ts'
import { mergeMetadata } from '../../accounts/users/metadata.ts'
import type { NewUser } from '../../accounts/users/registration.ts'
import { service } from '../../caller.ts'
import { paramOf, type SupabaseRoute, supabaseRoute, type SupabaseHandler } from '../../http/supabase.ts'
import { linkTypes, verifyLink } from '../../mail/templates.ts'
import { queryOf, type RequestContext } from '../../http/middleware/request-context.ts'
import { fromUuid, isUuid, toUuid } from '../../random.ts'
import {
  type AuthContext,
  bodyOf,
  invalid,
  readAuthUser,
  refusePhone,
  requiredText,
  type SentBody,
  showUser,
  textOf,
} from './request.ts'
import { serializeAuthUser } from './serialize-user.ts'
import { Refusal } from '../../refusal.ts'

type Handler = SupabaseHandler<AuthContext>

type LinkPurpose = keyof typeof linkTypes

const purposes: Readonly<Record<string, LinkPurpose>> = {
  signup: 'confirm',
  invite: 'invite',
  magiclink: 'sign-in',
  recovery: 'recover',
  email_change_current: 'email-change',
  email_change_new: 'email-change',
}

/** The last page of users; its offset is still a safe integer. */
const LAST_PAGE = 1_000_000_000

/** Reads a parameter of a page; 0 and an absent one mean the default. */
const numberOf = (text: string | null, fallback: number, most: number): number => {
  const wanted = text ?? ''
  if (!/^\d{0,15}$/.test(wanted)) throw invalid(`Bad Pagination Parameters: ${wanted.slice(0, 20)} is not a count`)
  return Number(wanted) === 0 ? fallback : Math.min(Number(wanted), most)
}

/** Refuses the fields of a user that netbox can't store. */
const refuseFields = (body: SentBody): void => {
  refusePhone(body, 'Phone signups are disabled')
  if ((body['password_hash'] ?? null) !== null) throw invalid('password_hash is not supported: send password')
}

const refuseOthers = (ctx: RequestContext): void => {
  if (ctx.state.caller === service) return
  if (ctx.get('Authorization') === '' && ctx.get('apikey') === '') throw new Refusal('unauthorized')
  throw new Refusal('not_service_key')
}

/** Returns the status that a body requests: any ban duration suspends the user until the ban is lifted. */
const banOf = (body: SentBody): 'active' | 'disabled' | undefined => {
  const duration = textOf(body, 'ban_duration')
  if (duration === undefined) return undefined
  if (duration === 'none') return 'active'
  if (!/^(?:\d+(?:\.\d+)?(?:ns|us|ms|s|m|h))+$/.test(duration)) throw invalid('invalid format for ban duration')
  return 'disabled'
}

/** Records an action of the service key in a transaction. */
const note = (
  { clock }: AuthContext,
  queries: Queries,
  action: AuditAction,
  targetId: string,
  detail: Audited['detail'],
): Promise<void> => audit(queries, { actorId: service.user.id, action, targetId, detail }, clock.now())

const idOf = (ctx: RequestContext): string => {
  const id = paramOf(ctx, 'id')
  if (!isUuid(id) && !/^\w{26}$/.test(id)) throw new Refusal('user_id_invalid')
  return fromUuid(id)
}

const refusingTaken = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal && error.code === 'email_in_use') throw new Refusal('email_exists', { cause: error })
    throw error
  }
}

const create = (
  context: AuthContext,
  user: Pick<NewUser, 'email' | 'password' | 'isConfirmed' | 'more'>,
): Promise<string> =>
  refusingTaken(async () => {
    const made = await context.accounts.createUser({ plan: 'free', ...user }, (queries, { id, email }) =>
      note(context, queries, 'user.create', id, { email, plan: 'free' }),
    )
    return made.id
  })

const createUser: Handler = async (context, ctx) => {
  const { accounts, database } = context
  const body = bodyOf(ctx)
  refuseFields(body)
  const [id, password = null] = [textOf(body, 'id'), textOf(body, 'password')]
  if (id !== undefined && !isUuid(id)) throw invalid('ID must conform to the uuid v4 format')
  const status = banOf(body)
  const made = await create(context, {
    email: requiredText(body, 'email'),
    password,
    isConfirmed: body['email_confirm'] === true,
    more: {
      ...(id !== undefined && { id: fromUuid(id.toLowerCase()) }),
      user_metadata: mergeMetadata(null, body['user_metadata'] ?? {}),
      app_metadata: mergeMetadata(null, body['app_metadata'] ?? {}),
    },
  })
  if (status !== undefined) await accounts.updateProfile(made, { status })
  return showUser(database, made)
}

const changeUser: Handler = async (context, ctx) => {
  const { accounts, database } = context
  const id = idOf(ctx)
  const body = bodyOf(ctx)
  refuseFields(body)
  const status = banOf(body)
  const [password, email] = [textOf(body, 'password'), textOf(body, 'email')]
  const [metadata, appMetadata] = [body['user_metadata'] ?? undefined, body['app_metadata'] ?? undefined]
  const fields = Object.entries({ password, email, user_metadata: metadata, app_metadata: appMetadata })
    .filter(([, value]) => value !== undefined)
    .map(([name]) => name)
  const change = { metadata, appMetadata, password, email, isConfirmed: body['email_confirm'] === true }
  await accounts.changeUser(id, change, (queries) =>
    note(context, queries, 'profile.update', id, { fields: fields.join(' '), ...(status && { status }) }),
  )
  if (status !== undefined) await accounts.updateProfile(id, { status })
  return showUser(database, id)
}

/** Finds the user of a link, or creates one if the link invites a new user. */
const userForLink = async (
  context: AuthContext,
  purpose: LinkPurpose,
  body: SentBody,
  found: Account | undefined,
): Promise<string> => {
  const email = requiredText(body, 'email')
  const more = { user_metadata: mergeMetadata(null, body['data'] ?? {}) }
  if (purpose === 'confirm')
    return create(context, { email, password: requiredText(body, 'password'), isConfirmed: false, more })
  if (purpose === 'invite') {
    if (found === undefined)
      return create(context, {
        email,
        password: null,
        isConfirmed: false,
        more: { ...more, invited_at: context.clock.now() },
      })
    await refusingTaken(() => context.accounts.inviteAgain(found, more.user_metadata))
    return found.id
  }
  if (purpose === 'sign-in' && found === undefined)
    return create(context, { email, password: null, isConfirmed: false, more })
  if (found === undefined) throw new Refusal('user_not_found')
  return found.id
}

const beginChange = async ({ accounts, database }: AuthContext, id: string, body: SentBody): Promise<EmailAddress> => {
  const wanted = readEmailAddress(requiredText(body, 'new_email'))
  if ((await accounts.findByEmail(wanted.email)) !== undefined) throw new Refusal('email_exists')
  const { new_email: pending } = await readAuthUser(database, id)
  if (pending === null || readEmailAddress(pending).key !== wanted.key)
    await updateRow(database.writer, 'users', id, { new_email: wanted.email, new_email_half: null })
  return wanted
}

const generateLink: Handler = async (context, ctx) => {
  const { accounts, codes, database, redirects } = context
  const body = bodyOf(ctx)
  const type = requiredText(body, 'type')
  const purpose = Object.hasOwn(purposes, type) ? purposes[type] : undefined
  if (purpose === undefined) throw invalid('Invalid email action link type requested')
  const owner = await accounts.findByEmail(requiredText(body, 'email'))
  const id = await userForLink(context, purpose, body, owner)
  const change = purpose === 'email-change' ? await beginChange(context, id, body) : undefined
  const current = readEmailAddress(requiredText(body, 'email')).key
  const target: CodeTarget = { id, emailKey: type === 'email_change_new' ? (change?.key ?? '') : current }
  const redirectTo = context.resolveRedirect(textOf(body, 'redirect_to') ?? queryOf(ctx).get('redirect_to'))
  // The entry comes first, so that no link exists without one. It contains no address, because it outlives the account.
  await note(context, database.writer, 'link.create', id, { type })
  if (owner !== undefined) await accounts.noteLink(owner)
  await codes.renewTries(target.emailKey)
  const { code, token } = await codes.make(target, purpose, {
    redirectTo,
    ...(change && { newEmailKey: change.key }),
  })
  return {
    ...(await showUser(database, id)),
    action_link: verifyLink(redirects.publicUrl, token, linkTypes[purpose], redirectTo),
    email_otp: code,
    hashed_token: token,
    redirect_to: redirectTo,
    verification_type: type,
  }
}

const invite: Handler = async (context, ctx) => {
  const { accounts, database } = context
  const body = bodyOf(ctx)
  const id = await userForLink(context, 'invite', body, await accounts.findByEmail(requiredText(body, 'email')))
  const user = await readAuthUser(database, id)
  const redirectTo = context.resolveRedirect(queryOf(ctx).get('redirect_to'))
  await note(context, database.writer, 'user.invite', id, {})
  await accounts.mailInvitation(user.email, { redirectTo })
  return serializeAuthUser(user)
}

const listUsers: Handler = async ({ database }, ctx) => {
  const searchParams = queryOf(ctx)
  const page = numberOf(searchParams.get('page'), 1, LAST_PAGE)
  const limit = numberOf(searchParams.get('per_page'), 50, 1000)
  const rows = await listAuthUsers(database.queries, { limit, offset: (page - 1) * limit })
  const total = await countUsers(database.queries)
  const last = Math.max(1, Math.ceil(total / limit))
  const linkTo = (to: number, rel: string) => `</admin/users?page=${to}&per_page=${limit}>; rel="${rel}"`
  ctx.set('X-Total-Count', String(total))
  ctx.set('Link', [...(page < last ? [linkTo(page + 1, 'next')] : []), linkTo(last, 'last')].join(', '))
  return { users: rows.map(serializeAuthUser), aud: 'authenticated' }
}

const removeFactor: Handler = async (context, ctx) => {
  const [id, factor] = [idOf(ctx), fromUuid(paramOf(ctx, 'factor'))]
  await context.secondFactors.removeLost(id, (queries) => note(context, queries, 'factors.remove', id, {}), factor)
  return { id: toUuid(factor) }
}

/** Creates the routes for the operator's own programs; each requires the service key. */
export const adminAuthRoutes = (context: AuthContext): readonly SupabaseRoute[] => {
  const route = (name: string, at: Parameters<typeof supabaseRoute>[1], handler: Handler) =>
    supabaseRoute(`supabase.admin.${name}`, at, async (ctx, guard) => {
      refuseOthers(ctx)
      return handler(context, ctx, guard)
    })

  return [
    route('list', 'GET /admin/users', listUsers),
    route('create', 'POST /admin/users', createUser),
    route('get', 'GET /admin/users/:id', async ({ database }, ctx) => showUser(database, idOf(ctx))),
    route('update', 'PUT /admin/users/:id', changeUser),
    route('delete', 'DELETE /admin/users/:id', async ({ accounts }, ctx) => {
      await accounts.removeUser(idOf(ctx), service.user.id)
      return {}
    }),
    route(
      'factors',
      'GET /admin/users/:id/factors',
      async ({ database }, ctx) => (await showUser(database, idOf(ctx))).factors,
    ),
    route('removeFactor', 'DELETE /admin/users/:id/factors/:factor', removeFactor),
    route('link', 'POST /admin/generate_link', generateLink),
    route('invite', 'POST /invite', invite),
  ]
}
