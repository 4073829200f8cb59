// Writes the reference, which is not committed, from the built packages. `npm run build` runs this before it builds the site.
// - docs/tools/<tool>.md from the catalogue
// - docs/api/ from the OpenAPI document
// - docs/library/ from the doc comments of the packages' exports
import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openapiDocument } from '../packages/contract/dist/openapi/index.js'
import { tools } from '../packages/core/dist/index.js'
import { apiPages } from './docs/api-pages.mjs'
import { libraryPages } from './docs/library/library-pages.mjs'
import { readLibrary } from './docs/library/read-library.mjs'
import { schemaOf } from './docs/library/schema-of.mjs'
import { toolPage } from './docs/tool-pages.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const COMMITTED = new Set(['docs/tools/README.md', 'docs/tools/scenarios.md'])

const pages = new Map()
for (const [name, text] of apiPages(openapiDocument({ serverUrl: 'https://netbox.example/api' })))
  pages.set(`docs/api/${name}`, text)
for (const [name, text] of await libraryPages(readLibrary(root), schemaOf)) pages.set(`docs/library/${name}`, text)
for (const tool of tools) pages.set(`docs/tools/${tool.id}.md`, await toolPage(tool))

// A page of an earlier build would appear on the site.
for (const name of globSync('docs/{api,library,tools}/*.md', { cwd: root }).map((path) => path.replaceAll('\\', '/')))
  if (!pages.has(name) && !COMMITTED.has(name)) rmSync(join(root, name))
for (const [name, text] of pages) {
  mkdirSync(dirname(join(root, name)), { recursive: true })
  writeFileSync(join(root, name), text)
}
