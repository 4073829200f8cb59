// The comparison for the API's session: better-auth on node:sqlite, installed into its own folder.
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { importApart } from '../install-apart.mjs'

const version = ['better-auth', '1.7.25']
const { betterAuth } = await importApart('bench-better-auth', version, 'dist/index.mjs')
const { getMigrations } = await importApart('bench-better-auth', version, 'dist/db/get-migration.mjs')
const { toNodeHandler } = await importApart('bench-better-auth', version, 'dist/integrations/node.mjs')

const folder = mkdtempSync(join(tmpdir(), 'netbox-better-auth-'))
const auth = betterAuth({
  baseURL: 'http://127.0.0.1',
  secret: 'a secret of the benchmark, thirty-two characters',
  database: new DatabaseSync(join(folder, 'auth.sqlite')),
  emailAndPassword: { enabled: true },
  rateLimit: { enabled: false },
  telemetry: { enabled: false },
})
await (await getMigrations(auth.options)).runMigrations()
const { headers } = await auth.api.signUpEmail({
  body: { name: 'Ana', email: 'ana@mail.example', password: 'correct horse battery' },
  returnHeaders: true,
})
const cookie = headers
  .getSetCookie()
  .map((text) => text.split(';')[0])
  .join('; ')
const server = createServer(toNodeHandler(auth)).listen(0, '127.0.0.1', () => {
  console.log(`token ${cookie.replaceAll(' ', '')}`)
  console.log(`better-auth listens on http://127.0.0.1:${server.address().port}`)
})
process.once('SIGTERM', () => {
  server.close()
  server.closeAllConnections()
  rmSync(folder, { recursive: true })
})
