// The least that a counted run takes: Node's own server, a session read, the run, and its row and its count on disk in groups. No
// signature, no check, no limit, no log, no figures.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createToolbox } from '@netbox/core'

const TYPE = 'application/json; charset=utf-8'
const folder = mkdtempSync(join(tmpdir(), 'netbox-bare-'))
const path = join(folder, 'bare.sqlite')

const connect = (readOnly) => new DatabaseSync(path, { readOnly, enableForeignKeyConstraints: true })

const writer = connect(false)
writer.exec(`
  pragma journal_mode = wal; pragma synchronous = normal; pragma wal_autocheckpoint = 4000; pragma cache_size = -16384;
  create table users (id text primary key) without rowid;
  create table counters (user_id text references users (id), day text, tool text, used integer, primary key (user_id, day, tool)) without rowid;
  create table runs (user_id text references users (id), created_at integer, id text, tool text, input text, seed text, scenario text, at text,
    severity text, sentence text, primary key (user_id, created_at, id)) without rowid;
`)
const USERS = 32
for (let index = 0; index < USERS; index += 1) writer.prepare('insert into users values (?)').run(`user${index}`)
const log = await open(`${path}-wal`, 'r+')
const findUser = connect(true).prepare('select id from users where id = ?')

const statements = new Map()
/** Prepares a statement once. */
const statement = (text) => {
  const known = statements.get(text) ?? writer.prepare(text)
  statements.set(text, known)
  return known
}

const lists = (places, count) => Array.from({ length: count }, () => places).join(', ')

const count = (runs, day) => {
  const asked = new Map()
  for (const { user } of runs) asked.set(user, (asked.get(user) ?? 0) + 1)
  const values = [...asked].flatMap(([user, times]) => [user, day, 'mx-record', times])
  const text = `insert into counters values ${lists('(?, ?, ?, ?)', asked.size)} on conflict do update set used = used + excluded.used`
  statement(text).run(...values)
}

const keep = (runs) => {
  // In powers of two, so that statements are few.
  for (let start = 0; start < runs.length;) {
    const length = 2 ** Math.floor(Math.log2(runs.length - start))
    const values = runs.slice(start, start + length).flatMap(({ row }) => row)
    statement(`insert into runs values ${lists('(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)', length)}`).run(...values)
    start += length
  }
}

const waiting = []
let isWriting = false

const write = async () => {
  isWriting = true
  while (waiting.length > 0) {
    await nextTurn()
    const runs = waiting.splice(0)
    statement('begin immediate').run()
    count(runs, new Date().toISOString().slice(0, 10))
    keep(runs)
    statement('commit').run()
    await log.datasync()
    for (const { done } of runs) done()
  }
  isWriting = false
}

const box = createToolbox({ plan: 'enterprise' })
let served = 0

const serve = async (request, response) => {
  const { input } = JSON.parse(request.read())
  const user = `user${(served += 1) % USERS}`
  if (findUser.get(user) === undefined) throw new Error('The user is not there')
  const run = await box.run('mx-record', input)
  const { tool, seed, scenario, at, verdict } = run
  const text = JSON.stringify(run)
  const row = [user, Date.now(), randomUUID(), tool, input, seed, scenario, at, verdict.severity, verdict.sentence]
  const done = () => {
    response.writeHead(200, { 'Content-Type': TYPE, 'Content-Length': String(Buffer.byteLength(text)) })
    response.end(text)
  }
  waiting.push({ user, row, done })
  if (!isWriting) await write()
}

// At the end of the turn a small body has come.
const server = createServer((request, response) => setImmediate(() => void serve(request, response)))
server.listen(0, '127.0.0.1', () => console.log(`bare listens on http://127.0.0.1:${server.address().port}`))
process.once('SIGTERM', () => {
  server.close()
  server.closeAllConnections()
  rmSync(folder, { recursive: true })
})
