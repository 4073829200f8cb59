import type { BodyOf } from '@netbox/contract'
import { csvCell } from '@netbox/product'
import { type CallerUser, service } from '../../caller.ts'
import type { DatabaseAndClock } from '../../database/database.ts'
import { type GuardEndpoint, paramOf, type SupabaseApi, type SupabaseRoute } from '../../http/supabase.ts'
import { queryOf, type RequestContext } from '../../http/middleware/request-context.ts'
import { fromUuid } from '../../random.ts'
import {
  readQuery,
  type RestQuery,
  readInsert,
  readPassword,
  readTime,
  readUpdate,
  type SentRow,
} from './read-query.ts'
import { countRows, selectRows } from './repository.ts'
import { type RestTable, type TableName, tables } from './tables-repository.ts'
import { describeRestError, isVisitor, notPermitted } from './errors.ts'
import { Refusal } from '../../refusal.ts'

/** The services of other modules that write rows. */
interface WriteServices {
  readonly notify: (actorId: string, draft: BodyOf<'admin.notify'>) => Promise<{ readonly id: string }>
  readonly createMigration: (user: CallerUser, request: BodyOf<'migrations.create'>) => Promise<{ readonly id: string }>
  readonly updateProfile: (actorId: string, id: string, wanted: BodyOf<'admin.updateProfile'>) => Promise<unknown>
  readonly switchService: (actorId: string, id: string, isEnabled: boolean) => Promise<unknown>
}

/** Inserts a row as the contract's endpoint for such rows does, with its guards, and returns the row's id. */
type Insert = (ctx: RequestContext, guard: GuardEndpoint, row: SentRow) => Promise<string>
type Update = (ctx: RequestContext, guard: GuardEndpoint, id: string, row: SentRow) => Promise<unknown>

const insertsWith = ({ notify, createMigration }: WriteServices): { readonly [Name in TableName]?: Insert } => ({
  notifications: async (ctx, guard, { expires_at, target_user_id, ...row }) => {
    const target = typeof target_user_id === 'string' ? fromUuid(target_user_id) : null
    const sent = { ...row, target_user_id: target, expires_at: readTime(expires_at) }
    const { caller, body } = await guard(ctx, 'admin.notify', { body: sent })
    return (await notify(caller.user.id, body)).id
  },
  email_migrations: async (ctx, guard, row) => {
    const { caller } = ctx.state
    const { user_id, status = 'pending', source_password_encrypted: source, ...rest } = row
    const { destination_password_encrypted: destination, ...mailboxes } = rest
    const isOwn = caller.kind === 'user' && caller !== service && fromUuid(String(user_id)) === caller.user.id
    if (!isOwn || status !== 'pending')
      throw new Refusal('42501', { message: 'new row violates row-level security policy for table "email_migrations"' })
    const sent = {
      ...mailboxes,
      source_password: readPassword(source),
      destination_password: readPassword(destination),
    }
    const { body } = await guard(ctx, 'migrations.create', { body: sent })
    return (await createMigration(caller.user, body)).id
  },
})

const updatesWith = ({ updateProfile, switchService }: WriteServices): { readonly [Name in TableName]?: Update } => ({
  profiles: async (ctx, guard, id, row) => {
    const { caller, body } = await guard(ctx, 'admin.updateProfile', { params: { id }, body: row })
    return updateProfile(caller.user.id, id, body)
  },
  // The server's clock sets the time of a switch.
  service_controls: async (ctx, guard, id, { is_enabled }) => {
    const { caller, body } = await guard(ctx, 'admin.updateService', { params: { id }, body: { is_enabled } })
    return switchService(caller.user.id, id, body.is_enabled)
  },
})

const SINGLE = 'application/vnd.pgrst.object+json'
const isSingle = (ctx: RequestContext): boolean => ctx.get('Accept').includes(SINGLE)

const hasPreference = (ctx: RequestContext, preference: string): boolean =>
  ctx
    .get('Prefer')
    .split(',')
    .some((item) => item.trim() === preference)

const CSV = 'text/csv'
const TYPES: ReadonlySet<string> = new Set([
  'application/json',
  'application/vnd.pgrst.array+json',
  SINGLE,
  CSV,
  '*/*',
  'application/*',
  'text/*',
])

/** Throws if the client accepts no form in which rows can be sent, such as a query plan. */
const requireType = (ctx: RequestContext): void => {
  const accepted = ctx.get('Accept')
  const types = accepted.split(',').map((item) => item.replace(/;.*$/s, '').trim())
  if (accepted === '' || types.some((type) => TYPES.has(type))) return
  throw new Refusal('PGRST107', { message: `None of these media types are available: ${accepted.slice(0, 100)}` })
}

/** Writes rows as CSV (RFC 4180), with the names of the columns. */
const csvOf = (rows: readonly object[], columns: readonly string[]): string => {
  const cells = rows.map((row) => columns.map((column) => String(Reflect.get(row, column) ?? '')))
  return [columns, ...cells].map((line) => line.map(csvCell).join(',')).join('\n')
}

/** Returns whether the client asks for the number of rows; an estimate is treated as a count. */
const isCounted = (ctx: RequestContext): boolean => /\bcount=(?:exact|planned|estimated)\b/.test(ctx.get('Prefer'))

/** Sends the client the number of written rows. */
const setWritten = (ctx: RequestContext, range: string, rows: number): void =>
  ctx.set('Content-Range', `${rows === 0 ? '*' : range}/${isCounted(ctx) ? rows : '*'}`)

/** Responds with rows: a list, or one object or CSV if requested. */
const answerRows = (ctx: RequestContext, rows: readonly object[], columns: readonly string[], status: number): void => {
  if (isSingle(ctx) && rows.length !== 1)
    throw new Refusal('PGRST116', {
      message: 'Cannot coerce the result to a single JSON object',
      details: `The result contains ${rows.length} rows`,
    })
  ctx.status = status
  if (ctx.get('Accept').includes(CSV)) {
    ctx.body = csvOf(rows, columns)
    ctx.type = 'text/csv; charset=utf-8'
    return
  }
  ctx.body = JSON.stringify(isSingle(ctx) ? rows[0] : rows)
  ctx.type = isSingle(ctx) ? SINGLE : 'json'
}

const tableOf = (ctx: RequestContext): RestTable => {
  const name = paramOf(ctx, 'table')
  const profile = ctx.get(ctx.method === 'GET' || ctx.method === 'HEAD' ? 'Accept-Profile' : 'Content-Profile')
  if (profile !== '' && profile !== 'public')
    throw new Refusal('PGRST106', { message: `Invalid schema: ${profile.slice(0, 100)}` })
  const table = tables.get(name)
  if (table !== undefined) return table
  throw new Refusal('PGRST205', {
    message: `Could not find the table 'public.${name.slice(0, 100)}' in the schema cache`,
  })
}

const isMissing = (error: unknown): boolean => error instanceof Refusal && error.code === 'not_found'

/** Creates the API of the four tables, in the form of PostgREST. */
export const restApi = ({
  database: { queries },
  clock,
  ...services
}: DatabaseAndClock & WriteServices): SupabaseApi => {
  const [inserts, updates] = [insertsWith(services), updatesWith(services)]
  const rowsOf = (ctx: RequestContext, table: RestTable, query: RestQuery) =>
    selectRows(queries, table, query, ctx.state.caller, clock.now())

  const answerWritten = async (ctx: RequestContext, table: RestTable, query: RestQuery, status: number) => {
    const rows = await rowsOf(ctx, table, query)
    answerRows(ctx, rows, query.columns, status)
  }

  const read: SupabaseRoute['handle'] = async (ctx) => {
    const table = tableOf(ctx)
    requireType(ctx)
    const query = readQuery(table, queryOf(ctx))
    const rows = await rowsOf(ctx, table, query)
    const total = isCounted(ctx) ? await countRows(queries, table, query, ctx.state.caller, clock.now()) : undefined
    if (total !== undefined && query.offset > 0 && query.offset >= total) {
      ctx.set('Content-Range', `*/${total}`)
      throw new Refusal('PGRST103', {
        message: 'Requested range not satisfiable',
        details: `An offset of ${query.offset} was requested, but there are only ${total} rows.`,
      })
    }
    const range = rows.length === 0 ? '*' : `${query.offset}-${query.offset + rows.length - 1}`
    ctx.set('Content-Range', `${range}/${total ?? '*'}`)
    answerRows(ctx, rows, query.columns, total !== undefined && rows.length < total ? 206 : 200)
  }

  const insert: SupabaseRoute['handle'] = async (ctx, guard) => {
    const table = tableOf(ctx)
    const write = inserts[table.name]
    const query = readQuery(table, queryOf(ctx))
    if (write === undefined || isVisitor(ctx)) throw notPermitted(table.name)
    if (ctx.get('Prefer').includes('resolution=')) throw notPermitted(table.name)
    const row = readInsert(table, ctx.request.body)
    const id = await write(ctx, guard, row).catch((error: unknown) => {
      if (!isMissing(error)) throw error
      throw new Refusal('23503', {
        message: `insert or update on table "${table.name}" violates foreign key constraint`,
      })
    })
    ctx.status = 201
    setWritten(ctx, '*', 1)
    if (hasPreference(ctx, 'return=representation'))
      await answerWritten(ctx, table, { ...query, filters: new Map([['id', id]]) }, 201)
    else ctx.body = ''
  }

  const update: SupabaseRoute['handle'] = async (ctx, guard) => {
    const table = tableOf(ctx)
    const write = updates[table.name]
    const query = readQuery(table, queryOf(ctx))
    if (write === undefined || isVisitor(ctx)) throw notPermitted(table.name)
    const id = query.filters.get('id')
    if (id === undefined) throw new Refusal('21000', { message: 'UPDATE requires a WHERE clause' })
    const row = readUpdate(table, ctx.request.body)
    // A missing row counts as unchanged.
    const written = await write(ctx, guard, id, row).then(
      () => 1,
      (error: unknown) => {
        if (!isMissing(error)) throw error
        return 0
      },
    )
    setWritten(ctx, '0-0', written)
    if (hasPreference(ctx, 'return=representation')) await answerWritten(ctx, table, query, 200)
    else ctx.status = 204
  }

  const refuse: SupabaseRoute['handle'] = async (ctx) => {
    throw notPermitted(tableOf(ctx).name)
  }

  return {
    prefix: '/rest/v1',
    describeError: describeRestError,
    routes: [
      { name: 'rest.select', method: 'GET', path: '/:table', handle: read },
      { name: 'rest.insert', method: 'POST', path: '/:table', handle: insert },
      { name: 'rest.update', method: 'PATCH', path: '/:table', handle: update },
      { name: 'rest.upsert', method: 'PUT', path: '/:table', handle: refuse },
      { name: 'rest.delete', method: 'DELETE', path: '/:table', handle: refuse },
    ],
  }
}
