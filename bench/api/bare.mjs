// The baseline of the API: the same stack with one route, which verifies an ES256 token, reads one indexed row and responds with JSON.
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
database.exec('pragma journal_mode = wal')
database.exec('create table users (id text primary key, email text, plan text) without rowid')
database.prepare('insert into users values (?, ?, ?)').run(USER, 'ana@mail.example', 'pro')
const findUser = database.prepare('select id, email, plan from users where id = ?')

const router = new Router()
router.post('/session', bodyParser(), async (ctx) => {
  const user = { ...findUser.get(await userOf(ctx)) }
  ctx.body = { user, sent: ctx.request.body }
})
const app = new Koa()
app.use(helmet())
app.use(router.routes())
serve(app, folder)
