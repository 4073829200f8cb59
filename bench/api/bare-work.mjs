// The second baseline of the API: the libraries of the API do the work of one run, with one route and no rules. The difference to the API is
// the cost of everything else: limits, access checks, validation, the error format and the other routes.
import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { bodyParser } from '@koa/bodyparser'
import { Router } from '@koa/router'
import { createToolbox } from '@netbox/core'
import Koa from 'koa'
import helmet from 'koa-helmet'
import { Kysely, sql, SqliteDialect } from 'kysely'
import pino from 'pino'
import { Counter, Histogram } from 'prom-client'
import { serve, USER, userOf } from './bare-parts.mjs'

const folder = mkdtempSync(join(tmpdir(), 'netbox-bare-'))
const path = join(folder, 'work.sqlite')
const file = new DatabaseSync(path)
file.exec(`pragma journal_mode = wal; pragma synchronous = normal;
create table users (id text primary key, plan text) without rowid;
create table sessions (user_id text primary key, expires_at integer) without rowid;
create table counters (user_id text, day text, tool text, used integer, primary key (user_id, day, tool)) without rowid;
create table runs (id text primary key, user_id text, tool text, input text, seed text, scenario text, at text, severity text, sentence text);
insert into users values ('${USER}', 'enterprise');
insert into sessions values ('${USER}', 9e15)`)

const prepared = new Map()
const prepare = (text) => {
  const known = prepared.get(text)
  if (known !== undefined) return known
  const statement = file.prepare(text)
  const made = {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...parameters),
    run: (parameters) => statement.run(...parameters),
  }
  prepared.set(text, made)
  return made
}
const database = new Kysely({ dialect: new SqliteDialect({ database: { prepare, close: () => file.close() } }) })

const readSession = (userId) =>
  database
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.id', 'users.plan', 'sessions.expires_at'])
    .where('sessions.user_id', '=', userId)
    .executeTakeFirst()

/** Counts a run and records it in one transaction. */
const record = (userId, { tool, input, seed, scenario, at, verdict: { severity, sentence } }) =>
  database.transaction().execute(async (queries) => {
    const { rows } = await sql`insert into counters values (${userId}, ${at.slice(0, 10)}, ${tool}, 1)
      on conflict (user_id, day, tool) do update set used = used + 1 returning used`.execute(queries)
    const row = { id: randomUUID(), user_id: userId, tool, input, seed, scenario, at, severity, sentence }
    await queries.insertInto('runs').values(row).execute()
    return rows[0].used
  })

const wal = await open(`${path}-wal`, 'r+')
let syncing
const syncOnce = async () => {
  await new Promise((resolve) => {
    setImmediate(resolve)
  })
  syncing = undefined
  await wal.datasync()
}
/** Syncs all commits of an event-loop turn together. */
const sync = () => (syncing ??= syncOnce())

const log = pino(pino.destination({ fd: 1, sync: false, minLength: 4096 }))
const requests = new Counter({ name: 'requests', help: 'Requests.', labelNames: ['route', 'status'] })
const durations = new Histogram({ name: 'seconds', help: 'Durations.', labelNames: ['route'] })
const uncounted = { read: () => 0, consume: () => ({ granted: true, used: 0 }) }

const router = new Router()
router.post('/run', bodyParser(), async (ctx) => {
  const session = await readSession(await userOf(ctx))
  const toolbox = createToolbox({ plan: session.plan, usage: uncounted })
  const run = await toolbox.run('mx-record', ctx.request.body.input)
  const dailyUsed = await record(session.id, run)
  await sync()
  ctx.body = { ...run, usage: { ...run.usage, dailyUsed } }
})

const app = new Koa()
app.use(async (ctx, next) => {
  const [begun, id] = [performance.now(), randomUUID()]
  ctx.set('X-Request-Id', id)
  ctx.res.once('close', () => {
    const ms = performance.now() - begun
    requests.inc({ route: 'run', status: String(ctx.status) })
    durations.observe({ route: 'run' }, ms / 1000)
    log.info({ request_id: id, address: ctx.ip, route: 'run', method: ctx.method, status: ctx.status, ms }, 'request')
  })
  await next()
})
app.use(helmet())
app.use(router.routes())
serve(app, folder)
