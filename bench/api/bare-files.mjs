// The baseline of the storage: a Koa server that writes each request body to a file with the same durability, and serves the files with `send`.
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import Koa from 'koa'
import send from 'send'

const folder = mkdtempSync(join(process.env.BENCH_FOLDER ?? tmpdir(), 'netbox-bare-files-'))
let uploads = 0

const app = new Koa()
app.use(async (ctx) => {
  const path = join(folder, ctx.path.slice(1))
  if (ctx.method === 'GET') {
    ctx.respond = false
    ctx.res.statusCode = 200
    send(ctx.req, path).pipe(ctx.res)
    return
  }
  const draft = join(folder, `draft-${(uploads += 1)}`)
  await pipeline(ctx.req, createWriteStream(draft, { flush: true }))
  await rename(draft, path)
  const directory = await open(folder)
  await directory.sync()
  await directory.close()
  ctx.body = { ok: true }
})
const server = app.listen(0, '127.0.0.1', () => {
  console.log(`bare listens on http://127.0.0.1:${server.address().port}`)
})
process.once('SIGTERM', () => {
  server.close()
  server.closeAllConnections()
  rmSync(folder, { recursive: true })
})
