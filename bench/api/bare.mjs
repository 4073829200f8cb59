// The baseline of the API: the same stack with one route, which verifies an ES256 token, reads one indexed row and responds with JSON. A second
// route also stores each request with its own fsync.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { bodyParser } from '@koa/bodyparser'
import { Router } from '@koa/router'
import Koa from 'koa'
import helmet from 'koa-helmet'
import { serve, USER, userOf } from './bare-parts.mjs'

const folder = mkdtempSync(join(tmpdir(), 'netbox-bare-'))
const database = new DatabaseSync(join(folder, 'bare.sqlite'))
database.exec('pragma journal_mode = wal; pragma synchronous = full')
database.exec('create table users (id text primary key, email text, plan text) without rowid')
database.exec('create table runs (id integer primary key, user text, input text, at integer)')
database.prepare('insert into users values (?, ?, ?)').run(USER, 'ana@mail.example', 'pro')
const findUser = database.prepare('select id, email, plan from users where id = ?')
const addRun = database.prepare('insert into runs (user, input, at) values (?, ?, ?)')

const router = new Router()
const respond = async (ctx) => {
  const user = { ...findUser.get(await userOf(ctx)) }
  ctx.body = { user, sent: ctx.request.body }
}
router.post('/session', bodyParser(), respond)
router.post('/run', bodyParser(), async (ctx) => {
  await respond(ctx)
  addRun.run(ctx.body.user.id, ctx.request.body.input, Date.now())
})
const app = new Koa()
app.use(helmet())
app.use(router.routes())
serve(app, folder)
