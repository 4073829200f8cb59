// npm run dev: runs the service and the site from their sources in one terminal, and says how to run the command from its sources. After an
// edit, the site reloads and the service starts again. Nothing is built.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const { PORT: port = '5000' } = process.env

// It serves this repository, so its port is all that the environment can change.
const site = await createServer({
  root: at('apps/web'),
  configFile: at('apps/web/vite.config.ts'),
  server: { proxy: { '/api': `http://127.0.0.1:${port}` } },
})
await site.listen()
const [siteUrl = ''] = site.resolvedUrls?.local ?? []

const service = spawn(
  process.execPath,
  ['--watch', '--watch-preserve-output', '--conditions=@netbox/source', at('apps/api/src/main.ts')],
  // Links in mail lead to the site.
  { stdio: 'inherit', cwd: at('.'), env: { SITE_URL: siteUrl, ...process.env, PORT: port } },
)

console.log(`Site      ${siteUrl}
Service   http://127.0.0.1:${port}
Command   npm run --silent netbox:source -- mx-record shop.example`)

const stop = () => {
  service.kill()
  void site.close().then(() => process.exit(0))
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop)
service.on('exit', stop)
