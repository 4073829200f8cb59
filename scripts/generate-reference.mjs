// Writes the reference, which is not committed, from the built packages. `npm run build` runs this before it builds the site.
// - docs/tools/ from the catalogue: the table of tools, and a page for each tool
// - docs/findings/ from the catalogue of findings, with a run as an example of each
// - docs/api/ from the OpenAPI document
// - docs/library/ from the doc comments of the packages' exports
// - docs/serve/ from the command, and from the schema of world files
// - docs/configuration/settings.md from .env.example
// - docs/spec-coverage/rules.md from scripts/spec-coverage.yaml
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { endpoints, rateLimitOf } from '../packages/contract/dist/index.js'
import { openapiDocument } from '../packages/contract/dist/openapi/index.js'
import { findingCatalogue } from '../packages/core/dist/findings/index.js'
import { tools, worldFileSchema } from '../packages/core/dist/index.js'
import { apiPages } from './docs/api-pages.mjs'
import { libraryPages } from './docs/library/library-pages.mjs'
import { findExamples, findingPage, findingsPage } from './docs/finding-pages.mjs'
import { readLibrary } from './docs/library/read-library.mjs'
import { schemaOf } from './docs/library/schema-of.mjs'
import { serveOptionsPage } from './docs/serve-options.mjs'
import { readSettings, settingsPage } from './docs/settings.mjs'
import { readRules, rulesPage } from './docs/spec-coverage.mjs'
import { worldFieldsPage } from './docs/world-fields.mjs'
import { indexPage, toolPage } from './docs/tool-pages.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

const pages = new Map()
const rateLimits = new Map(endpoints.map((one) => [`${one.method} ${one.path}`, rateLimitOf(one)]))
for (const [name, text] of apiPages(openapiDocument({ serverUrl: 'https://netbox.example/api' }), rateLimits))
  pages.set(`docs/api/${name}`, text)
for (const [name, text] of await libraryPages(readLibrary(root), schemaOf)) pages.set(`docs/library/${name}`, text)
pages.set('docs/tools/README.md', indexPage(tools))
for (const tool of tools) pages.set(`docs/tools/${tool.id}.md`, await toolPage(tool))
pages.set('docs/findings/README.md', findingsPage())
const examples = await findExamples()
for (const entry of findingCatalogue)
  pages.set(`docs/findings/${entry.code}.md`, findingPage(entry, examples.get(entry.code)))
pages.set('docs/serve/options.md', serveOptionsPage())
pages.set('docs/serve/world-fields.md', worldFieldsPage(worldFileSchema))
pages.set(
  'docs/configuration/settings.md',
  settingsPage(readSettings(readFileSync(join(root, '.env.example'), 'utf8'))),
)
pages.set(
  'docs/spec-coverage/rules.md',
  rulesPage(readRules(readFileSync(join(root, 'scripts/spec-coverage.yaml'), 'utf8'))),
)

// A page of an earlier build would appear on the site.
for (const name of globSync('docs/{api,findings,library,tools}/*.md', { cwd: root }).map((path) =>
  path.replaceAll('\\', '/'),
))
  if (!pages.has(name)) rmSync(join(root, name))
for (const [name, text] of pages) {
  mkdirSync(dirname(join(root, name)), { recursive: true })
  writeFileSync(join(root, name), text)
}
