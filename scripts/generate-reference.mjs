// Writes the reference, which is not committed, from the built packages. `npm run build` runs this before it builds the site.
// - docs/tools/ from the catalogue: the table of tools, a page for each tool, and the scenarios
// - docs/api/ from the OpenAPI document
// - docs/library/ from the doc comments of the packages' exports
// - docs/serve/options.md from the command
// - docs/configuration/settings.md from .env.example
// - docs/spec-coverage/rules.md from docs/spec-coverage.yaml
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { endpoints, rateLimitOf } from '../packages/contract/dist/index.js'
import { openapiDocument } from '../packages/contract/dist/openapi/index.js'
import { scenarios, tools } from '../packages/core/dist/index.js'
import { apiPages } from './docs/api-pages.mjs'
import { libraryPages } from './docs/library/library-pages.mjs'
import { readLibrary } from './docs/library/read-library.mjs'
import { schemaOf } from './docs/library/schema-of.mjs'
import { serveOptionsPage } from './docs/serve-options.mjs'
import { readSettings, settingsPage } from './docs/settings.mjs'
import { readRules, rulesPage } from './docs/spec-coverage.mjs'
import { indexPage, scenariosPage, toolPage } from './docs/tool-pages.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

const pages = new Map()
const rateLimits = new Map(endpoints.map((one) => [`${one.method} ${one.path}`, rateLimitOf(one)]))
for (const [name, text] of apiPages(openapiDocument({ serverUrl: 'https://netbox.example/api' }), rateLimits))
  pages.set(`docs/api/${name}`, text)
for (const [name, text] of await libraryPages(readLibrary(root), schemaOf)) pages.set(`docs/library/${name}`, text)
pages.set('docs/tools/README.md', indexPage(tools))
pages.set('docs/tools/scenarios.md', scenariosPage(scenarios, tools))
for (const tool of tools) pages.set(`docs/tools/${tool.id}.md`, await toolPage(tool))
pages.set('docs/serve/options.md', serveOptionsPage())
pages.set(
  'docs/configuration/settings.md',
  settingsPage(readSettings(readFileSync(join(root, '.env.example'), 'utf8'))),
)
pages.set(
  'docs/spec-coverage/rules.md',
  rulesPage(readRules(readFileSync(join(root, 'docs/spec-coverage.yaml'), 'utf8'))),
)

// A page of an earlier build would appear on the site.
for (const name of globSync('docs/{api,library,tools}/*.md', { cwd: root }).map((path) => path.replaceAll('\\', '/')))
  if (!pages.has(name)) rmSync(join(root, name))
for (const [name, text] of pages) {
  mkdirSync(dirname(join(root, name)), { recursive: true })
  writeFileSync(join(root, name), text)
}
