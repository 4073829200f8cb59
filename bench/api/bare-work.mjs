// The main baseline of the API: the libraries of the API do the work of one run, with one route and no rules. The difference to the API is
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
import { Kysely, MysqlDialect, sql, SqliteDialect } from 'kysely'
import { createPool } from 'mysql2'
import pino from 'pino'
import { Counter, Histogram } from 'prom-client'
import { serve, USER, userOf } from './bare-parts.mjs'

const folder = mkdtempSync(join(tmpdir(), 'netbox-bare-'))
const { DATABASE_URL } = process.env

/** Opens an SQLite file. `sync` syncs all commits of an event-loop turn together. */
const openSqlite = async () => {
  const path = join(folder, 'work.sqlite')
  const file = new DatabaseSync(path)
  file.exec('pragma journal_mode = wal; pragma synchronous = normal; select count(*) from sqlite_schema')
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
  const wal = await open(`${path}-wal`, 'r+')
  let syncing
  const syncOnce = async () => {
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
    syncing = undefined
    await wal.datasync()
  }
  return {
    database: new Kysely({ dialect: new SqliteDialect({ database: { prepare, close: () => file.close() } }) }),
    onConflict: sql.raw('on conflict (user_id, day, tool) do update set'),
    sync: () => (syncing ??= syncOnce()),
  }
}

/** Opens a database of a MariaDB server, which syncs its commits itself. */
const openMariadb = async () => ({
  database: new Kysely({ dialect: new MysqlDialect({ pool: createPool({ uri: DATABASE_URL, connectionLimit: 10 }) }) }),
  onConflict: sql.raw('on duplicate key update'),
  sync: async () => {},
})

const { database, onConflict, sync } = await (DATABASE_URL === undefined ? openSqlite() : openMariadb())
for (const statement of [
  'create table users (id varchar(40) primary key, plan varchar(40))',
  'create table sessions (user_id varchar(40) primary key, expires_at bigint)',
  'create table counters (user_id varchar(40), day varchar(10), tool varchar(40), used integer, primary key (user_id, day, tool))',
  'create table runs (id varchar(40) primary key, user_id varchar(40), tool varchar(40), input text, seed text, scenario text, at text, severity text, sentence text)',
  `insert into users values ('${USER}', 'enterprise')`,
  `insert into sessions values ('${USER}', 9000000000000)`,
])
  await sql.raw(statement).execute(database)

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
    const day = at.slice(0, 10)
    await sql`insert into counters values (${userId}, ${day}, ${tool}, 1) ${onConflict} used = used + 1`.execute(
      queries,
    )
    const counter = queries.selectFrom('counters').select('used').where('user_id', '=', userId)
    const { used } = await counter.where('day', '=', day).where('tool', '=', tool).executeTakeFirst()
    const row = { id: randomUUID(), user_id: userId, tool, input, seed, scenario, at, severity, sentence }
    await queries.insertInto('runs').values(row).execute()
    return used
  })

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
